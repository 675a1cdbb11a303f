import type { Uri } from 'vscode';
import { window, workspace, type Selection, type TextEditor } from 'vscode';
import { basename } from 'node:path';
import { text } from '../text';
import type { PromptAttachment } from './prompt';

/** What waits to be sent with the next prompt. */
export class Attachments {
  private items: readonly PromptAttachment[] = [];
  private nextId = 1;

  constructor(private readonly changed: () => void) {}

  get all(): readonly PromptAttachment[] {
    return this.items;
  }

  remove(id: string): void {
    this.items = this.items.filter((item) => item.id !== id);
    this.changed();
  }

  replace(id: string, attachment: Omit<PromptAttachment, 'id'>): void {
    this.items = this.items.map((item) => (item.id === id ? { ...attachment, id } : item));
    this.changed();
  }

  take(): readonly PromptAttachment[] {
    const taken = this.items;
    this.items = [];
    this.changed();
    return taken;
  }

  /** After a prompt that could not be sent: nothing the person added is lost. */
  giveBack(items: readonly PromptAttachment[]): void {
    this.items = [...items, ...this.items];
    this.changed();
  }

  /** Every non-empty selection; the whole document when nothing is selected. */
  addSelections(editor: TextEditor): void {
    const { document } = editor;
    const selections = editor.selections.filter((selection) => !selection.isEmpty);
    const name = document.isUntitled ? basename(document.uri.path) : workspace.asRelativePath(document.uri);
    if (selections.length === 0 && document.uri.scheme === 'file' && !document.isDirty) {
      this.addFile(document.uri);
      return;
    }
    const ranges =
      selections.length === 0 ? [undefined] : [...selections].sort((a, b) => a.start.compareTo(b.start));
    for (const range of ranges) {
      const { from, to } = lineSpan(range, document.lineCount);
      const heading = `${name} ${text.lines(from, to)}`;
      this.add({
        uri: document.uri.with({ fragment: `L${String(from)}-L${String(to)}` }).toString(),
        text: document.getText(range),
        languageId: document.languageId,
        heading,
        label: `${basename(document.uri.path)}:${from === to ? String(from) : `${String(from)}-${String(to)}`}`,
        detail: heading,
      });
    }
  }

  addFile(uri: Uri): void {
    const relative = workspace.asRelativePath(uri);
    this.add({
      uri: uri.toString(),
      text: undefined,
      languageId: undefined,
      heading: relative,
      label: basename(uri.path),
      detail: relative,
    });
  }

  /** What is attached already is not attached twice; of images nobody can tell. */
  add(attachment: Omit<PromptAttachment, 'id'>): void {
    const same = ({ uri, text: words }: PromptAttachment): boolean =>
      uri === attachment.uri && words === attachment.text;
    if (attachment.image === undefined && this.items.some(same)) return;
    this.items = [...this.items, { ...attachment, id: `a${String(this.nextId++)}` }];
    this.changed();
  }
}

/** 1-based, both ends included; a selection that ends at the start of a line does not take that line. */
function lineSpan(selection: Selection | undefined, lineCount: number): { from: number; to: number } {
  if (selection === undefined) return { from: 1, to: lineCount };
  const { start, end } = selection;
  const to = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { from: start.line + 1, to };
}

/** The document to insert into: the last text editor, also while the chat has the keyboard. */
export function targetEditor(): TextEditor | undefined {
  return window.activeTextEditor ?? window.visibleTextEditors[0];
}
