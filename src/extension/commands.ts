import { commands as vscodeCommands, Uri, window, type Disposable, type LogOutputChannel } from 'vscode';
import { agentCommandHandlers, agentId } from './agents/agentCommands';
import type { AgentManager } from './agents/agentManager';
import type { AgentDirectory } from './agents/directory';
import { pickAgent } from './agents/pickAgent';
import type { AgentSecrets } from './agents/secrets';
import type { Chat } from './chat/chat';
import type { ChatView } from './chat/chatView';
import type { Logins } from './chat/logins';
import { Disposables } from './disposables';
import type { Reviews } from './edits/reviews';
import { parseReviewUri } from './edits/reviewFs';
import { commands, views, type CommandHandlers, type CommandName } from './ids';
import type { PermissionPrompts } from './permissions/permissionPrompts';
import { text } from './text';

export interface CommandParts {
  readonly chat: Chat;
  readonly view: ChatView;
  readonly logins: Logins;
  readonly directory: AgentDirectory;
  readonly manager: AgentManager;
  readonly secrets: AgentSecrets;
  readonly reviews: Reviews;
  readonly prompts: PermissionPrompts;
  readonly channel: LogOutputChannel;
}

export function registerCommands(parts: CommandParts): Disposable {
  const registered = new Disposables();
  const handlers = commandHandlers(parts);
  for (const name of Object.keys(handlers) as CommandName[]) {
    registered.add(vscodeCommands.registerCommand(commands[name], handlers[name]));
  }
  return registered;
}

function commandHandlers({
  chat,
  view,
  logins,
  directory,
  manager,
  secrets,
  reviews,
  prompts,
  channel,
}: CommandParts): CommandHandlers {
  const openChat = async (): Promise<void> => {
    await vscodeCommands.executeCommand(`${views.chat}.focus`);
    view.focusComposer();
  };
  return {
    ...agentCommandHandlers({ chat, directory, manager, secrets, openChat }),
    openChat,
    newSession: async () => {
      await openChat();
      await chat.newSession();
    },
    /** An id as argument, from a keybinding, chooses without asking. */
    selectAgent: async (id) => {
      const offer =
        typeof id === 'string' ? await directory.find(id) : await pickAgent(directory, chat.shown?.offer.id);
      if (offer === undefined) {
        if (typeof id === 'string') void window.showWarningMessage(text.unknownAgent(id));
        return;
      }
      // What is missing is offered to be installed.
      await vscodeCommands.executeCommand(commands.startAgent, offer.id);
    },
    sendSelection: async () => {
      const editor = window.activeTextEditor;
      if (editor === undefined) {
        await window.showInformationMessage(text.noEditor());
        return;
      }
      chat.attachments.addSelections(editor);
      await openChat();
    },
    addFileToPrompt: async (clicked, selected) => {
      const files = filesOf(clicked, selected);
      if (files.length === 0) {
        await window.showInformationMessage(text.noFile());
        return;
      }
      for (const uri of files) chat.attachments.addFile(uri);
      await openChat();
    },
    cancelTurn: () => {
      chat.cancel();
    },
    changeFolder: () => chat.changeFolder(),
    /** An agent as argument, from the agents view, means that one; else it is the shown one. */
    restartAgent: async (agent) => {
      const id = agentId(agent);
      const other = id === undefined ? undefined : chat.opened(id);
      if (id !== undefined && other === undefined)
        await vscodeCommands.executeCommand(commands.startAgent, id);
      else await chat.restart(other);
    },
    stopAgent: async (agent) => {
      const id = agentId(agent);
      const other = id === undefined ? chat.shown : chat.opened(id);
      await other?.stop();
    },
    answerPermission: () => prompts.askAgain(chat.asking),
    acceptEdit: async (clicked) => {
      const id = await chooseReview(reviews, clicked);
      if (id !== undefined) await reviews.accept(id);
    },
    rejectEdit: async (clicked) => {
      const id = await chooseReview(reviews, clicked);
      if (id !== undefined) await reviews.reject(id);
    },
    logIn: async (which) => {
      const conversation = await chat.find(agentId(which));
      if (conversation === undefined) return;
      await openChat();
      await chat.reveal(conversation);
      await logins.logIn(conversation);
    },
    logOut: async (which) => {
      const conversation = await chat.find(agentId(which));
      if (conversation !== undefined) await logins.logOut(conversation);
    },
    setApiKey: async (which) => {
      const conversation = await chat.find(agentId(which));
      if (conversation !== undefined) await logins.setKey(conversation);
    },
    showLog: () => {
      channel.show();
    },
  };
}

/** From the explorer: what was clicked and the whole selection; from the palette: the active editor's file. */
function filesOf(clicked: unknown, selected: unknown): readonly Uri[] {
  const many = Array.isArray(selected) ? selected.filter((item): item is Uri => item instanceof Uri) : [];
  if (many.length > 0) return many;
  if (clicked instanceof Uri) return [clicked];
  const active = window.activeTextEditor?.document.uri;
  return active?.scheme === 'file' ? [active] : [];
}

/** The review whose button was pressed, else that of the active tab, else the only one, else ask. */
async function chooseReview(reviews: Reviews, clicked: unknown): Promise<string | undefined> {
  const pressed = clicked instanceof Uri ? parseReviewUri(clicked).id : undefined;
  const open = reviews.all;
  const known = pressed ?? reviews.active() ?? (open.length === 1 ? open[0]?.id : undefined);
  if (open.some(({ id }) => id === known)) return known;
  // Also for a tab that was left from an earlier window: there is nothing to decide in it any more.
  if (open.length === 0 || known !== undefined) {
    await window.showInformationMessage(text.noEdit());
    return undefined;
  }
  const items = open.map(({ id, path }) => ({ label: path, id }));
  return (await window.showQuickPick(items, { title: text.whichEdit() }))?.id;
}
