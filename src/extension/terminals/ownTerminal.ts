import { StringDecoder } from 'node:string_decoder';
import { EventEmitter, window, type Pseudoterminal, type Terminal, type TerminalDimensions } from 'vscode';
import { ByteRing } from '../../acp/byteRing';
import { exitText } from '../../acp/errors';
import { treeKiller, type TreeKiller } from '../../acp/killTree';
import type { CommandExit, CommandOutput } from '../../acp/ports';
import { TerminalText } from '../../acp/terminalText';
import type { TerminalView } from '../../shared/view';
import { text } from '../text';
import { startBackend, type Backend } from './backend';
import type { CommandPlan } from './commandPlan';

/** Characters of output that the card shows. */
const SHOWN = 64 * 1024;
/** Bytes kept for the integrated terminal until it opens. */
const REPLAY_BYTES = 256 * 1024;
/** Time (ms) between SIGTERM and SIGKILL. */
const KILL_GRACE_MS = 2000;

export interface OwnTerminalEvents {
  output(text: string): void;
  changed(): void;
}

/** One command of an agent, in an integrated terminal of its own that the person can watch, type into and close. */
export class OwnTerminal {
  private kept: ByteRing;
  private readonly replay = new ByteRing(REPLAY_BYTES);
  private readonly screen = new EventEmitter<string>();
  private readonly screenText = new StringDecoder('utf8');
  private readonly cleaner = new TerminalText();
  private readonly ended: Promise<CommandExit>;
  private finish: (exit: CommandExit) => void = () => undefined;
  private backend: Backend | undefined;
  private killer: TreeKiller | undefined;
  private exit: CommandExit | undefined;
  private terminal: Terminal | undefined;
  private opened = false;
  private readonly closing = new AbortController();
  private shown = '';
  private shownCut = false;

  private constructor(
    readonly id: string,
    private readonly plan: CommandPlan,
    byteLimit: number,
    private readonly events: OwnTerminalEvents,
  ) {
    this.kept = new ByteRing(byteLimit);
    this.ended = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** @param byteLimit bytes of UTF-8 kept for the agent. Rejects when the program cannot be started. */
  static async start(
    id: string,
    plan: CommandPlan,
    name: string,
    byteLimit: number,
    events: OwnTerminalEvents,
  ): Promise<OwnTerminal> {
    const own = new OwnTerminal(id, plan, byteLimit, events);
    own.backend = await startBackend(plan, {
      data: (chunk) => {
        own.onData(chunk);
      },
      exit: (status) => {
        own.onExit(status);
      },
    });
    own.killer = treeKiller(own.backend.pid);
    own.terminal = window.createTerminal({ name, pty: own.pseudoterminal(), isTransient: true });
    return own;
  }

  get running(): boolean {
    return this.exit === undefined;
  }

  output(): CommandOutput {
    const output = { output: this.kept.text(), truncated: this.kept.truncated };
    return this.exit === undefined ? output : { ...output, exitStatus: this.exit };
  }

  waitForExit(): Promise<CommandExit> {
    return this.ended;
  }

  /** Aborted once the person has closed the integrated terminal. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  view(): TerminalView {
    const { exit } = this;
    return {
      id: this.id,
      command: this.plan.display,
      cwd: this.plan.cwd,
      output: this.shown,
      truncated: this.shownCut,
      running: exit === undefined,
      owned: this.terminal !== undefined,
      ...(typeof exit?.exitCode === 'number' ? { exitCode: exit.exitCode } : {}),
      ...(typeof exit?.signal === 'string' ? { signal: exit.signal } : {}),
    };
  }

  reveal(): void {
    this.terminal?.show(false);
  }

  /** Ends the command and everything it started. Resolves when it is gone. */
  async kill(): Promise<void> {
    const { killer } = this;
    if (!this.running || killer === undefined) return;
    await killer.survey();
    killer.kill('SIGTERM');
    const timer = setTimeout(() => {
      killer.kill('SIGKILL');
    }, KILL_GRACE_MS);
    await this.ended;
    clearTimeout(timer);
  }

  /** Kills at once, without waiting. */
  killNow(): void {
    if (this.running) this.killer?.kill('SIGKILL');
  }

  /** The person closed the integrated terminal: the command ends with it. */
  closedByPerson(terminal: Terminal): void {
    if (this.terminal !== terminal) return;
    this.terminal = undefined;
    this.closing.abort();
    void this.kill();
    this.events.changed();
  }

  /** The agent asks no more: what is kept for it goes. */
  forgetOutput(): void {
    this.kept = new ByteRing(0);
  }

  /** Removes the integrated terminal; the output stays in the card. */
  closeTab(): void {
    const { terminal } = this;
    this.terminal = undefined;
    terminal?.dispose();
    this.events.changed();
  }

  private onData(chunk: Buffer): void {
    if (this.opened) this.screen.fire(this.screenText.write(chunk));
    else this.replay.push(chunk);
    this.keep(this.cleaner.push(chunk));
  }

  private keep(clean: string): void {
    if (clean === '') return;
    this.kept.push(Buffer.from(clean, 'utf8'));
    this.shown += clean;
    if (this.shown.length > 2 * SHOWN) {
      this.shown = this.shown.slice(-SHOWN);
      this.shownCut = true;
    }
    this.events.output(clean);
  }

  private onExit(status: CommandExit): void {
    if (this.exit !== undefined) return;
    this.keep(this.cleaner.end());
    this.exit = status;
    const how = exitText({ code: status.exitCode, signal: status.signal });
    const note = `\r\n\u001b[2m${text.processEnded(how)}\u001b[0m\r\n`;
    if (this.opened) this.screen.fire(note);
    else this.replay.push(Buffer.from(note, 'utf8'));
    // Children that outlived the command have no terminal any more.
    this.killer?.kill('SIGTERM');
    this.finish(status);
    this.events.changed();
  }

  private pseudoterminal(): Pseudoterminal {
    return {
      onDidWrite: this.screen.event,
      open: (size) => {
        this.opened = true;
        this.resize(size);
        const before = this.replay.text();
        if (before !== '') this.screen.fire(before);
      },
      // Not called for a terminal that is closed before it opened: see closedByPerson.
      close: () => undefined,
      handleInput: (data) => {
        if (this.running) this.backend?.write(data);
      },
      setDimensions: (size) => {
        this.resize(size);
      },
    };
  }

  private resize(size: TerminalDimensions | undefined): void {
    if (size === undefined || !this.running || size.columns < 1 || size.rows < 1) return;
    this.backend?.resize(size.columns, size.rows);
  }
}
