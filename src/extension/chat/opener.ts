import {
  commands as vscodeCommands,
  env,
  EventEmitter,
  Range,
  Selection,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
  type TextDocumentContentProvider,
} from 'vscode';
import { randomUUID } from 'node:crypto';
import { statSync, type Stats } from 'node:fs';
import { basename } from 'node:path';
import type { ToolDiff } from '../../acp/content';
import { text } from '../text';
import { resolveAgentPath } from './presentTool';
import { targetEditor } from './attachments';

/** Scheme of the two sides of a diff that an agent reported. */
export const DIFF_SCHEME = 'acp-diff';

/** Sides of diffs that are kept for tabs that may still be open. */
const MAX_SIDES = 200;

/** Opens what a person clicks on in the chat. */
export class Opener implements TextDocumentContentProvider {
  private readonly changes = new EventEmitter<Uri>();
  readonly onDidChange = this.changes.event;
  /** By path of the side; the oldest go first. */
  private readonly sides = new Map<string, string>();
  private readonly keys = new WeakMap<ToolDiff, string>();

  provideTextDocumentContent(uri: Uri): string {
    return this.sides.get(uri.path) ?? '';
  }

  /** Never creates a file: what does not exist is said. `path:12`, `path:12-20` and `path:12:3` are understood. */
  async location(path: string, line: number | undefined, cwd: string): Promise<void> {
    const found = findFile(resolveAgentPath(path, cwd));
    if (found === undefined) {
      await window.showWarningMessage(text.missingFile(path));
      return;
    }
    if (found.isFolder) {
      await vscodeCommands.executeCommand('revealInExplorer', Uri.file(found.path));
      return;
    }
    const target = line ?? found.line;
    const editor = await window.showTextDocument(Uri.file(found.path), { preview: true });
    if (target === undefined) return;
    const start = editor.document.validateRange(
      new Range(Math.max(0, target - 1), 0, Math.max(0, target - 1), 0),
    ).start;
    editor.selection = new Selection(start, start);
    editor.revealRange(new Range(start, start), TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async diff(diff: ToolDiff, cwd: string): Promise<void> {
    const key = this.keys.get(diff) ?? randomUUID();
    this.keys.set(diff, key);
    const path = resolveAgentPath(diff.path, cwd);
    const side = (name: string, content: string): Uri => {
      const uri = Uri.from({ scheme: DIFF_SCHEME, path: `/${key}/${name}/${basename(path)}` });
      this.sides.delete(uri.path);
      this.sides.set(uri.path, content);
      const [oldest] = this.sides.keys();
      if (this.sides.size > MAX_SIDES && oldest !== undefined) this.sides.delete(oldest);
      this.changes.fire(uri);
      return uri;
    };
    await vscodeCommands.executeCommand(
      'vscode.diff',
      side('before', diff.oldText ?? ''),
      side('after', diff.newText),
      workspace.asRelativePath(path),
      { preview: true },
    );
  }

  /** Web and mail links go to the outside, files to an editor, everything else nowhere. */
  async link(href: string, cwd: string): Promise<void> {
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
    if (scheme === 'http' || scheme === 'https' || scheme === 'mailto') {
      await env.openExternal(Uri.parse(href));
    } else if (scheme === undefined || scheme === 'file' || scheme.length === 1) {
      await this.location(scheme === undefined ? decode(href) : href, undefined, cwd);
    } else {
      await window.showWarningMessage(text.badLink(href.slice(0, 200)));
    }
  }

  async insertAtCursor(snippet: string): Promise<void> {
    const editor = targetEditor();
    if (editor === undefined) {
      await window.showInformationMessage(text.noCursor());
      return;
    }
    const done = await editor.edit((edit) => {
      for (const selection of editor.selections) edit.replace(selection, snippet);
    });
    if (!done) throw new Error(text.cannotInsert(editor.document.fileName));
    await window.showTextDocument(editor.document, editor.viewColumn);
  }
}

interface FoundFile {
  readonly path: string;
  readonly line: number | undefined;
  readonly isFolder: boolean;
}

function findFile(path: string): FoundFile | undefined {
  const whole = statOrUndefined(path);
  if (whole !== undefined) return { path, line: undefined, isFolder: whole.isDirectory() };
  const [, bare, line] = /^(.*?)(?::|#L)(\d+)(?:[-:]L?\d+)*$/.exec(path) ?? [];
  if (bare === undefined || line === undefined) return undefined;
  const file = statOrUndefined(bare);
  return file?.isFile() === true ? { path: bare, line: Number(line), isFolder: false } : undefined;
}

/** Also for what is no path at all: NUL characters, a whole paragraph. */
function statOrUndefined(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
