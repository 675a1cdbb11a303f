import { basename } from 'node:path';
import { AgentError } from '../../acp/errors';
import type { RemedyAction } from '../../shared/view';
import { commands, settings } from '../ids';
import type { EditorTerminals } from '../terminals/terminals';
import { text } from '../text';
import { agentTerminal } from './agentTerminal';
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
    const plan = await conversation.plan();
    try {
      await agentTerminal(
        terminals,
        plan,
        text.terminalName(conversation.offer.name, basename(plan.command)),
      );
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      conversation.transcript.addError(error);
    }
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
