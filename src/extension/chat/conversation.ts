import { acceptAttempt } from '../../acp/attempts';
import type { AgentConnection } from '../../acp/connection';
import { AgentError } from '../../acp/errors';
import type { PromptInput } from '../../acp/entries';
import { stopped } from '../../acp/errors/wire';
import { refusal } from '../../acp/gates';
import { LoginFlow } from '../../acp/loginFlow';
import type { AttemptReason, LaunchPlan } from '../../acp/launchPlan';
import type { TurnLimits } from '../../acp/turnWatch';
import { systemClock, Watchdog } from '../../acp/watchdog';
import type { Session } from '../../acp/session';
import { Transcript } from '../../acp/transcript';
import { AgentRunner, type RunnerState } from '../../acp/agentRunner';
import type { AgentOffer, LaunchVariant } from '../agents/directory';
import { text } from '../text';
import type { ConversationOptions, UnsentPrompt } from './conversationOptions';
import { buildPrompt, type PromptAttachment } from './prompt';
import type { WorkFolder } from './roots';
import { connect, startSession, type Resumable, type StartedSession, type WorkPlace } from './sessionStart';

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
  /** No turn has ended well since login or key changed: what was there before may be gone. */
  private freshLogin = false;
  private accepted: AttemptReason | undefined;
  private place: WorkPlace | undefined;
  /** Grows with every stop: an opening that was overtaken by one comes to nothing. */
  private epoch = 0;
  /** What the prompts were made of, by their list of attachments, for giving them back whole. */
  private readonly sources = new WeakMap<object, readonly PromptAttachment[]>();

  readonly login: LoginFlow;
  /** What is started; may be replaced by a newer description of the same agent. */
  offer: AgentOffer;

  constructor(private readonly options: ConversationOptions) {
    this.offer = options.offer;
    this.transcript = this.freshTranscript();
    this.login = new LoginFlow(options.onState);
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

  /** True from the wish to start until there is a session or a failure, the search for the program included. */
  get isOpening(): boolean {
    return this.opening !== undefined;
  }

  /** Why the agent, which may well be running, has no session. */
  get failure(): AgentError | undefined {
    return this.opening === undefined && this.session === undefined ? this.openFailure : undefined;
  }

  get cwd(): string {
    return this.place?.path ?? '';
  }

  /** The folder that the session works in; kept while there is none. */
  get folder(): WorkPlace | undefined {
    return this.place;
  }

  /** Starts the agent and opens a session; one that is open already is returned. A failure is shown and thrown. */
  open(): Promise<Session> {
    const { session } = this;
    if (session !== undefined && !session.lost) return Promise.resolve(session);
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
    // Whatever is sent now would only fail once more.
    if (this.login.ongoing !== undefined) throw new Error(text.finishLogin());
    const session = await this.open();
    const { agent } = this.connection();
    const prompt = buildPrompt(words, attachments, agent.embeddedContext);
    // Said before anything is taken: the text and what belongs to it stay in the composer.
    const refused = refusal('session/prompt', { prompt: prompt.blocks }, agent);
    if (refused !== undefined) throw refused;
    this.sources.set(prompt.attachments, attachments);
    return session.prompt(prompt);
  }

  /** Sends the prompt of a failed turn again, as it was; in a new session where the agent lost the old one. */
  async retry(entryId: string): Promise<void> {
    const session = await this.open();
    const prompt = this.transcript.takePrompt(entryId);
    if (prompt !== undefined) session.prompt(prompt);
  }

  /** Gives the prompt of a failed turn back to be changed. */
  takeBack(entryId: string): void {
    const prompt = this.transcript.takePrompt(entryId);
    if (prompt !== undefined) this.options.onUnsent([this.unsent(prompt)]);
  }

  /** Starts the agent without a session. A failure is shown and thrown. */
  async connect(): Promise<AgentConnection> {
    const { epoch } = this;
    this.tried = true;
    try {
      return await this.start((await this.options.folder()).path, epoch);
    } catch (error) {
      this.showFailure(error);
      throw error;
    }
  }

  /** Login or key have changed: the session is brought back or a new one begins, below a visible break. */
  async renew(how: 'running' | 'restart'): Promise<void> {
    if (how === 'restart') await this.stop();
    await this.opening?.catch(() => undefined);
    this.dropSession();
    this.freshLogin = true;
    await this.open();
  }

  /** How the agent, or with `variant` another program of it, is started in the folder to work in. */
  async plan(variant?: LaunchVariant): Promise<LaunchPlan> {
    return this.offer.plan((await this.options.folder()).path, variant);
  }

  cancel(): void {
    this.session?.cancel();
  }

  keepWaiting(): void {
    this.session?.keepWaiting();
  }

  /** Ends the agent and all it started. */
  async stop(): Promise<void> {
    this.epoch++;
    if (this.login.ongoing !== undefined) this.login.cancel();
    this.leaveSession();
    this.idle.stop();
    await this.runner.stop();
    // What was being opened fails now; the next opening must not be taken for it.
    await this.opening?.catch(() => undefined);
    this.options.onState();
  }

  /** A new agent process; its session is brought back where the agent can, else a new one begins below a visible break. */
  async restart(): Promise<void> {
    await this.stop();
    await this.open();
  }

  /** Starts once more in the way that had to be asked for first, see `acceptAttempt`. */
  async restartWith(accepted: AttemptReason): Promise<void> {
    await this.stop();
    this.accepted = accepted;
    await this.open();
  }

  /** The session cannot be brought back: goes on in a new one, below a visible break. */
  async goOn(): Promise<void> {
    this.resumable = undefined;
    await this.open();
  }

  /** The folder that was chosen counts for new sessions only: goes on in one, with a process that starts there. */
  async changeFolder(): Promise<void> {
    await this.stop();
    this.resumable = undefined;
    await this.open();
  }

  /** An empty conversation with the same process. */
  async newSession(): Promise<void> {
    // A session that is just being opened belongs to the transcript that is about to go.
    await this.opening?.catch(() => undefined);
    this.dropSession();
    this.resumable = undefined;
    this.transcript = this.freshTranscript();
    this.sessionKeys.clear();
    this.options.onReset();
    await this.open();
  }

  killNow(): void {
    this.runner.killNow();
  }

  private leaveSession(): void {
    this.giveBackQueue();
    this.active = undefined;
  }

  /** Leaves a session of an agent that goes on running. */
  private dropSession(): void {
    const { session, state } = this;
    this.leaveSession();
    if (session !== undefined && state.kind === 'ready') state.connection.closeSession(session);
  }

  private giveBackQueue(): void {
    const unsent = (this.active?.takeQueue() ?? []).map((prompt) => this.unsent(prompt));
    if (unsent.length > 0) this.options.onUnsent(unsent);
  }

  private unsent({ text: words, attachments }: PromptInput): UnsentPrompt {
    return { text: words, attachments: this.sources.get(attachments) ?? [] };
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
    const { epoch } = this;
    this.dropSession();
    try {
      const { connection, folder } = await connect({
        runner: this.runner,
        plan: ({ path }) => this.startPlan(path),
        folder: await this.options.folder(),
        pickFolder: this.options.pickFolder,
        earlier: this.resumable,
        check: () => {
          this.checkEpoch(epoch);
        },
      });
      const { session, place } = await this.startIn(connection, folder);
      this.checkEpoch(epoch);
      this.active = session;
      this.place = place;
      if (this.resumable?.id !== session.id) this.resumable = undefined;
      this.sessionKeys.add(session.key);
      this.idle.start();
      return session;
    } catch (error) {
      this.openFailure = this.showFailure(error);
      throw error;
    }
  }

  private async startPlan(folder: string): Promise<LaunchPlan> {
    const plan = await this.offer.plan(folder);
    const { accepted } = this;
    this.accepted = undefined;
    return (accepted && acceptAttempt(plan, accepted)) ?? plan;
  }

  private async start(folder: string, epoch: number): Promise<AgentConnection> {
    const plan = await this.startPlan(folder);
    this.checkEpoch(epoch);
    return this.runner.start(plan);
  }

  private showFailure(error: unknown): AgentError | undefined {
    if (!(error instanceof AgentError) || error.tag === 'stopped') return undefined;
    this.transcript.addError(error);
    return error;
  }

  /** @throws AgentError when a stop has overtaken this opening */
  private checkEpoch(epoch: number): void {
    if (epoch !== this.epoch) throw stopped();
  }

  private startIn(connection: AgentConnection, folder: WorkFolder): Promise<StartedSession> {
    return startSession({
      connection,
      folder,
      view: {
        transcript: this.transcript,
        changed: () => {
          this.sessionChanged();
        },
        limits: this.turnLimits(),
        preset: this.options.permissions,
      },
      agentName: this.offer.name,
      defaults: this.offer.defaults,
      afterLogin: this.freshLogin,
      earlier: this.resumable,
      isAlive: () => this.runner.state.kind === 'ready',
    });
  }

  private sessionChanged(): void {
    const { session } = this;
    if (this.active?.closed === true || session?.lost === true) this.giveBackQueue();
    if (session?.hasHistory === true) {
      this.freshLogin = false;
      this.resumable = { id: session.id, cwd: session.cwd };
    }
    if (session?.lost === true && this.freshLogin) this.sendLostPrompt();
    if (session !== undefined && session.turn !== 'idle') this.idle.touch();
    if (session?.stalled === 'silent') this.onSilence();
    this.options.onState();
  }

  /** Agents lose their sessions with a new login: once, the prompt goes into a new one by itself. */
  private sendLostPrompt(): void {
    this.freshLogin = false;
    this.resumable = undefined;
    const failed = [...this.transcript.entries].findLast((entry) => entry.kind === 'error');
    if (failed !== undefined) void this.retry(failed.id).catch(() => undefined);
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
    if (session === undefined || state.kind !== 'ready' || this.login.ongoing !== undefined) return false;
    const canReturn = !session.hasHistory || state.connection.agent.bringBack !== undefined;
    return canReturn && session.turn === 'idle' && !this.options.isBusy(session.key);
  }

  /** The agent has been idle for long: its process goes, the next prompt brings it back. */
  private async release(): Promise<void> {
    this.wasReleased = true;
    await this.stop();
  }
}
