import { window, type Disposable, type QuickPickItem } from 'vscode';
import type { OpenPermission } from '../../acp/permissions';
import type { Session } from '../../acp/session';
import { text } from '../text';

/** A session that may have open permission requests, and whose agent it is. */
export interface AskingSession {
  readonly session: Session;
  readonly agentName: string;
}

/** How a request is put to the person: a quick pick that opens by itself, a notification, or the card alone. */
export type PromptManner = 'pick' | 'notify' | 'none';

interface OptionItem extends QuickPickItem {
  readonly optionId: string;
}

interface OpenRequest extends AskingSession {
  readonly request: OpenPermission;
}

interface ShownPick {
  readonly requestId: string;
  /** Takes the pick down without taking that for the person's doing. */
  withdraw(): void;
}

/**
 * Permission requests beside the card in the chat: all options that the agent offered, in its order; closing decides
 * nothing. One pick at a time, the next request follows. A pick opens over the editor only for people who chose that:
 * others get a notification that leads to it.
 */
export class PermissionPrompts implements Disposable {
  private shown: ShownPick | undefined;
  /** Requests that were put to the person once: they wait in the chat. */
  private readonly asked = new Set<string>();

  /** @param changed a pick has closed: the next request may follow */
  constructor(private readonly changed: () => void) {}

  /** Puts the next request to the person; takes down what was answered elsewhere. */
  sync(asking: readonly AskingSession[], mannerOf: (session: Session) => PromptManner): void {
    const open = openRequests(asking);
    const isOpen = open.some(({ request }) => request.requestId === this.shown?.requestId);
    if (this.shown !== undefined && !isOpen) this.shown.withdraw();
    for (const waiting of open) {
      const { requestId } = waiting.request;
      if (this.asked.has(requestId)) continue;
      const manner = mannerOf(waiting.session);
      if (manner === 'notify') {
        this.asked.add(requestId);
        void this.notify(waiting);
      } else if (manner === 'pick' && this.shown === undefined) {
        this.asked.add(requestId);
        this.show(waiting);
      }
    }
  }

  /** The command: asks again, also for what was closed, of whichever agent. */
  async askAgain(asking: readonly AskingSession[]): Promise<void> {
    const open = openRequests(asking);
    const waiting = open.length > 1 ? await choose(open) : open[0];
    if (open.length === 0) await window.showInformationMessage(text.noPermission());
    if (waiting === undefined) return;
    this.shown?.withdraw();
    this.show(waiting);
  }

  dispose(): void {
    this.shown?.withdraw();
  }

  private async notify(waiting: OpenRequest): Promise<void> {
    const { session, request, agentName } = waiting;
    const answer = text.answerPermission();
    const choice = await window.showInformationMessage(
      text.permissionWaits(agentName, titleOf(session, request)),
      answer,
    );
    if (choice !== answer) return;
    const isOpen = session.permissions.open.some(({ requestId }) => requestId === request.requestId);
    await this.askAgain(isOpen ? [waiting] : []);
  }

  private show({ session, request, agentName }: OpenRequest): void {
    const pick = window.createQuickPick<OptionItem>();
    pick.title = text.permissionTitle(agentName);
    pick.placeholder = titleOf(session, request);
    pick.ignoreFocusOut = true;
    pick.items = request.options.map(({ optionId, name }) => ({ label: name, optionId, alwaysShow: true }));
    // Only an arrow key or the mouse chooses.
    pick.activeItems = [];
    const shown: ShownPick = {
      requestId: request.requestId,
      withdraw: () => {
        pick.hide();
      },
    };
    this.shown = shown;
    let typed = false;
    // Whoever types was writing in the editor when the pick came: it gives the keyboard back and asks in another way.
    pick.onDidChangeValue(() => {
      if (typed) return;
      typed = true;
      pick.hide();
      void this.notify({ session, request, agentName });
    });
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      // What was typed has activated a row, and Enter was meant for the editor.
      if (chosen === undefined || typed) return;
      session.permissions.answer(request.requestId, chosen.optionId);
      pick.hide();
    });
    pick.onDidHide(() => {
      if (this.shown === shown) this.shown = undefined;
      pick.dispose();
      this.changed();
    });
    pick.show();
  }
}

function openRequests(asking: readonly AskingSession[]): readonly OpenRequest[] {
  return asking.flatMap((from) => from.session.permissions.open.map((request) => ({ ...from, request })));
}

async function choose(open: readonly OpenRequest[]): Promise<OpenRequest | undefined> {
  const items = open.map((waiting) => ({
    label: titleOf(waiting.session, waiting.request),
    description: waiting.agentName,
    waiting,
  }));
  return (await window.showQuickPick(items, { title: text.whichPermission() }))?.waiting;
}

function titleOf(session: Session, request: OpenPermission): string {
  const call = session.transcript.tool(request.toolCallId)?.call;
  return call === undefined || call.title === '' ? request.toolCallId : call.title;
}
