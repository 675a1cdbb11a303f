import { EventEmitter, workspace, type Disposable, type Memento } from 'vscode';
import { AgentError } from '../../acp/errors';
import { unknownAgent } from '../../acp/errors/start';
import type { Session } from '../../acp/session';
import type { TranscriptChange } from '../../acp/transcript';
import type { AgentDirectory, AgentOffer } from '../agents/directory';
import type { RunnerOptions } from '../../acp/agentRunner';
import { describe } from '../log';
import type { Log } from '../../acp/ports';
import { readSettings } from '../settings';
import type { AskingSession } from '../permissions/permissionPrompts';
import { Attachments } from './attachments';
import { Conversation } from './conversation';
import type { RunLimits } from './conversationOptions';
import type { WorkFolders } from './workFolder';

export interface ChatOptions {
  readonly directory: AgentDirectory;
  readonly runner: (conversation: Conversation) => Omit<RunnerOptions, 'changed'>;
  readonly folders: WorkFolders;
  /** True while a review or a command of this session is open. */
  readonly isBusy: (sessionKey: string) => boolean;
  readonly state: Memento;
  readonly log: Log;
}

const AGENT_KEY = 'agent';
const DRAFT_KEY = 'draft';

/**
 * Which agent the person works with, and what they are about to say. Each agent keeps its own conversation: choosing
 * another one leaves it running. Knows nothing of how it is shown.
 */
export class Chat implements Disposable {
  private readonly conversations = new Map<string, Conversation>();
  private current: Conversation | undefined;
  private selecting: Promise<Conversation> | undefined;
  private readonly transcriptChanges = new EventEmitter<TranscriptChange>();
  private readonly stateChanges = new EventEmitter<void>();
  private readonly resets = new EventEmitter<void>();
  /** The shown transcript changed. */
  readonly onTranscript = this.transcriptChanges.event;
  /** Agent, session, queue, attachments: anything of the status changed, of any conversation. */
  readonly onState = this.stateChanges.event;
  /** Another transcript is shown. */
  readonly onReset = this.resets.event;
  readonly attachments: Attachments;

  constructor(private readonly options: ChatOptions) {
    this.attachments = new Attachments(() => {
      this.stateChanges.fire();
    });
  }

  get shown(): Conversation | undefined {
    return this.current;
  }

  get all(): Iterable<Conversation> {
    return this.conversations.values();
  }

  get draft(): string {
    return this.options.state.get<string>(DRAFT_KEY) ?? '';
  }

  setDraft(text: string): void {
    void this.options.state.update(DRAFT_KEY, text === '' ? undefined : text);
  }

  /** The conversation that has, or had, the session with this key. */
  byKey(sessionKey: string): Conversation | undefined {
    return [...this.conversations.values()].find(({ sessionKeys }) => sessionKeys.has(sessionKey));
  }

  /** Resolves when it is clear which agent is shown, started or not. */
  async chosen(): Promise<void> {
    await this.ensure();
  }

  /** Makes sure that an agent is chosen and, where that is allowed, started. Failures are shown in the transcript. */
  async ready(): Promise<void> {
    try {
      const conversation = await this.ensure();
      if (workspace.isTrusted && !conversation.wasTried) await conversation.open();
    } catch (error) {
      this.options.log.info(`[chat] not ready: ${describe(error)}`);
    }
  }

  /** @throws AgentError when the agent cannot be started: the prompt was not taken */
  async prompt(text: string): Promise<{ readonly queued: boolean }> {
    const conversation = await this.ensure();
    const attachments = this.attachments.take();
    try {
      const taken = await conversation.prompt(text, attachments);
      this.setDraft('');
      return taken;
    } catch (error) {
      this.attachments.giveBack(attachments);
      throw error;
    }
  }

  /** Shows this agent's conversation, and starts the agent when it is not running. */
  async select(offer: AgentOffer): Promise<void> {
    const conversation = this.show(offer);
    await this.options.state.update(AGENT_KEY, offer.id);
    if (conversation.session === undefined) await this.quietly(() => conversation.open());
  }

  /** @param which the shown one unless told */
  async restart(which?: Conversation): Promise<void> {
    await this.quietly(async () => {
      const conversation = which ?? (await this.ensure());
      await this.refresh(conversation);
      await conversation.restart();
    });
  }

  /** The package runner is to ask its registry anew, which the person has agreed to. */
  async refreshPackage(): Promise<void> {
    await this.quietly(async () => this.current?.restartWith('version-missing'));
  }

  /** The session cannot be brought back, and the person goes on without it. */
  async goOn(): Promise<void> {
    await this.quietly(async () => this.current?.goOn());
  }

  /** The conversation with this agent, or the shown one, without starting it. Undefined: there is no such agent. */
  async find(agentId?: string): Promise<Conversation | undefined> {
    if (agentId === undefined) return this.ensure();
    const offer = await this.options.directory.find(agentId);
    return offer === undefined ? this.conversations.get(agentId) : this.take(offer);
  }

  /** The conversation with this agent, if there is one already. */
  opened(agentId: string): Conversation | undefined {
    return this.conversations.get(agentId);
  }

