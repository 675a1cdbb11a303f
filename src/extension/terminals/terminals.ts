import { randomUUID } from 'node:crypto';
import { window, type Disposable } from 'vscode';
import type { LoginTerminal } from '../../acp/loginFlow';
import type { CommandExit, CommandOutput, CommandRequest, Scope, Terminals } from '../../acp/ports';
import { cancelled, notFound, refused } from '../../acp/rpcError';
import type { TerminalView } from '../../shared/view';
import { describe } from '../log';
import { text } from '../text';
import { planCommand, type CommandPlan } from './commandPlan';
import { OwnTerminal } from './ownTerminal';

/** Bytes of output kept for an agent that names no limit, and the most that any gets. */
const DEFAULT_LIMIT = 1024 * 1024;
const MAX_LIMIT = 16 * 1024 * 1024;
/** Integrated terminals of finished commands that stay open for reading. */
const FINISHED_TABS = 10;

export interface TerminalListener {
  output(sessionKey: string, id: string, text: string): void;
  changed(sessionKey: string, terminal: TerminalView): void;
}

interface Held {
  readonly own: OwnTerminal;
  readonly sessionKey: string;
  released: boolean;
}

/** terminal/* of the protocol on integrated terminals. */
export class EditorTerminals implements Terminals, Disposable {
  private readonly held = new Map<string, Held>();
  private readonly closing: Disposable;
  private nextId = 1;

  constructor(
    private readonly listener: TerminalListener,
    private readonly agentNameOf: (sessionKey: string) => string,
    private readonly childEnv: (sessionKey: string) => Promise<Readonly<Record<string, string>>>,
  ) {
    this.closing = window.onDidCloseTerminal((terminal) => {
      for (const { own } of this.held.values()) own.closedByPerson(terminal);
    });
  }

  async create(request: CommandRequest, scope: Scope): Promise<string> {
    const plan = await planCommand(request, request.cwd ?? scope.cwd, await this.childEnv(scope.sessionKey));
    if (scope.signal.aborted) throw cancelled();
    // Not to be guessed: agents name terminals of their own in the same field.
    const id = `terminal-${randomUUID()}`;
    const { sessionKey } = scope;
    const name = text.terminalName(this.agentNameOf(sessionKey), plan.display.slice(0, 40));
    const limit = Math.min(request.outputByteLimit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const own = await OwnTerminal.start(id, plan, name, limit, {
      output: (chunk) => {
        this.listener.output(sessionKey, id, chunk);
      },
      changed: () => {
        const view = this.view(id);
        if (view !== undefined) this.listener.changed(sessionKey, view);
      },
    }).catch((error: unknown) => {
      throw refused(`The command could not be started: ${describe(error)}`);
    });
    this.held.set(id, { own, sessionKey: scope.sessionKey, released: false });
    if (wasAborted(scope.signal)) own.killNow();
    this.listener.changed(scope.sessionKey, own.view());
    return id;
  }

  output(id: string, scope: Scope): CommandOutput {
    return this.find(id, scope).output();
  }

  waitForExit(id: string, scope: Scope): Promise<CommandExit> {
    const own = this.find(id, scope);
    return new Promise((resolve, reject) => {
      const aborted = (): void => {
        reject(cancelled());
      };
      scope.signal.addEventListener('abort', aborted, { once: true });
      void own.waitForExit().then((exit) => {
        scope.signal.removeEventListener('abort', aborted);
        resolve(exit);
      });
    });
  }

  async kill(id: string, scope: Scope): Promise<void> {
    await this.find(id, scope).kill();
  }

  async release(id: string, scope: Scope): Promise<void> {
    const own = this.find(id, scope);
    const held = this.held.get(id);
    if (held !== undefined) held.released = true;
    await own.kill();
    own.forgetOutput();
    this.closeOldTabs();
  }

  releaseAll(sessionKey: string): void {
    for (const held of this.held.values()) {
      if (held.sessionKey !== sessionKey || held.released) continue;
      held.released = true;
      void held.own.kill().then(() => {
        held.own.forgetOutput();
      });
    }
    this.closeOldTabs();
  }

  /** Shows an interactive program to the person: a login. */
  async interactive(plan: CommandPlan, name: string): Promise<LoginTerminal> {
    const id = `t${String(this.nextId++)}`;
    const nothing = (): void => undefined;
    const own = await OwnTerminal.start(id, plan, name, 0, { output: nothing, changed: nothing });
    // Of no session: no agent can reach it.
    this.held.set(id, { own, sessionKey: '', released: true });
    own.reveal();
    const closed = new Promise<'closed'>((resolve) => {
      own.closed.addEventListener('abort', () => {
        resolve('closed');
      });
    });
    const exited = own.waitForExit().then(({ exitCode, signal }) => {
      // The tab is the person's to close.
      this.held.delete(id);
      return { code: exitCode, signal };
    });
    return {
      ended: Promise.race([closed, exited]),
      close: () => {
        void own.kill();
        own.closeTab();
      },
    };
  }

  /** True while a command of this session runs. */
  running(sessionKey: string): boolean {
    return [...this.held.values()].some((held) => held.sessionKey === sessionKey && held.own.running);
  }

  view(id: string): TerminalView | undefined {
    return this.held.get(id)?.own.view();
  }

  ofSessions(keys: ReadonlySet<string>): readonly TerminalView[] {
    return [...this.held.values()].filter((held) => keys.has(held.sessionKey)).map(({ own }) => own.view());
  }

  reveal(id: string): void {
    this.held.get(id)?.own.reveal();
  }

  /** The person presses Stop on the card. */
  stop(id: string): void {
    void this.held.get(id)?.own.kill();
  }

  dispose(): void {
    this.closing.dispose();
    for (const { own } of this.held.values()) own.killNow();
  }

  private closeOldTabs(): void {
    const finished = [...this.held.values()].filter(
      ({ own, released }) => released && !own.running && own.view().owned,
    );
    for (const { own } of finished.slice(0, Math.max(0, finished.length - FINISHED_TABS))) own.closeTab();
  }

  private find(id: string, scope: Scope): OwnTerminal {
    const held = this.held.get(id);
    if (held === undefined || held.released || held.sessionKey !== scope.sessionKey) {
      throw notFound(`Unknown terminal: ${id}`, { terminalId: id });
    }
    return held.own;
  }
}

/** Asked again after an await. */
function wasAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
