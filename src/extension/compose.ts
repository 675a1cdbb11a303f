import { commands as vscodeCommands, Uri, window, workspace, type ExtensionContext } from 'vscode';
import type { HostPorts } from '../acp/ports';
import { untrustedWorkspace } from '../acp/errors/start';
import { withoutCredentials } from '../acp/agents/credentials';
import { ProcessLedger } from '../acp/processLedger';
import { jsonText } from '../acp/json';
import { agentActivity } from './agents/agentActivity';
import type { AgentActivity } from './agents/agentLook';
import { composeAgents } from './agents/composeAgents';
import { AgentSecrets } from './agents/secrets';
import { reportSettingsProblems } from './agents/settingsProblems';
import { createApi, type AcpWorkbenchApi } from './api';
import { clientCapabilities } from './capabilities';
import { CardActions } from './chat/cardActions';
import { Chat } from './chat/chat';
import { ChatPanel } from './chat/chatPanel';
import { ChatView } from './chat/chatView';
import { Images } from './chat/images';
import { ImageStore } from './chat/imageStore';
import { Logins } from './chat/logins';
import { DIFF_SCHEME, Opener } from './chat/opener';
import { WorkFolders } from './chat/workFolder';
import { registerCommands } from './commands';
import { ContextKeys } from './contextKeys';
import { Disposables } from './disposables';
import { Boundary } from './edits/boundary';
import { EditorFiles } from './edits/files';
import { ReviewFileSystem } from './edits/reviewFs';
import { Reviews } from './edits/reviews';
import { closeLeftoverReviews } from './edits/tabs';
import { commands, REVIEW_SCHEME, settings, views } from './ids';
import { describe, logTo } from './log';
import { InputElicitations } from './permissions/elicitations';
import { PermissionPrompts } from './permissions/permissionPrompts';
import { readSettings } from './settings';
import { EditorTerminals } from './terminals/terminals';

export interface Composed {
  readonly chat: Chat;
  readonly owned: Disposables;
  readonly api: AcpWorkbenchApi;
}

/** Builds everything, by constructor arguments, once. */
export function compose(context: ExtensionContext): Composed {
  const owned = new Disposables();
  const channel = owned.add(window.createOutputChannel('ACP Workbench', { log: true }));
  const log = logTo(channel);
  const keys = new ContextKeys();
  const secrets = owned.add(new AgentSecrets(context.secrets));
  const ledger = new ProcessLedger(Uri.joinPath(context.globalStorageUri, 'processes').fsPath, log);
  const agents = composeAgents({
    context,
    log,
    ledger,
    secretsOf: (id) => secrets.environment(id),
    activity: (id) => activityOf(id),
  });
  owned.add(agents.owned);
  const { directory, manager } = agents;

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
      async (key) => {
        const { variables } = await agents.machine.base();
        return passesCredentials(chat.byKey(key)?.offer.id) ? variables : withoutCredentials(variables);
      },
    ),
  );
  const files = new EditorFiles(reviews, new Boundary(), (key) => {
    const conversation = chat.byKey(key);
    return conversation && { agentName: conversation.offer.name, transcript: conversation.transcript };
  });
  const host: HostPorts = { files, terminals, elicitations: new InputElicitations(), log };

  const { version } = context.extension.packageJSON as { readonly version: string };
  const chat: Chat = owned.add(
    new Chat({
      directory,
      log,
      state: context.workspaceState,
      isBusy: (key) => reviews.waiting(key) > 0 || terminals.running(key),
      folders: new WorkFolders(context.workspaceState, Uri.joinPath(context.globalStorageUri, 'scratch')),
      runner: () => ({
        host,
        ledger,
        clientInfo: { name: 'acp-workbench', title: 'ACP Workbench', version },
        clientCapabilities,
        // Trust is asked for again right before anything is started: it may have been taken back meanwhile.
        allowed: () => (workspace.isTrusted ? undefined : untrustedWorkspace()),
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
  const logins = new Logins({ chat, terminals, secrets });
  owned.add(
    secrets.onDidChange((id) => {
      logins.keysChanged(id).catch((error: unknown) => {
        log.warn(`[login] ${describe(error)}`);
      });
    }),
  );
  const imageStore = new ImageStore(Uri.joinPath(context.globalStorageUri, 'images').fsPath);
  const actions = new CardActions({
    chat,
    terminals,
    logins,
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
      images: new Images(chat, imageStore),
      keys,
      actions,
      directory,
      chooseAgent: (id) => void vscodeCommands.executeCommand(commands.startAgent, id),
    }),
  );
  const activityOf = (id: string): AgentActivity | undefined => {
    const conversation = chat.opened(id);
    return conversation && agentActivity(conversation, panel.stateOf(conversation));
  };
  owned.add(
    chat.onState(() => {
      agents.tree.refresh();
    }),
  );
  const view = owned.add(new ChatView(context.extensionUri, panel, log));
  panel.attach(view);
  owned.add(window.registerWebviewViewProvider(views.chat, view));
  owned.add(registerCommands({ chat, view, logins, directory, manager, secrets, reviews, prompts, channel }));
  owned.add(
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings.agents)) void reportSettingsProblems(directory);
    }),
  );
  owned.add(workspace.onDidGrantWorkspaceTrust(() => void chat.ready()));
  // Not what anybody waits for: activation comes first.
  setImmediate(() => {
    void ledger.reap();
    void agents.sweep();
    void imageStore.removeOld(Date.now());
    void closeLeftoverReviews();
    void reportSettingsProblems(directory);
  });
  return { chat, owned, api: createApi(agents.extensions) };
}

/** What is kept from an agent is kept from its commands as well: it could read the environment there (B127). */
function passesCredentials(id: string | undefined): boolean {
  return readSettings().agents.find((agent) => agent.id === id)?.passCredentials !== false;
}

/** Method or answer and size: what was said stays out of the log. */
function describeMessage(message: Readonly<Record<string, unknown>>): string {
  const { method, id } = message;
  const what = typeof method === 'string' ? method : 'error' in message ? 'error answer' : 'answer';
  return id === undefined ? what : `${what} id=${jsonText(id)}`;
}
