import { window, workspace } from 'vscode';
import { text } from '../text';

/** Keeps what a person typed into a proposal that ends without their decision. The keyboard stays where it is. */
export async function keepAsUntitled(
  content: string,
  language: string | undefined,
  file: string,
): Promise<void> {
  const document = await workspace.openTextDocument(
    language === undefined ? { content } : { content, language },
  );
  await window.showTextDocument(document, { preserveFocus: true, preview: false });
  void window.showInformationMessage(text.keptUntitled(file));
}
