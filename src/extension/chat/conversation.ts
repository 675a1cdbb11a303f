import type { AgentConnection, SessionView } from '../../acp/connection';
import { AgentError } from '../../acp/errors';
import { bringBackFailed } from '../../acp/errors/requests';
import type { LaunchPlan } from '../../acp/process';
import type { TurnLimits } from '../../acp/turnWatch';
import { systemClock, Watchdog } from '../../acp/watchdog';
import type { Session } from '../../acp/session';
import { Transcript, type TranscriptChange } from '../../acp/transcript';
import { AgentRunner, type RunnerOptions, type RunnerState } from '../../acp/agentRunner';
import type { AgentOffer } from '../agents/directory';
import { text } from '../text';
import { buildPrompt, type PromptAttachment } from './prompt';

export interface ConversationOptions {
  readonly offer: AgentOffer;
  /** Everything of the runner but its listener, for this conversation's sessions. */
  readonly runner: (conversation: Conversation) => Omit<RunnerOptions, 'changed'>;
  /** Folder to work in, asked at every start. Throws AgentError when there is none. */
  readonly folder: () => Promise<WorkFolder>;
  readonly onTranscript: (change: TranscriptChange) => void;
  /** The shown transcript was replaced by another one. */
  readonly onReset: () => void;
  readonly onState: () => void;
  readonly limits: RunLimits;
  /** True while something of ours that this session waits for is open: a review, a command. */
  readonly isBusy: (sessionKey: string) => boolean;
  /** Prompts that were queued and will not be sent: nothing typed is lost. */
  readonly onUnsent: (texts: readonly string[]) => void;
}

/** Asked whenever they are needed, so that a changed setting counts at once. Milliseconds; 0 = no limit. */
export interface RunLimits {
  readonly silence: () => number;
  readonly cancel: () => number;
  readonly idle: () => number;
  /** What happens by itself when a turn is silent for too long. */
  readonly onSilence: () => 'ask' | 'stop' | 'forceStop';
}

/** A session that an agent can bring back, with the folder it was made in. */
interface Resumable {
  readonly id: string;
  readonly cwd: string;
}

export interface WorkFolder {
  /** Absolute. */
  readonly path: string;
  /** True when no folder is open and a scratch folder serves. */
  readonly scratch: boolean;
}

/** What a person has with one agent: its process, its session and everything said so far. */
export class Conversation {
  transcript: Transcript;
  /** Keys of all sessions that the shown transcript came from. */
  readonly sessionKeys = new Set<string>();
  private readonly runner: AgentRunner;
  private active: Session | undefined;
  private opening: Promise<Session> | undefined;
  private tried = false;
  private wasReleased = false;
  private openFailure: AgentError | undefined;
  private resumable: Resumable | undefined;
  private readonly idle: Watchdog;
  private folderPath = '';

  /** What is started; may be replaced by a newer description of the same agent. */
  offer: AgentOffer;

  constructor(private readonly options: ConversationOptions) {
    this.offer = options.offer;
    this.transcript = this.freshTranscript();
    this.runner = new AgentRunner({
      ...options.runner(this),
      changed: () => {
        options.onState();
      },
    });
    this.idle = new Watchdog({
      clock: systemClock,
      limit: options.limits.idle,
      excused: () => !this.canBeReleased(),
      expired: () => void this.release(),
    });
  }

  get state(): RunnerState {
    return this.runner.state;
  }

  get session(): Session | undefined {
    return this.active?.closed === true ? undefined : this.active;
  }

  /** True once a start was tried, whatever came of it: then only the person starts it again. */
  get wasTried(): boolean {
    return this.tried;
  }

  /** True while the agent does not run because it was idle for long. */
  get released(): boolean {
    return this.wasReleased;
  }

  /** Why the agent, which may well be running, has no session. */
  get failure(): AgentError | undefined {
    return this.opening === undefined && this.session === undefined ? this.openFailure : undefined;
  }

  get cwd(): string {
    return this.folderPath;
  }

  /** Starts the agent and opens a session; one that is open already is returned. A failure is shown and thrown. */
  open(): Promise<Session> {
    if (this.session !== undefined) return Promise.resolve(this.session);
    this.opening ??= this.openSession().finally(() => {
      this.opening = undefined;
      this.options.onState();
    });
    return this.opening;
  }

  /** @throws AgentError when there is no agent to send to; the prompt was not taken then */
  async prompt(
    words: string,
    attachments: readonly PromptAttachment[],
  ): Promise<{ readonly queued: boolean }> {
    const session = await this.open();
    const { embeddedContext } = this.connection().agent;
    return session.prompt(buildPrompt(words, attachments, embeddedContext));
  }

  cancel(): void {
    this.session?.cancel();
  }

  keepWaiting(): void {
    this.session?.keepWaiting();
  }

