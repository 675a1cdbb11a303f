import type { AgentConnection, ConnectionOptions } from './connection';
import { AgentError } from './errors';
import { spawnFailed } from './errors/start';
import { stopped } from './errors/wire';
import type { JsonObject } from './json';
import type { HostPorts } from './ports';
import type { ProcessLedger } from './processLedger';
import { startProcess, type AgentProcess, type LaunchPlan } from './process';

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
}

/**
 * The kept way of running an agent: its process lives between prompts and can be started again. At most one runs,
 * starting twice is one start, the state never lies. For one task only, see ephemeralRun.ts.
 */
export class AgentRunner implements AsyncDisposable {
  private current: RunnerState = { kind: 'stopped' };
  private starting: Promise<AgentConnection> | undefined;
  private process: AgentProcess | undefined;
  /** Grows with every stop: a start that was overtaken by one does not become the current state. */
  private generation = 0;

  constructor(private readonly options: RunnerOptions) {}

  get state(): RunnerState {
    return this.current;
  }

  /** @throws AgentError */
  start(plan: LaunchPlan): Promise<AgentConnection> {
    if (this.current.kind === 'ready') return Promise.resolve(this.current.connection);
    if (this.starting !== undefined) return this.starting;
    const starting = this.launch(plan, this.generation).finally(() => {
      if (this.starting === starting) this.starting = undefined;
    });
    this.starting = starting;
    return starting;
  }

  async stop(): Promise<void> {
    this.generation++;
    const { process, current } = this;
    this.starting = undefined;
    this.set({ kind: 'stopped' });
    if (current.kind === 'ready') await current.connection.stop();
    await process?.stop(this.options.limits().stopGraceSeconds * 1000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Kills at once: the extension host is going away. */
  killNow(): void {
    this.process?.kill();
  }

  private async launch(plan: LaunchPlan, generation: number): Promise<AgentConnection> {
    const { host, limits } = this.options;
    this.set({ kind: 'starting', mayInstall: plan.mayInstall === true });
    try {
      host.log.info(`[agent] start command=${plan.display}`);
      const process = await startProcess(plan);
      if (generation !== this.generation) {
        process.kill();
        throw stopped();
      }
      this.process = process;
      this.keepRecord(process);
      // With it comes the SDK, which would take most of the time of activation.
      const { AgentConnection } = await import('./connection');
      const connection = await AgentConnection.open({
        process,
        host,
        clientInfo: this.options.clientInfo,
        clientCapabilities: this.options.clientCapabilities,
        ...limits(),
        trace: this.options.trace,
      });
      if (generation !== this.generation) {
        await connection.stop();
        throw stopped();
      }
      void connection.closed.then((reason) => {
        this.onClosed(connection, reason);
      });
      this.set({ kind: 'ready', connection });
      return connection;
    } catch (thrown) {
      // Whatever went wrong then is what the stop did.
      if (generation !== this.generation) throw stopped();
      const error = thrown instanceof AgentError ? thrown : spawnFailed(plan.display, thrown);
      host.log.warn(`[agent] start failed tag=${error.tag}`);
      this.set({ kind: 'failed', error });
      throw error;
    }
  }

  /** For the case that this extension host dies before its agents. */
  private keepRecord({ pid, mark, exited }: AgentProcess): void {
    const { ledger } = this.options;
    const recorded = ledger.record(pid, mark).catch(() => undefined);
    void exited
      .then(() => recorded)
      .then(() => ledger.forget(pid))
      .catch(() => undefined);
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
