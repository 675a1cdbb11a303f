import { window, workspace } from 'vscode';
import type { Scope } from '../../acp/ports';
import { refused } from '../../acp/rpcError';
import { text } from '../text';
import { isInside } from './realPath';
import { realUri } from './realUri';

/** The edge of what an agent may read through the editor without asking: the workspace and the session's folder. */
export class Boundary {
  /**
   * @param real the path with every link resolved, which is what must be read afterwards
   * @throws RpcError when the person does not allow it
   */
  async checkRead(real: string, agentName: string, scope: Scope): Promise<void> {
    if (await this.inside(real, scope)) return;
    const allow = text.allowOnce();
    const answer = await scope.ask((signal) => {
      const question = window.showWarningMessage(text.outsideRead(agentName, real), allow, text.deny());
      return Promise.race([question, aborted(signal)]);
    });
    if (answer !== allow)
      throw refused(`${real} is outside the workspace and the user did not allow reading it.`);
  }

  private async inside(real: string, scope: Scope): Promise<boolean> {
    const folders = (workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme === 'file')
      .map((folder) => folder.uri.fsPath);
    for (const folder of [scope.cwd, ...folders]) {
      if (isInside(real, (await realUri(folder)).fsPath)) return true;
    }
    return false;
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener(
      'abort',
      () => {
        resolve(undefined);
      },
      { once: true },
    );
  });
}