  /** Ends the agent and all it started. */
  async stop(): Promise<void> {
    this.leaveSession();
    this.idle.stop();
    await this.runner.stop();
    this.options.onState();
  }

  /** A new agent process; its session is brought back where the agent can, else a new one begins below a visible break. */
  async restart(): Promise<void> {
    await this.stop();
    await this.open();
  }

  /** The session cannot be brought back: goes on in a new one, below a visible break. */
  async goOn(): Promise<void> {
    this.resumable = undefined;
    await this.open();
  }

  /** An empty conversation with the same process. */
  async newSession(): Promise<void> {
    // A session that is just being opened belongs to the transcript that is about to go.
    await this.opening?.catch(() => undefined);
    const old = this.session;
    const { state } = this;
    this.leaveSession();
    this.resumable = undefined;
    if (old !== undefined && state.kind === 'ready') state.connection.closeSession(old);
    this.transcript = this.freshTranscript();
    this.sessionKeys.clear();
    this.options.onReset();
    await this.open();
  }

  killNow(): void {
    this.runner.killNow();
  }

  private leaveSession(): void {
    const unsent = this.active?.queue.map((prompt) => prompt.text) ?? [];
    this.active = undefined;
    if (unsent.length > 0) this.options.onUnsent(unsent);
  }

  private freshTranscript(): Transcript {
    const transcript: Transcript = new Transcript((change) => {
      if (this.transcript === transcript) this.options.onTranscript(change);
    });
    return transcript;
  }

  private connection(): AgentConnection {
    const { state } = this;
    if (state.kind !== 'ready') throw new Error('no connection while a session is open');
    return state.connection;
  }

  private async openSession(): Promise<Session> {
    this.tried = true;
    this.wasReleased = false;
    this.openFailure = undefined;
    try {
      const folder = await this.options.folder();
      const connection = await this.runner.start(await this.plan(folder.path));
      const session = await this.sessionOn(connection, folder);
      this.active = session;
      this.folderPath = session.cwd;
      this.sessionKeys.add(session.key);
      this.idle.start();
      return session;
    } catch (error) {
      if (error instanceof AgentError && error.tag !== 'stopped') {
        this.openFailure = error;
        this.transcript.addError(error);
      }
      throw error;
    }
  }

  private async sessionOn(connection: AgentConnection, folder: WorkFolder): Promise<Session> {
    const { transcript, resumable } = this;
    const view = {
      transcript,
      changed: () => {
        this.sessionChanged();
      },
      limits: this.turnLimits(),
    };
    const old = resumable && (await this.bringBack(connection, resumable, view));
    if (old !== undefined) {
      transcript.addNotice('info', text.broughtBack());
      return old;
    }
    this.resumable = undefined;
    const fresh = await connection.newSession(folder.path, view);
    if (transcript.hasPrompts) transcript.addNotice('info', text.restarted());
    if (folder.scratch) transcript.addNotice('info', text.noFolder(folder.path));
    return fresh;
  }

  private async bringBack(
    connection: AgentConnection,
    { id, cwd }: Resumable,
    view: SessionView,
  ): Promise<Session | undefined> {
    try {
      return await connection.bringBack(id, cwd, view);
    } catch (error) {
      // An agent that died meanwhile has a reason of its own.
      if (error instanceof AgentError && this.runner.state.kind === 'ready') throw bringBackFailed(error);
      throw error;
    }
  }

  private sessionChanged(): void {
    const { session } = this;
    if (session?.hasHistory === true) this.resumable = { id: session.id, cwd: session.cwd };
    if (session !== undefined && session.turn !== 'idle') this.idle.touch();
    if (session?.stalled === 'silent') this.onSilence();
    this.options.onState();
  }

  private onSilence(): void {
    const action = this.options.limits.onSilence();
    if (action === 'stop') this.cancel();
    else if (action === 'forceStop') void this.restart().catch(() => undefined);
  }

  private turnLimits(): TurnLimits {
    const { silence, cancel } = this.options.limits;
    return {
      clock: systemClock,
      silence,
      cancel,
      excused: () => this.active !== undefined && this.options.isBusy(this.active.key),
    };
  }

  /** Only what can be brought back may go, and nothing that works or waits. */
  private canBeReleased(): boolean {
    const { session, state } = this;
    if (session === undefined || state.kind !== 'ready') return false;
    const canReturn = !session.hasHistory || state.connection.agent.bringBack !== undefined;
    return canReturn && session.turn === 'idle' && !this.options.isBusy(session.key);
  }

  /** The agent has been idle for long: its process goes, the next prompt brings it back. */
  private async release(): Promise<void> {
    this.wasReleased = true;
    await this.stop();
  }

  private async plan(cwd: string): Promise<LaunchPlan> {
    return this.offer.plan(cwd);
  }
}
