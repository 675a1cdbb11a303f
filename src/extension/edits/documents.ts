import { Range, workspace, WorkspaceEdit, type TextDocument, type Uri } from 'vscode';
import { refused } from '../../acp/rpcError';
import { realUri } from './realUri';

/** The open document with exactly this name. */
export function documentAt(uri: Uri): TextDocument | undefined {
  const key = uri.toString();
  return workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === key);
}

/** The open documents of a file, under any name; those with unsaved text first. */
export async function documentsOf(disk: Uri): Promise<readonly TextDocument[]> {
  const candidates = workspace.textDocuments.filter(
    ({ isClosed, uri }) => !isClosed && uri.scheme === 'file',
  );
  const real = await Promise.all(candidates.map(({ uri }) => realUri(uri.fsPath)));
  // What was closed while that was looked up is no open document any more.
  const same = candidates.filter(
    (document, index) => !document.isClosed && real[index]?.fsPath === disk.fsPath,
  );
  return same.sort((a, b) => Number(b.isDirty) - Number(a.isDirty));
}

/**
 * Gives a buffer its new text, so that the old one stays reachable through undo and no conflict with the disk
 * remains. When it cannot be saved it gets its old text back.
 * @throws RpcError
 */
export async function replaceAndSave(document: TextDocument, content: string): Promise<void> {
  const old = document.getText();
  if (!(await replace(document, content)))
    throw refused(`${document.uri.fsPath} could not be changed in the editor.`);
  if (await document.save()) return;
  await replace(document, old);
  throw refused(`${document.uri.fsPath} could not be saved: the unsaved text in the editor was kept.`);
}

function replace(document: TextDocument, content: string): Thenable<boolean> {
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), content);
  return workspace.applyEdit(edit);
}
