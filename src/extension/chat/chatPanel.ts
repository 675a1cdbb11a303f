import { window, type Disposable } from 'vscode';
import { AgentError } from '../../acp/errors';
import type { AgentState, AgentView, StatusView } from '../../shared/view';
import type { HostNotification, HostRequest } from '../../shared/parse';
import { AgentChoices } from '../agents/choices';
import type { AgentDirectory } from '../agents/directory';
import type { ContextKeys } from '../contextKeys';
import { Disposables } from '../disposables';
import type { Reviews } from '../edits/reviews';
import type { PermissionPrompts } from '../permissions/permissionPrompts';
import { describe } from '../log';
import { readSettings } from '../settings';
import type { EditorTerminals } from '../terminals/terminals';
import { text, translate } from '../text';
import type { CardActions } from './cardActions';
import type { Chat } from './chat';
import type { ChatView, ChatViewHandlers } from './chatView';
import { ChatFeed } from './feed';
import type { Images } from './images';
import type { Opener } from './opener';
import { StatusItem } from './statusItem';
import type { Conversation } from './conversation';
import { presentAgent, presentStatus } from './presentStatus';
import { diffsOf } from './presentTool';

export interface PanelParts {
  readonly chat: Chat;
  readonly reviews: Reviews;
  readonly terminals: EditorTerminals;
  readonly prompts: PermissionPrompts;
  readonly opener: Opener;
  readonly images: Images;
  readonly keys: ContextKeys;
  readonly actions: CardActions;
  readonly directory: AgentDirectory;
  /** Works with the agent of this id, installing it first where that is needed. */
  readonly chooseAgent: (id: string) => void;
}

/** Between the chat and what shows it: view messages become calls, changes become deltas, badges and context keys. */
export class ChatPanel implements ChatViewHandlers, Disposable {
  private readonly owned = new Disposables();
  private readonly feed: ChatFeed;
  private readonly statusItem: StatusItem;
  private readonly choices: AgentChoices;
  private view: ChatView | undefined;

  constructor(private readonly parts: PanelParts) {
    const { chat, reviews, terminals } = parts;
    this.feed = new ChatFeed(
      {
        watched: () => this.view?.isVisible === true,
        conversation: () => chat.shown,
        status: () => this.status(),
        terminals: () => terminals.ofSessions(chat.shown?.sessionKeys ?? new Set()),
        terminal: (id) => terminals.view(id),
        draft: () => chat.draft,
      },
      (seq, deltas) => {
        this.view?.send('deltas', { seq, deltas });
      },
    );
    this.statusItem = this.owned.add(new StatusItem());
    this.choices = this.owned.add(
      new AgentChoices(parts.directory, () => {
        this.feed.statusChange();
      }),
    );
    this.owned.add(
      chat.onTranscript((change) => {
        this.feed.transcriptChanged(change);
      }),
    );
    this.owned.add(
      chat.onReset(() => {
        this.reset();
      }),
    );
    this.owned.add(
      chat.onState(() => {
        this.stateChanged();
      }),
    );
    this.owned.add(
      reviews.onDidChange(() => {
        this.stateChanged();
      }),
    );
  }

  attach(view: ChatView): void {
    this.view = view;
  }

  /** Output and state of integrated terminals, for the cards. */
  readonly terminalListener = {
    output: (sessionKey: string, id: string, chunk: string): void => {
      if (this.isShown(sessionKey)) this.feed.transcriptChanged({ kind: 'output', id, text: chunk });
    },
    changed: (sessionKey: string, terminal: { readonly id: string }): void => {
      if (this.isShown(sessionKey)) this.feed.transcriptChanged({ kind: 'terminal', id: terminal.id });
    },
  };

  async request(message: HostRequest): Promise<unknown> {
    switch (message.method) {
      case 'snapshot':
        // Answered only once there is an agent to name; starting it may take longer and is shown as it goes.
        void this.parts.chat.ready();
        await this.parts.chat.chosen();
        return this.feed.snapshot();
      case 'prompt':
        try {
          return await this.parts.chat.prompt(message.params.text);
        } catch (error) {
          throw error instanceof AgentError ? new Error(translate(error.title)) : error;
        }
      case 'attachImage':
        await this.parts.images.attach(message.params);
        return {};
    }
  }

  notify(message: HostNotification): void {
    const { actions, chat, terminals, opener } = this.parts;
    const cwd = chat.shown?.cwd ?? '';
    switch (message.method) {
      case 'stop':
        chat.cancel();
        return;
      case 'stalled':
        if (message.params.action === 'wait') chat.shown?.keepWaiting();
        else report(chat.restart());
        return;
      case 'draft':
        chat.setDraft(message.params.text);
        return;
      case 'permission':
        chat.session?.permissions.answer(message.params.requestId, message.params.optionId);
        return;
      case 'review':
        this.review(message.params.id, message.params.action);
        return;
      case 'openLocation':
        report(opener.location(message.params.path, message.params.line, cwd));
        return;
      case 'openDiff':
        this.openDiff(message.params.entryId, message.params.index, cwd);
        return;
      case 'terminal':
        if (message.params.action === 'reveal') terminals.reveal(message.params.id);
        else terminals.stop(message.params.id);
        return;
      case 'insertAtCursor':
        report(opener.insertAtCursor(message.params.text));
        return;
      case 'openLink':
        report(opener.link(message.params.href, cwd));
        return;
      case 'removeAttachment':
        chat.attachments.remove(message.params.id);
        return;
      case 'imagesToFiles':
        report(this.parts.images.toFiles());
        return;
      case 'openImage':
        report(this.parts.images.open(message.params.id));
        return;
      case 'removeQueued':
        chat.session?.removeQueued(message.params.id);
        return;
      case 'chooseAgent':
        this.parts.chooseAgent(message.params.id);
        return;
      case 'action':
        report(actions.run(message.params.action, message.params.entryId, message.params.methodId));
        return;
      case 'login':
        if (message.params.action === 'confirm') chat.shown?.login.confirm();
        else chat.shown?.login.cancel();
        return;
    }
  }

