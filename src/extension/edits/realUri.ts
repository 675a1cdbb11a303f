import { Uri } from 'vscode';
import { realPathOf } from './realPath';

/** The real path as VS Code spells it (a small drive letter on Windows), so that such paths can be compared. */
export async function realUri(path: string): Promise<Uri> {
  return Uri.file(await realPathOf(path));
}