  /** Shows it without starting its agent. */
  async reveal(conversation: Conversation): Promise<void> {
    this.show(conversation.offer);
    await this.options.state.update(AGENT_KEY, conversation.offer.id);
  }

  /** The settings may have changed since: what is started next is what they say now. */
  async refresh(conversation: Conversation): Promise<void> {
    const offer = await this.options.directory.find(conversation.offer.id);
    if (offer !== undefined) conversation.offer = offer;
  }

  /** Sends the failed prompt of this card again. */
  async retry(entryId: string): Promise<void> {
    await this.quietly(async () => this.current?.retry(entryId));
  }

  /** Another folder of the workspace for the shown agent, which begins a new session there. */
  async changeFolder(): Promise<void> {
    await this.quietly(async () => {
      const { folders } = this.options;
      const conversation = await this.ensure();
      const picked = await folders.pick(conversation.offer, await folders.of(conversation.offer.id));
      if (picked !== undefined && picked.path !== conversation.cwd) await conversation.changeFolder();
    });
  }

  /** Puts what the failed prompt of this card was made of back into the composer. */
  editPrompt(entryId: string): void {
    this.current?.takeBack(entryId);
  }

  async stop(): Promise<void> {
    await this.current?.stop();
  }

  async newSession(): Promise<void> {
    await this.quietly(async () => {
      const conversation = await this.ensure();
      await conversation.newSession();
    });
  }

  cancel(): void {
    this.current?.cancel();
  }

  get session(): Session | undefined {
    return this.current?.session;
  }

  /** Sessions of all agents, the shown one first: any of them may wait for the person. */
  get asking(): readonly AskingSession[] {
    const shownFirst = [...this.conversations.values()].sort(
      (a, b) => Number(b === this.current) - Number(a === this.current),
    );
    return shownFirst.flatMap(({ session, offer }) =>
      session === undefined ? [] : [{ session, agentName: offer.name }],
    );
  }

  dispose(): void {
    for (const conversation of this.conversations.values()) conversation.killNow();
    this.transcriptChanges.dispose();
    this.stateChanges.dispose();
    this.resets.dispose();
  }

  /** Ends every agent in the orderly way. */
  async shutDown(): Promise<void> {
    await Promise.allSettled([...this.conversations.values()].map((conversation) => conversation.stop()));
  }

  private ensure(): Promise<Conversation> {
    if (this.current !== undefined) return Promise.resolve(this.current);
    this.selecting ??= this.chooseFirst().finally(() => {
      this.selecting = undefined;
    });
    return this.selecting;
  }

  private async chooseFirst(): Promise<Conversation> {
    const { directory, state } = this.options;
    const wanted = state.get<string>(AGENT_KEY) ?? readSettings().defaultAgent;
    const offer = await directory.find(wanted);
    if (this.current !== undefined) return this.current;
    return this.show(offer ?? missingOffer(wanted));
  }

  private show(offer: AgentOffer): Conversation {
    const conversation = this.take(offer);
    if (conversation !== this.current) {
      this.current = conversation;
      this.resets.fire();
      this.stateChanges.fire();
    }
    return conversation;
  }

  private take(offer: AgentOffer): Conversation {
    const conversation = this.conversations.get(offer.id) ?? this.create(offer);
    this.conversations.set(offer.id, conversation);
    conversation.offer = offer;
    return conversation;
  }

  private create(offer: AgentOffer): Conversation {
    const created: Conversation = new Conversation({
      offer,
      runner: this.options.runner,
      folder: () => this.options.folders.of(offer.id),
      pickFolder: (folder, signal) => this.options.folders.pickOnce(created.offer, folder, signal),
      limits: runLimits,
      permissions: () =>
        readSettings().agents.find(({ id }) => id === created.offer.id)?.permissions ?? 'ask',
      isBusy: this.options.isBusy,
      onTranscript: (change) => {
        if (this.current === created) this.transcriptChanges.fire(change);
      },
      onReset: () => {
        if (this.current === created) this.resets.fire();
      },
      onState: () => {
        this.stateChanges.fire();
      },
      onUnsent: (prompts) => {
        const texts = [this.draft, ...prompts.map(({ text }) => text)];
        this.setDraft(texts.filter((text) => text !== '').join('\n\n'));
        this.attachments.giveBack(prompts.flatMap(({ attachments }) => attachments));
        // The draft is one for all conversations: the page needs it whichever is shown.
        this.resets.fire();
      },
    });
    return created;
  }

  private async quietly(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      // Shown as a card in the transcript already.
      this.options.log.info(`[chat] ${error.tag}`);
    }
  }
}

const runLimits: RunLimits = {
  silence: () => readSettings().turnTimeout * 1000,
  cancel: () => readSettings().cancelTimeout * 1000,
  idle: () => readSettings().idleRelease * 60_000,
  onSilence: () => readSettings().turnTimeoutAction,
};

/** Stands for an agent that was chosen once and is not there any more: it says so when it is started. */
function missingOffer(id: string): AgentOffer {
  return {
    id,
    name: id,
    detail: '',
    usable: false,
    availability: 'notInstalled',
    origins: [],
    canInstall: false,
    defaults: {},
    plan: () => Promise.reject(unknownAgent(id)),
  };
}
