import { Uri, workspace } from 'vscode';
import { relative, sep } from 'node:path';
import { documentsOf } from './documents';
import { isInside } from './realPath';
import { realUri } from './realUri';

/** One file, whatever name an agent or an editor has for it. */
export interface FileTarget {
  /** Every link resolved: what is checked, read and written. */
  readonly disk: Uri;
  /** What the person knows it by: the name in an open editor or in the workspace, else the real one. */
  readonly shown: Uri;
}

/** Resolved once for a request: what was checked is what is opened. */
export async function targetOf(path: string): Promise<FileTarget> {
  const disk = await realUri(path);
  const [open] = await documentsOf(disk);
  return { disk, shown: open?.uri ?? (await inWorkspace(disk.fsPath)) ?? disk };
}

async function inWorkspace(real: string): Promise<Uri | undefined> {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    if (uri.scheme !== 'file') continue;
    const root = (await realUri(uri.fsPath)).fsPath;
    if (isInside(real, root)) return Uri.joinPath(uri, ...relative(root, real).split(sep));
  }
  return undefined;
}
