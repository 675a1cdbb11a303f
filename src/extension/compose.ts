import { commands as vscodeCommands, Uri, window, workspace, type ExtensionContext } from 'vscode';
import type { HostPorts } from '../acp/ports';
import { ProcessLedger } from '../acp/processLedger';
import { jsonText } from '../acp/json';
import { EditorDirectory } from './agents/editorDirectory';
import { clientCapabilities } from './capabilities';
import { CardActions } from './chat/cardActions';
import { Chat } from './chat/chat';
import { ChatPanel } from './chat/chatPanel';
import { ChatView } from './chat/chatView';
import { DIFF_SCHEME, Opener } from './chat/opener';
import { workFolder } from './chat/workFolder';
import { registerCommands } from './commands';
import { ContextKeys } from './contextKeys';
import { Disposables } from './disposables';
import { Boundary } from './edits/boundary';
import { EditorFiles } from './edits/files';
import { ReviewFileSystem } from './edits/reviewFs';
import { Reviews } from './edits/reviews';
import { closeLeftoverReviews } from './edits/tabs';
import { REVIEW_SCHEME, settings, views } from './ids';
import { logTo } from './log';
import { InputElicitations } from './permissions/elicitations';
import { PermissionPrompts } from './permissions/permissionPrompts';
import { readSettings } from './settings';
import { EditorTerminals } from './terminals/terminals';
import { text } from './text';

export interface Composed {
  readonly chat: Chat;
  readonly owned: Disposables;
}

/** Builds everything, by constructor arguments, once. */
export function compose(context: ExtensionContext): Composed {
  const owned = new Disposables();
  const channel = owned.add(window.createOutputChannel('ACP Workbench', { log: true }));
  const log = logTo(channel);
  const keys = new ContextKeys();
  const directory = new EditorDirectory(context.extensionUri, log);

  const reviewFiles = new ReviewFileSystem();
  owned.add(workspace.registerFileSystemProvider(REVIEW_SCHEME, reviewFiles, { isCaseSensitive: true }));
  const reviews = owned.add(new Reviews(reviewFiles, keys, log));

  const terminals: EditorTerminals = owned.add(
    new EditorTerminals(
      {
        output: (key, id, chunk) => {
          panel.terminalListener.output(key, id, chunk);
        },
        changed: (key, terminal) => {
          panel.terminalListener.changed(key, terminal);
        },
      },
      (key) => chat.byKey(key)?.offer.name ?? '',
      async () => (await directory.base()).variables,
    ),
  );
  const files = new EditorFiles(reviews, new Boundary(), (key) => {
    const conversation = chat.byKey(key);
    return conversation && { agentName: conversation.offer.name, transcript: conversation.transcript };
  });
  const host: HostPorts = { files, terminals, elicitations: new InputElicitations(), log };

  const ledger = new ProcessLedger(Uri.joinPath(context.globalStorageUri, 'processes').fsPath, log);

  const { version } = context.extension.packageJSON as { readonly version: string };
  const chat: Chat = owned.add(
    new Chat({
      directory,
      log,
      state: context.workspaceState,
      isBusy: (key) => reviews.waiting(key) > 0 || terminals.running(key),
      folder: () => workFolder(Uri.joinPath(context.globalStorageUri, 'scratch')),
      runner: () => ({
        host,
        ledger,
        clientInfo: { name: 'acp-workbench', title: 'ACP Workbench', version },
        clientCapabilities,
        limits: () => {
          const { handshakeTimeout, installTimeout, stopGrace } = readSettings();
          return {
            handshakeSeconds: handshakeTimeout,
            installSeconds: installTimeout,
            stopGraceSeconds: stopGrace,
          };
        },
        trace: (direction, message) => {
          log.trace(`[wire] ${direction} ${describeMessage(message)}`);
        },
      }),
    }),
  );

  const prompts = owned.add(
    new PermissionPrompts(() => {
      panel.syncPrompts();
    }),
  );
  const opener = new Opener();
  const actions = new CardActions({
    chat,
    terminals,
    runCommand: (id, ...args) => void vscodeCommands.executeCommand(id, ...args),
  });
  owned.add(workspace.registerTextDocumentContentProvider(DIFF_SCHEME, opener));
  const panel: ChatPanel = owned.add(
    new ChatPanel({
      chat,
      reviews,
      terminals,
      prompts,
      opener,
      keys,
      actions,
    }),
  );
  const view = owned.add(new ChatView(context.extensionUri, panel, log));
  panel.attach(view);
  owned.add(window.registerWebviewViewProvider(views.chat, view));
  owned.add(registerCommands({ chat, view, directory, reviews, prompts, channel }));
  owned.add(
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.agents)) reportProblems();
    }),
  );
  owned.add(workspace.onDidGrantWorkspaceTrust(() => void chat.ready()));
  // Not what anybody waits for: activation comes first.
  setImmediate(() => {
    void ledger.reap();
    void closeLeftoverReviews();
    reportProblems();
  });
  return { chat, owned };
}

/** Entries of the agents setting that cannot be used are said once, with the way to mend them. */
function reportProblems(): void {
  const [problem] = readSettings().problems;
  if (problem === undefined) return;
  void window.showWarningMessage(text.settingsProblem(problem), text.openSettings()).then((answer) => {
    if (answer !== undefined)
      void vscodeCommands.executeCommand('workbench.action.openSettings', settings.agents);
  });
}

/** Method or answer and size: what was said stays out of the log. */
function describeMessage(message: Readonly<Record<string, unknown>>): string {
  const { method, id } = message;
  const what = typeof method === 'string' ? method : 'error' in message ? 'error answer' : 'answer';
  return id === undefined ? what : `${what} id=${jsonText(id)}`;
}
