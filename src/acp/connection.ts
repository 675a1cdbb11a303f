import type { ClientConnection } from '@agentclientprotocol/sdk';
import { client } from './libraries/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { registerClientHandlers } from './clientHandlers';
import { AgentError } from './errors';
import { handshakeTimeout, startFailed, startupTimeout, type StartFacts } from './errors/start';
import { translateFailure } from './errors/translate';
import {
  badAnswer,
  connectionClosed,
  exited,
  inputClosed,
  protocolVersion,
  stopped,
  withdrawn,
  wrongFraming,
  writeAfterExit,
} from './errors/wire';
import { refusal } from './gates';
import { parseDescription, PROTOCOL_VERSION, type AgentDescription } from './handshake';
import { asObject, asString, isObject, type JsonObject } from './json';
import { pathMap, toAgent, toHost, type PathMap } from './pathMap';
import type { HostPorts } from './ports';
import type { AgentProcess } from './process';
import { redact } from './redact';
import { Session, type SessionOptions } from './session';
import { SessionTable } from './sessionTable';
import { budgetSpent } from './startBudget';
import { openWire, type Wire, type WireEvents } from './wire';

/** What a connection needs of an agent; in tests it may be a pair of streams. */
export type RunningAgent = Pick<
  AgentProcess,
  'plan' | 'stdin' | 'stdout' | 'exited' | 'running' | 'stderrTail' | 'stop'
> & {
  /** See there; of an agent that fetches nothing it may be absent. */
  agentRuns?(): Promise<boolean>;
  /** Why an agent that is no process of ours ended. */
  endReason?(): AgentError | undefined;
};

export interface ConnectionOptions {
  readonly process: RunningAgent;
  readonly host: HostPorts;
  readonly clientInfo: { readonly name: string; readonly title: string; readonly version: string };
  /** Sent in initialize: only what really works. */
  readonly clientCapabilities: JsonObject;
  /** Seconds from start to the answer of initialize. */
  readonly handshakeSeconds: number;
  /** The same for a program that may install the agent first: see LaunchPlan.mayInstall. */
  readonly installSeconds: number;
  /** Seconds between SIGTERM and SIGKILL. */
  readonly stopGraceSeconds: number;
  /** Limit of one message in either direction, in bytes; default: MAX_LINE_BYTES. */
  readonly maxMessageBytes?: number;
  readonly trace?: (direction: 'in' | 'out', message: JsonObject) => void;
}

/** What a session shows itself through, and what it is watched by. */
export type SessionView = Pick<SessionOptions, 'transcript' | 'changed' | 'limits' | 'preset'>;

/** Time (ms) for the last output of an agent that has ended, and for the exit of one that closed its output. */
const SETTLE_MS = 1000;
/** Lines of noise kept for the error card. */
const NOISE_LINES = 40;

/**
 * The connection to one running agent: from initialize to the end of its process. When it is over, for whatever
 * reason, everything pending on it is settled with that one reason.
 */
export class AgentConnection {
  /** Resolves with the reason when the connection is over; never rejects. */
  readonly closed: Promise<AgentError>;
  private readonly sessions: SessionTable;
  private readonly noise: string[] = [];
  private readonly sdk: ClientConnection;
  private readonly wire: Wire;
  private readonly process: RunningAgent;
  private readonly paths: PathMap;
  private failure: AgentError | undefined;
  private sawMessage = false;
  private about: AgentDescription | undefined;
  private over: (reason: AgentError) => void = () => undefined;

  private constructor(private readonly options: ConnectionOptions) {
    const { host } = options;
    this.process = options.process;
    this.paths = pathMap(options.process.plan.paths);
    this.closed = new Promise((resolve) => {
      this.over = resolve;
    });
    this.sessions = new SessionTable((reason) => {
      host.log.info(`[wire] ignored ${reason}`);
    });
    const events: WireEvents = {
      update: (params) => {
        this.sessions.update(isObject(params) ? toHost(params, this.paths) : params);
      },
      noise: (line) => {
        this.onNoise(line);
      },
      dropped: (reason) => {
        host.log.warn(`[wire] dropped ${reason}`);
      },
      tap: (direction, message) => {
        if (direction === 'in') this.sawMessage = true;
        options.trace?.(direction, message);
      },
      writeFailed: (reason) => {
        void this.onWriteFailed(reason);
      },
    };
    const { stdin, stdout } = this.process;
    this.wire = openWire(stdout, stdin, events, options.maxMessageBytes);
    const app = client({ name: options.clientInfo.name });
    registerClientHandlers(app, this.sessions, host, this.paths);
    this.sdk = app.connect(this.wire.stream);
    void this.watchExit();
    void this.watchOutput();
  }

