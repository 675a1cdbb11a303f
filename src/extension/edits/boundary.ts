import { window, workspace } from 'vscode';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Scope } from '../../acp/ports';
import { refused } from '../../acp/rpcError';
import { text } from '../text';

/** The edge of what an agent may read through the editor without asking: the workspace and the session's folder. */
export class Boundary {
  /** @throws RpcError when the person does not allow it */
  async checkRead(path: string, agentName: string, scope: Scope): Promise<void> {
    const target = await resolved(path);
    if (await this.inside(target, scope)) return;
    const allow = text.allowOnce();
    const question = window.showWarningMessage(text.outsideRead(agentName, path), allow, text.deny());
    const answer = await Promise.race([question, aborted(scope.signal)]);
    if (answer !== allow)
      throw refused(`${path} is outside the workspace and the user did not allow reading it.`);
  }

  /** One name for one file, whatever links lead to it. */
  identity(path: string): Promise<string> {
    return resolved(path);
  }

  private async inside(target: string, scope: Scope): Promise<boolean> {
    const folders = (workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme === 'file')
      .map((folder) => folder.uri.fsPath);
    for (const folder of [scope.cwd, ...folders]) {
      const root = await resolved(folder);
      if (target === root || target.startsWith(root.endsWith(sep) ? root : root + sep)) return true;
    }
    return false;
  }
}

/** The real path; for what does not exist yet, that of the nearest folder that does. */
async function resolved(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await resolved(parent), basename(path));
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
