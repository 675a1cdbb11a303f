import type { AgentConnection } from '../../acp/connection';
import { AgentError } from '../../acp/errors';
import type { LaunchPlan } from '../../acp/process';
import type { Session } from '../../acp/session';
import { Transcript, type TranscriptChange } from '../../acp/transcript';
import { AgentRunner, type RunnerOptions, type RunnerState } from '../agents/agentRunner';
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
  /** Prompts that were queued and will not be sent: nothing typed is lost. */
  readonly onUnsent: (texts: readonly string[]) => void;
}

export interface WorkFolder {
  /** Absolute. */
  readonly path: string;
  /** True when no folder is open and a scratch folder serves. */
  readonly scratch: boolean;
}

/** Time (ms) an agent has to confirm a stop before the person is offered a restart. */
const CANCEL_LIMIT_MS = 10_000;

/** What a person has with one agent: its process, its session and everything said so far. */
export class Conversation {
  transcript: Transcript;
  /** Keys of all sessions that the shown transcript came from. */
  readonly sessionKeys = new Set<string>();
  private readonly runner: AgentRunner;
  private active: Session | undefined;
  private opening: Promise<Session> | undefined;
  private tried = false;
  private openFailure: AgentError | undefined;
  private cancelTimer: NodeJS.Timeout | undefined;
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
    const { session } = this;
    if (session === undefined) return;
    session.cancel();
    clearTimeout(this.cancelTimer);
    this.cancelTimer = setTimeout(() => {
      if (session.turn === 'cancelling' && !session.closed) {
        this.transcript.addNotice('warning', text.notResponding(), text.notRespondingRemedy());
      }
    }, CANCEL_LIMIT_MS);
  }

  /** Ends the agent and all it started. */
  async stop(): Promise<void> {
    this.leaveSession();
    clearTimeout(this.cancelTimer);
    await this.runner.stop();
    this.options.onState();
  }

  /** A new agent process; the conversation stays above a visible break. */
  async restart(): Promise<void> {
    await this.stop();
    await this.open();
  }

  /** An empty conversation with the same process. */
  async newSession(): Promise<void> {
    // A session that is just being opened belongs to the transcript that is about to go.
    await this.opening?.catch(() => undefined);
    const old = this.session;
    const { state } = this;
    this.leaveSession();
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
    this.openFailure = undefined;
    try {
      const folder = await this.options.folder();
      const connection = await this.runner.start(await this.plan(folder.path));
      const { transcript } = this;
      this.folderPath = folder.path;
      const session = await connection.newSession(folder.path, transcript, () => {
        this.options.onState();
      });
      if (transcript.hasPrompts) transcript.addNotice('info', text.restarted());
      if (folder.scratch) transcript.addNotice('info', text.noFolder(folder.path));
      this.active = session;
      this.sessionKeys.add(session.key);
      return session;
    } catch (error) {
      if (error instanceof AgentError && error.tag !== 'stopped') {
        this.openFailure = error;
        this.transcript.addError(error);
      }
      throw error;
    }
  }

  private async plan(cwd: string): Promise<LaunchPlan> {
    return this.offer.plan(cwd);
  }
}
