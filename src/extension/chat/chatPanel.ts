import { window, type Disposable, type StatusBarItem, StatusBarAlignment } from 'vscode';
import { AgentError } from '../../acp/errors';
import type { AgentView, RemedyAction, StatusView } from '../../shared/view';
import type { HostNotification, HostRequest } from '../../shared/parse';
import type { ContextKeys } from '../contextKeys';
import { Disposables } from '../disposables';
import type { Reviews } from '../edits/reviews';
import { commands, settings } from '../ids';
import type { PermissionPrompts } from '../permissions/permissionPrompts';
import { describe } from '../log';
import { readSettings } from '../settings';
import type { EditorTerminals } from '../terminals/terminals';
import { text, translate } from '../text';
import type { Chat } from './chat';
import type { ChatView, ChatViewHandlers } from './chatView';
import { ChatFeed } from './feed';
import type { Opener } from './opener';
import { presentAgent, presentStatus } from './presentStatus';
import { diffsOf } from './presentTool';

export interface PanelParts {
  readonly chat: Chat;
  readonly reviews: Reviews;
  readonly terminals: EditorTerminals;
  readonly prompts: PermissionPrompts;
  readonly opener: Opener;
  readonly keys: ContextKeys;
  readonly runCommand: (id: string, ...args: readonly string[]) => void;
}

/** Between the chat and what shows it: view messages become calls, changes become deltas, badges and context keys. */
export class ChatPanel implements ChatViewHandlers, Disposable {
  private readonly owned = new Disposables();
  private readonly feed: ChatFeed;
  private readonly statusBar: StatusBarItem;
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
    this.statusBar = this.owned.add(
      window.createStatusBarItem('acpWorkbench.agent', StatusBarAlignment.Right, 100),
    );
    this.statusBar.command = commands.openChat;
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
    }
  }

  notify(message: HostNotification): void {
    const { chat, terminals, opener } = this.parts;
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
      case 'removeQueued':
        chat.session?.removeQueued(message.params.id);
        return;
      case 'action':
        this.act(message.params.action);
        return;
    }
  }

  visible(): void {
    this.syncPrompts();
  }

  /** Shows the next permission request as a quick pick, if that is how the person wants it now. */
  syncPrompts(): void {
    const { chat, prompts } = this.parts;
    const { permissionPrompt } = readSettings();
    const hidden = this.view?.isVisible !== true;
    const wanted = permissionPrompt === 'quickPick' || (permissionPrompt === 'auto' && hidden);
    prompts.sync(chat.session, chat.shown?.offer.name ?? '', wanted);
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
    const session = chat.session;
    this.feed.statusChange();
    keys.set('busy', session !== undefined && session.turn !== 'idle');
    keys.set(
      'agentRunning',
      chat.shown !== undefined && chat.shown.state.kind !== 'stopped' && chat.shown.state.kind !== 'failed',
    );
    keys.set('permissionOpen', (session?.permissions.open.length ?? 0) > 0);
    this.showStatus();
    this.syncPrompts();
  }

  private showStatus(): void {
    const agent = this.agent();
    if (agent === undefined) return;
    const icons: Readonly<Record<AgentView['state'], string>> = {
      stopped: 'circle-outline',
      starting: 'loading~spin',
      ready: 'hubot',
      working: 'loading~spin',
      waiting: 'bell-dot',
      failed: 'error',
    };
    this.statusBar.text = `$(${icons[agent.state]}) ${agent.name}`;
    this.statusBar.tooltip = agent.detail ?? '';
    this.statusBar.accessibilityInformation = { label: `${agent.name}: ${agent.detail ?? agent.state}` };
    this.statusBar.show();
    const waiting = this.parts.chat.session?.permissions.open.length ?? 0;
    this.view?.setBadge(waiting + this.waitingReviews(), agent.detail ?? '');
  }

  private agent(): AgentView | undefined {
    const { shown } = this.parts.chat;
    return shown === undefined ? undefined : presentAgent(shown, { reviews: this.waitingReviews() });
  }

  private status(): StatusView {
    const { chat } = this.parts;
    if (chat.shown === undefined) return emptyStatus();
    return presentStatus(chat.shown, { reviews: this.waitingReviews() }, chat.attachments.all);
  }

  private waitingReviews(): number {
    const key = this.parts.chat.session?.key;
    return key === undefined ? 0 : this.parts.reviews.waiting(key);
  }

  private isShown(sessionKey: string): boolean {
    return this.parts.chat.shown?.sessionKeys.has(sessionKey) ?? false;
  }

  private act(action: RemedyAction): void {
    if (action === 'goOn') {
      void this.parts.chat.goOn();
      return;
    }
    const [id, ...args] = ACTIONS[action];
    this.parts.runCommand(id, ...args);
  }

  private review(entryId: string, action: 'accept' | 'reject' | 'open'): void {
    const { reviews } = this.parts;
    const id = reviews.byEntry(entryId);
    if (id === undefined) return;
    if (action === 'accept') report(reviews.accept(id));
    else if (action === 'reject') report(reviews.reject(id));
    else report(reviews.show(id, false));
  }

  private openDiff(entryId: string, index: number, cwd: string): void {
    const entry = this.parts.chat.shown?.transcript.get(entryId);
    const diff = entry?.kind === 'tool' ? diffsOf(entry.call)[index] : undefined;
    if (diff !== undefined) report(this.parts.opener.diff(diff, `${entryId}-${String(index)}`, cwd));
  }
}

const ACTIONS = {
  restart: [commands.restartAgent],
  showLog: [commands.showLog],
  openSettings: ['workbench.action.openSettings', settings.agents],
  selectAgent: [commands.selectAgent],
  newSession: [commands.newSession],
} as const;

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