  /**
   * Says hello to a started agent. On failure the process is ended.
   * @throws AgentError
   */
  static async open(options: ConnectionOptions): Promise<AgentConnection> {
    const connection = new AgentConnection(options);
    try {
      connection.about = await connection.initialize();
      return connection;
    } catch (error) {
      if (error instanceof AgentError) connection.fail(error);
      await options.process.stop(options.stopGraceSeconds * 1000);
      throw error;
    }
  }

  get agent(): AgentDescription {
    if (this.about === undefined) throw new Error('used before initialize was answered');
    return this.about;
  }

  /**
   * Starts a session, https://agentclientprotocol.com/protocol/session-setup.
   * @param others further folders (absolute) to work in, for an agent that can
   * @throws AgentError
   */
  newSession(cwd: string, view: SessionView, others: readonly string[] = []): Promise<Session> {
    return this.sessions.whileCreating(async () => {
      const answer = asObject(await this.request('session/new', this.place(cwd, others)));
      const id = asString(answer['sessionId']);
      if (id === undefined || id === '') throw badAnswer('session/new', 'it has no sessionId');
      view.transcript.beginSession();
      const session = new Session({ ...view, id, cwd, peer: this });
      session.applyAnswer(answer);
      this.sessions.add(session);
      return session;
    });
  }

  /**
   * Brings a session back that an earlier process of the agent had, with its own folder. What the agent replays is
   * left out: the transcript holds it already. Undefined when the agent cannot.
   * @param others as for a new session: this is the whole list, whatever it was before
   * @throws AgentError when it can and failed
   */
  async bringBack(
    id: string,
    cwd: string,
    view: SessionView,
    others: readonly string[] = [],
  ): Promise<Session | undefined> {
    const method = this.agent.bringBack;
    if (method === undefined) return undefined;
    view.transcript.beginSession();
    const session = new Session({ ...view, id, cwd, peer: this, replaying: true });
    // Known before the request: the replay comes before the answer, and with some agents after it.
    this.sessions.add(session);
    try {
      session.applyAnswer(
        asObject(await this.request(method, { sessionId: id, ...this.place(cwd, others) })),
      );
      return session;
    } catch (error) {
      session.close();
      this.sessions.delete(id);
      throw error;
    }
  }

  closeSession(session: Session): void {
    // An agent that goes on in a session nobody sees would still change files.
    session.cancel();
    session.close();
    this.sessions.delete(session.id);
    this.options.host.terminals.releaseAll(session.key);
  }

  /**
   * Has the agent log the person in, which may take minutes. Aborting tells the agent and does not wait for it; the
   * connection stays as it was.
   * @throws AgentError auth-failed; cancelled when aborted
   */
  async authenticate(methodId: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    await this.request('authenticate', { methodId }, signal);
  }

  /** Sessions may end with it. @throws AgentError, also when the agent does not offer it */
  async logout(): Promise<void> {
    await this.request('logout', {});
  }

  /**
   * @param signal sends $/cancel_request and stops waiting
   * @throws AgentError
   */
  async request(method: string, params: JsonObject, signal?: AbortSignal): Promise<unknown> {
    if (this.failure !== undefined) throw this.tooLate(this.failure);
    const refused = this.about && refusal(method, params, this.about);
    if (refused !== undefined) throw refused;
    try {
      const sent = toAgent(params, this.paths);
      if (signal === undefined) return await this.sdk.agent.request(method, sent);
      signal.throwIfAborted();
      return await this.sdk.agent.request(method, sent, {
        cancellationSignal: signal,
        stopWaitingOnCancel: true,
      });
    } catch (error) {
      if (signal?.aborted === true && !(error instanceof AgentError)) throw withdrawn(method);
      throw this.translate(method, error);
    }
  }

  notify(method: string, params: JsonObject): void {
    // A failed write is reported through `closed`.
    this.sdk.agent.notify(method, params).catch(() => undefined);
  }

  /** Ends the agent and everything it started. */
  async stop(): Promise<void> {
    this.fail(stopped());
    await this.process.stop(this.options.stopGraceSeconds * 1000);
  }