  visible(): void {
    this.syncPrompts();
  }

  /** Puts open permission requests to the person, in the manner that the settings ask for. */
  syncPrompts(): void {
    const { chat, prompts } = this.parts;
    const { permissionPrompt } = readSettings();
    const visible = this.view?.isVisible === true;
    prompts.sync(chat.asking, (session) => {
      if (permissionPrompt === 'quickPick') return 'pick';
      // In the chat that is shown the card is enough.
      return permissionPrompt === 'card' || (visible && session === chat.session) ? 'none' : 'notify';
    });
  }

  dispose(): void {
    this.feed.clear();
    this.owned.dispose();
  }

  private reset(): void {
    this.feed.clear();
    this.view?.send('reset', {});
    this.stateChanged();
  }

  private stateChanged(): void {
    const { chat, keys } = this.parts;
    const { shown, session } = chat;
    const running = shown !== undefined && (shown.isOpening || shown.state.kind === 'ready');
    this.feed.statusChange();
    keys.set('busy', session !== undefined && session.turn !== 'idle');
    keys.set('agentRunning', running || shown?.state.kind === 'starting');
    keys.set('canLogOut', shown?.state.kind === 'ready' && shown.state.connection.agent.canLogOut);
    keys.set(
      'permissionOpen',
      chat.asking.some((asking) => asking.session.permissions.open.length > 0),
    );
    this.showStatus();
    this.syncPrompts();
  }

  private showStatus(): void {
    const { chat } = this.parts;
    const agent = this.agent();
    if (agent === undefined) return;
    const others = [...chat.all].filter((conversation) => conversation !== chat.shown);
    const elsewhere = others
      .map((conversation) => presentAgent(conversation, { reviews: this.reviewsOf(conversation) }))
      .find(({ state }) => state === 'waiting');
    this.statusItem.show(agent, elsewhere);
    const waiting = [...chat.all].reduce((sum, conversation) => {
      const permissions = conversation.session?.permissions.open.length ?? 0;
      return sum + permissions + this.reviewsOf(conversation);
    }, 0);
    this.view?.setBadge(waiting, (elsewhere ?? agent).detail ?? '');
  }

  private agent(): AgentView | undefined {
    const { shown } = this.parts.chat;
    return shown === undefined ? undefined : presentAgent(shown, { reviews: this.waitingReviews() });
  }

  private status(): StatusView {
    const { chat } = this.parts;
    if (chat.shown === undefined) return emptyStatus();
    const waiting = { reviews: this.waitingReviews() };
    const choices = this.choices.besides(chat.shown.offer.id);
    return presentStatus(chat.shown, waiting, chat.attachments.all, choices);
  }

  /** What the agent of a conversation is doing, in one word. */
  stateOf(conversation: Conversation): AgentState {
    return presentAgent(conversation, { reviews: this.reviewsOf(conversation) }).state;
  }

  private waitingReviews(): number {
    const { shown } = this.parts.chat;
    return shown === undefined ? 0 : this.reviewsOf(shown);
  }

  private reviewsOf({ session }: Conversation): number {
    return session === undefined ? 0 : this.parts.reviews.waiting(session.key);
  }

  private isShown(sessionKey: string): boolean {
    return this.parts.chat.shown?.sessionKeys.has(sessionKey) ?? false;
  }

  private review(entryId: string, action: 'accept' | 'reject' | 'open'): void {
    const { chat, reviews } = this.parts;
    const id = chat.shown && reviews.byEntry(entryId, chat.shown.transcript);
    if (id === undefined) return;
    if (action === 'accept') report(reviews.accept(id));
    else if (action === 'reject') report(reviews.reject(id));
    else report(reviews.show(id, false));
  }

  private openDiff(entryId: string, index: number, cwd: string): void {
    const entry = this.parts.chat.shown?.transcript.get(entryId);
    const diff = entry?.kind === 'tool' ? diffsOf(entry.call)[index] : undefined;
    if (diff !== undefined) report(this.parts.opener.diff(diff, cwd));
  }
}

/** What a click caused and could not be done is said, not swallowed. */
function report(action: Promise<unknown>): void {
  action.catch((error: unknown) => {
    void window.showWarningMessage(describe(error));
  });
}

function emptyStatus(): StatusView {
  return {
    agent: { id: '', name: text.selectAgent(), state: 'stopped' },
    busy: false,
    cancelling: false,
    cwd: '',
    plan: [],
    commands: [],
    queue: [],
    attachments: [],
  };
}
