import { window, workspace, type Uri, type WorkspaceFolder } from 'vscode';
import { mkdir } from 'node:fs/promises';
import { folderNotOnDisk, untrustedWorkspace } from '../../acp/errors/start';
import type { WorkFolder } from './conversationOptions';

/**
 * The folder an agent works in: the workspace folder of the active editor, else the first one; a scratch folder
 * when none is open, never the root or the home of the person.
 * @throws AgentError in an untrusted workspace, or when the folder is not on disk
 */
export async function workFolder(scratch: Uri): Promise<WorkFolder> {
  if (!workspace.isTrusted) throw untrustedWorkspace();
  const folder = chooseFolder();
  if (folder === undefined) {
    await mkdir(scratch.fsPath, { recursive: true });
    return { path: scratch.fsPath, scratch: true };
  }
  if (folder.uri.scheme !== 'file') throw folderNotOnDisk(folder.uri.scheme);
  return { path: folder.uri.fsPath, scratch: false };
}

function chooseFolder(): WorkspaceFolder | undefined {
  const editor = window.activeTextEditor;
  const active = editor === undefined ? undefined : workspace.getWorkspaceFolder(editor.document.uri);
  return active ?? workspace.workspaceFolders?.[0];
}