  /** What is not advertised is not sent: an agent would ignore it, or refuse the whole session. */
  private place(cwd: string, others: readonly string[]): JsonObject {
    const further = others.length > 0 && this.agent.additionalDirectories;
    return { cwd, mcpServers: [], ...(further ? { additionalDirectories: others } : {}) };
  }

  private async initialize(): Promise<AgentDescription> {
    const { clientInfo, clientCapabilities } = this.options;
    const timer = new AbortController();
    const silent = this.startTimeout(timer.signal).then(
      (error) => Promise.reject(error),
      () => Promise.reject(stopped()),
    );
    silent.catch(() => undefined);
    const hello = this.request('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo,
      clientCapabilities,
    });
    hello.catch(() => undefined);
    try {
      const about = parseDescription(asObject(await Promise.race([hello, silent])));
      if (about.version !== PROTOCOL_VERSION) throw protocolVersion(PROTOCOL_VERSION, about.version);
      return about;
    } finally {
      timer.abort();
    }
  }

  private onNoise(line: string): void {
    this.options.host.log.info(`[wire] noise bytes=${String(line.length)}`);
    this.options.host.log.trace(`[wire] noise ${redact(line.slice(0, 500))}`);
    if (this.noise.length < NOISE_LINES) this.noise.push(line.slice(0, 500));
    if (!this.sawMessage && /^content-length:\s*\d+/i.test(line)) this.fail(wrongFraming(this.startFacts()));
  }

  private async watchExit(): Promise<void> {
    const exit = await this.process.exited;
    // The last words of the agent count: a final answer may still be in the pipe.
    await Promise.race([this.wire.drained, delay(SETTLE_MS)]);
    this.process.stdout.destroy();
    this.fail(
      this.process.endReason?.() ??
        (this.about === undefined
          ? startFailed(exit, this.startFacts())
          : exited(exit, this.process.stderrTail())),
    );
  }

  private async watchOutput(): Promise<void> {
    await this.wire.drained;
    await this.orExit(() => connectionClosed(this.process.stderrTail()));
  }

  private async onWriteFailed(reason: string): Promise<void> {
    await this.orExit(() => inputClosed(reason, this.process.stderrTail()));
  }

  /** A broken pipe is mostly the first sign of an exit: then the exit is the better reason. */
  private async orExit(reason: () => AgentError): Promise<void> {
    await Promise.race([this.process.exited, delay(SETTLE_MS)]);
    if (!this.process.running || this.failure !== undefined) return;
    this.fail(reason());
    await this.process.stop(this.options.stopGraceSeconds * 1000);
  }

  private fail(reason: AgentError): void {
    if (this.failure !== undefined) return;
    this.failure = reason;
    this.options.host.log.info(`[connection] over tag=${reason.tag}`);
    for (const session of this.sessions.all) {
      session.close(reason);
      this.options.host.terminals.releaseAll(session.key);
    }
    this.sdk.close(reason);
    this.over(reason);
  }

  /** What a person did themselves needs no further explanation. */
  private tooLate(reason: AgentError): AgentError {
    return reason.tag === 'stopped' || reason.tag === 'write-after-exit' ? reason : writeAfterExit(reason);
  }

  private translate(method: string, error: unknown): AgentError {
    if (error instanceof AgentError) return error;
    if (this.failure !== undefined) return this.failure;
    const failed = translateFailure(method, error, this.about?.authMethods ?? []);
    this.options.host.log.info(`[connection] failed method=${method} tag=${failed.tag}`);
    return failed;
  }

  /** Resolves when the agent had its time; rejects when `signal` aborts. */
  private async startTimeout(signal: AbortSignal): Promise<AgentError> {
    const starting = {
      mayInstall: this.process.plan.mayInstall === true,
      agentRuns: async () => (await this.process.agentRuns?.()) === true,
      output: () => `${this.process.stderrTail()}\n${this.noise.join('\n')}`,
    };
    const { handshakeSeconds, installSeconds } = this.options;
    return (await budgetSpent(starting, this.options, signal)) === 'install'
      ? startupTimeout(installSeconds, this.startFacts())
      : handshakeTimeout(handshakeSeconds, this.startFacts());
  }

  private startFacts(): StartFacts {
    return {
      commandLine: this.process.plan.display,
      stderr: this.process.stderrTail(),
      noise: this.noise.join('\n'),
    };
  }
}
