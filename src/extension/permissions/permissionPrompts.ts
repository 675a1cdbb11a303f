import { window, type Disposable, type QuickPickItem } from 'vscode';
import type { OpenPermission } from '../../acp/permissions';
import type { Session } from '../../acp/session';
import { text } from '../text';

interface OptionItem extends QuickPickItem {
  readonly optionId: string;
}

interface Prompt {
  readonly requestId: string;
  hide(): void;
}

/**
 * Permission requests as a quick pick, beside the card in the chat. All options that the agent offered, in its order;
 * closing the pick decides nothing. One pick at a time; the next request follows.
 */
export class PermissionPrompts implements Disposable {
  private shown: Prompt | undefined;
  /** Requests whose pick the person closed: they wait in the chat. */
  private readonly dismissed = new Set<string>();

  /** Shows the next request that has not been put to the person yet; takes down what is answered elsewhere. */
  sync(session: Session | undefined, agentName: string, wanted: boolean): void {
    const open = session?.permissions.open ?? [];
    if (this.shown !== undefined && !open.some(({ requestId }) => requestId === this.shown?.requestId))
      this.shown.hide();
    if (!wanted || session === undefined || this.shown !== undefined) return;
    const next = open.find(({ requestId }) => !this.dismissed.has(requestId));
    if (next !== undefined) this.show(session, next, agentName);
  }

  /** The command: asks again, also for what was dismissed. */
  async askAgain(session: Session | undefined, agentName: string): Promise<void> {
    const open = session?.permissions.open ?? [];
    if (session === undefined || open.length === 0) {
      await window.showInformationMessage(text.noPermission());
      return;
    }
    const request = open.length === 1 ? open[0] : await this.choose(session, open);
    if (request === undefined) return;
    this.shown?.hide();
    this.show(session, request, agentName);
  }

  dispose(): void {
    this.shown?.hide();
  }

  private async choose(
    session: Session,
    open: readonly OpenPermission[],
  ): Promise<OpenPermission | undefined> {
    const items = open.map((request) => ({ label: titleOf(session, request), request }));
    return (await window.showQuickPick(items, { title: text.whichPermission() }))?.request;
  }

  private show(session: Session, request: OpenPermission, agentName: string): void {
    const pick = window.createQuickPick<OptionItem>();
    pick.title = text.permissionTitle(agentName);
    pick.placeholder = titleOf(session, request);
    pick.ignoreFocusOut = true;
    pick.items = request.options.map(({ optionId, name }) => ({ label: name, optionId }));
    // Nothing is preselected: an Enter meant for the editor must not allow anything.
    pick.activeItems = [];
    const prompt: Prompt = {
      requestId: request.requestId,
      hide: () => {
        pick.hide();
      },
    };
    this.shown = prompt;
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) session.permissions.answer(request.requestId, chosen.optionId);
      pick.hide();
    });
    pick.onDidHide(() => {
      this.dismissed.add(request.requestId);
      if (this.shown === prompt) this.shown = undefined;
      pick.dispose();
      this.sync(session, agentName, true);
    });
    pick.show();
  }
}

function titleOf(session: Session, request: OpenPermission): string {
  const call = session.transcript.tool(request.toolCallId)?.call;
  return call === undefined || call.title === '' ? request.toolCallId : call.title;
}
