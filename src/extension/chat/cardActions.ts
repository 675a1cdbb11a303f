import { window } from 'vscode';
import { basename } from 'node:path';
import { loginFailed } from '../../acp/errors/requests';
import type { TerminalLogin } from '../../acp/login';
import type { CommandExit } from '../../acp/ports';
import type { LaunchPlan } from '../../acp/process';
import type { RemedyAction } from '../../shared/view';
import { commands, settings } from '../ids';
import type { EditorTerminals } from '../terminals/terminals';
import { text } from '../text';
import type { Chat } from './chat';
import type { Conversation } from './conversation';

export interface CardActionParts {
  readonly chat: Chat;
  readonly terminals: EditorTerminals;
  readonly runCommand: (id: string, ...args: readonly string[]) => void;
}

/** What the buttons of an error card, and those of the header, do. */
export class CardActions {
  constructor(private readonly parts: CardActionParts) {}

  /** @param entryId the card, when it was one that was clicked */
  async run(action: RemedyAction, entryId = ''): Promise<void> {
    const { chat, runCommand } = this.parts;
    switch (action) {
      case 'goOn':
        return chat.goOn();
      case 'retry':
        return chat.retry(entryId);
      case 'logIn':
        return this.logIn(entryId);
      case 'openTerminal':
        return this.openTerminal();
      default: {
        const [id, ...args] = COMMANDS[action];
        runCommand(id, ...args);
      }
    }
  }

  /** The agent starts again once the login has ended well; one that stays open can be followed by Restart. */
  private async logIn(entryId: string): Promise<void> {
    const { chat } = this.parts;
    const conversation = chat.shown;
    const entry = conversation?.transcript.get(entryId);
    if (conversation === undefined || entry?.kind !== 'error') return;
    const login = await chooseLogin(entry.error.logins);
    if (login === undefined) return;
    const { exitCode, signal } = await this.show(conversation, await conversation.plan(login), login.name);
    if (exitCode === 0) await chat.restart(conversation);
    // Without a code it was closed by the person.
    else if (exitCode !== null) {
      conversation.transcript.addError(loginFailed(login, { code: exitCode, signal }));
    }
  }

  private async openTerminal(): Promise<void> {
    const conversation = this.parts.chat.shown;
    if (conversation === undefined) return;
    const plan = await conversation.plan();
    await this.show(conversation, plan, basename(plan.command));
  }

  private show(conversation: Conversation, plan: LaunchPlan, what: string): Promise<CommandExit> {
    const { command: file, args, cwd, env, display } = plan;
    const name = text.terminalName(conversation.offer.name, what);
    return this.parts.terminals.interactive({ file, args, cwd, env, display }, name);
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
} as const;

async function chooseLogin(logins: readonly TerminalLogin[]): Promise<TerminalLogin | undefined> {
  if (logins.length < 2) return logins[0];
  const items = logins.map((login) => ({ label: login.name, login }));
  return (await window.showQuickPick(items, { title: text.whichLogin() }))?.login;
}
