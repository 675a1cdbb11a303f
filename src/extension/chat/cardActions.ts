import { basename } from 'node:path';
import type { RemedyAction } from '../../shared/view';
import { commands, settings } from '../ids';
import type { EditorTerminals } from '../terminals/terminals';
import { text } from '../text';
import type { Chat } from './chat';
import type { Logins } from './logins';

export interface CardActionParts {
  readonly chat: Chat;
  readonly terminals: EditorTerminals;
  readonly logins: Logins;
  readonly runCommand: (id: string, ...args: readonly string[]) => void;
}

/** What the buttons of an error card, and those of the header, do. */
export class CardActions {
  constructor(private readonly parts: CardActionParts) {}

  /**
   * @param entryId the card, when it was one that was clicked
   * @param methodId the way to log in that was clicked
   */
  async run(action: RemedyAction, entryId = '', methodId?: string): Promise<void> {
    const { chat, logins, runCommand } = this.parts;
    const { shown } = chat;
    switch (action) {
      case 'goOn':
        return chat.goOn();
      case 'retry':
        return chat.retry(entryId);
      case 'editPrompt':
        chat.editPrompt(entryId);
        return;
      case 'logIn':
        return shown && logins.fromCard(shown, entryId, methodId);
      case 'setApiKey':
        return shown && logins.setKey(shown, entryId);
      case 'refreshPackage':
        return chat.refreshPackage();
      case 'installAgent':
        // On a card the agent is meant that could not be started.
        runCommand(commands.installAgent, ...(entryId === '' || shown === undefined ? [] : [shown.offer.id]));
        return;
      case 'openTerminal':
        return this.openTerminal();
      default: {
        const [id, ...args] = COMMANDS[action];
        runCommand(id, ...args);
      }
    }
  }

  private async openTerminal(): Promise<void> {
    const { chat, terminals } = this.parts;
    const conversation = chat.shown;
    if (conversation === undefined) return;
    const { command: file, args, cwd, env, display, transport } = await conversation.plan();
    if (transport !== undefined) {
      this.parts.runCommand(commands.showLog);
      return;
    }
    const name = text.terminalName(conversation.offer.name, basename(file));
    await terminals.interactive({ file, args, cwd, env, display }, name);
  }
}

const COMMANDS = {
  restart: [commands.restartAgent],
  showLog: [commands.showLog],
  openSettings: ['workbench.action.openSettings', settings.agents],
  openFolder: ['workbench.action.files.openFolder'],
  manageTrust: ['workbench.trust.manage'],
  selectAgent: [commands.selectAgent],
  newSession: [commands.newSession],
  changeFolder: [commands.changeFolder],
} as const;
