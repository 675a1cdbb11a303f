import type { AgentConnection, ConnectionOptions } from './connection';
import { AgentError } from './errors';
import { spawnFailed } from './errors/start';
import { stopped } from './errors/wire';
import type { JsonObject } from './json';
import type { LaunchPlan } from './launchPlan';
import type { HostPorts } from './ports';
import type { ProcessLedger } from './processLedger';
import { startAgent, startWithAttempts, type StartedAgent } from './startAgent';

export type RunnerState =
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'starting';
      /** The program may download the agent before it runs it. */
      readonly mayInstall: boolean;
    }
  | { readonly kind: 'ready'; readonly connection: AgentConnection }
  | { readonly kind: 'failed'; readonly error: AgentError };

export interface RunnerOptions {
  readonly host: HostPorts;
  readonly clientInfo: ConnectionOptions['clientInfo'];
  readonly clientCapabilities: JsonObject;
  readonly limits: () => Pick<ConnectionOptions, 'handshakeSeconds' | 'installSeconds' | 'stopGraceSeconds'>;
  readonly ledger: ProcessLedger;
  readonly trace: (direction: 'in' | 'out', message: JsonObject) => void;
  readonly changed: () => void;
  /**
   * Asked right before each spawn, of further attempts too: an error says why there must be none, such as a workspace
   * that is not trusted any more.
   */
  readonly allowed?: () => AgentError | undefined;
}

/**
 * The kept way of running an agent: its process lives between prompts and can be started again. At most one runs,
 * starting twice is one start, the state never lies. For one task only, see ephemeralRun.ts.
 */
export class AgentRunner implements AsyncDisposable {
  private current: RunnerState = { kind: 'stopped' };
  private starting: Promise<AgentConnection> | undefined;
  private process: StartedAgent | undefined;
  /** Aborted by the next stop: a start that was overtaken by one does not become the current state. */
  private stopping = new AbortController();

  constructor(private readonly options: RunnerOptions) {}

  get state(): RunnerState {
    return this.current;
  }

  /** @throws AgentError */
  start(plan: LaunchPlan): Promise<AgentConnection> {
    if (this.current.kind === 'ready') return Promise.resolve(this.current.connection);
    if (this.starting !== undefined) return this.starting;
    const starting = this.launch(plan, this.stopping.signal).finally(() => {
      if (this.starting === starting) this.starting = undefined;
    });
    this.starting = starting;
    return starting;
  }

  /** Resolves when nothing runs any more; a start that is under way rejects with `stopped` before. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.stopping = new AbortController();
    const { process, current, starting } = this;
    this.starting = undefined;
    this.set({ kind: 'stopped' });
    if (current.kind === 'ready') await current.connection.stop();
    await process?.stop(this.graceMs());
    await starting?.catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Kills at once: the extension host is going away. */
  killNow(): void {
    // A start that is under way must not try again.
    this.stopping.abort();
    this.process?.kill();
  }

  private async launch(plan: LaunchPlan, signal: AbortSignal): Promise<AgentConnection> {
    const { log } = this.options.host;
    this.set({ kind: 'starting', mayInstall: plan.mayInstall === true });
    try {
      const open = (attempt: LaunchPlan): Promise<AgentConnection> => this.open(attempt, signal);
      const connection = await startWithAttempts(plan, { open, signal, log });
      void connection.closed.then((reason) => {
        this.onClosed(connection, reason);
      });
      this.set({ kind: 'ready', connection });
      return connection;
    } catch (thrown) {
      // Whatever went wrong then is what the stop did.
      if (signal.aborted) throw stopped();
      const error = thrown instanceof AgentError ? thrown : spawnFailed(plan.display, thrown);
      log.warn(`[agent] start failed tag=${error.tag}`);
      this.set({ kind: 'failed', error });
      throw error;
    }
  }

  /** One attempt. When it rejects, its process is gone. */
  private async open(plan: LaunchPlan, signal: AbortSignal): Promise<AgentConnection> {
    const { host, limits, allowed, clientInfo, clientCapabilities, trace } = this.options;
    const isOvertaken = (): boolean => signal.aborted;
    const refused = (): AgentError | undefined => (isOvertaken() ? stopped() : allowed?.());
    const process = await startAgent(plan, { refused, signal });
    if (isOvertaken()) {
      await process.stop(this.graceMs());
      throw stopped();
    }
    this.process = process;
    this.options.ledger.keep(process);
    // With it comes the SDK, which would take most of the time of activation.
    const { AgentConnection } = await import('./connection');
    const connection = await AgentConnection.open({
      process,
      host,
      clientInfo,
      clientCapabilities,
      ...limits(),
      trace,
    });
    if (isOvertaken()) {
      await connection.stop();
      throw stopped();
    }
    return connection;
  }

  private graceMs(): number {
    return this.options.limits().stopGraceSeconds * 1000;
  }

  private onClosed(connection: AgentConnection, reason: AgentError): void {
    if (this.current.kind !== 'ready' || this.current.connection !== connection) return;
    this.set(reason.tag === 'stopped' ? { kind: 'stopped' } : { kind: 'failed', error: reason });
  }

  private set(state: RunnerState): void {
    this.current = state;
    this.options.changed();
  }
}
