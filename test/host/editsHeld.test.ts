import * as assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { byTestId, chat, noReviewTab, onDisk, proposalUri, putFile, removeFile, reviewTab } from './driver';
import { ui } from './ui';
import { eventually } from './wait';
import { typeInto, typeIntoProposal, writer } from './writer';

const BEFORE = 'one\ntwo\n';
const AFTER = 'one\nTWO\n';

describe('a held write', () => {
  let path = '';

  before(async () => {
    await chat.open();
    await writer.install();
  });
  after(() => writer.remove());
  beforeEach(async () => {
    path = await putFile('held.txt', BEFORE);
    await writer.fresh();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(path);
  });

  async function propose(content = AFTER): Promise<vscode.Uri> {
    await writer.ask({ path, content });
    return proposalUri(await reviewTab());
  }

  async function showsAgain(): Promise<void> {
    await chat.says(/changed while you were reviewing/);
    await reviewTab();
    await writer.cardsAre('open');
  }

  it('is accepted on the card of its own conversation, whatever stands in others', async () => {
    const other = await putFile('other.txt', BEFORE);
    await propose();
    await writer.fresh('writer-b');
    await writer.ask({ path: other, content: AFTER });
    await ui.webview.waitFor(byTestId('review-accept'));
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(other), AFTER);
    assert.equal(await onDisk(path), BEFORE);
    await writer.show('writer-a');
    await ui.webview.click(byTestId('review-reject'));
    await chat.idle();
    await noReviewTab();
    await removeFile(other);
  });

  it('is shown again, not written, when another program changed the file', async () => {
    await propose();
    await writeFile(path, 'by another program\n');
    await writer.accept();
    await showsAgain();
    assert.equal(await onDisk(path), 'by another program\n');
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(path), AFTER);
    await writer.cardsAre('Accepted');
    await noReviewTab();
  });

  it('is shown again when the person typed into the file, and keeps what was made of the proposal', async () => {
    const uri = await propose();
    await typeIntoProposal(uri, 'mine\n');
    const document = await typeInto(path, 'typed\n');
    await writer.accept();
    await showsAgain();
    assert.equal(document.getText(), `typed\n${BEFORE}`);
    assert.equal(await onDisk(path), BEFORE);
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(path), `mine\n${AFTER}`);
    await eventually(() => !document.isDirty, { what: 'a saved document' });
  });

  it('is shown again when the file was deleted', async () => {
    await propose();
    await removeFile(path);
    await writer.accept();
    await showsAgain();
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(path), AFTER);
  });

  it('reaches the disk although an unsaved editor has the same text already', async () => {
    const document = await typeInto(path, 'zero\n');
    await propose(`zero\n${BEFORE}`);
    assert.equal(await onDisk(path), BEFORE);
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(path), `zero\n${BEFORE}`);
    assert.equal(document.isDirty, false);
  });

  it('leaves one failed card when writing fails, and keeps what was made of the proposal', async function () {
    if (process.getuid?.() === 0) await vscode.workspace.fs.delete(vscode.Uri.file(path));
    else await chmod(path, 0o444);
    const target = process.getuid?.() === 0 ? `${path}/below.txt` : path;
    await writer.ask({ path: target, content: AFTER });
    await typeIntoProposal(proposalUri(await reviewTab()), 'mine\n');
    if (target !== path) await writeFile(path, 'in the way');
    await writer.accept();
    await chat.says(/refused: /);
    await writer.cardsAre('Could not be written');
    await noReviewTab();
    await keptUntitled(`mine\n${AFTER}`);
  });

  it('keeps what was made of the proposal when the turn is stopped', async () => {
    await typeIntoProposal(await propose(), 'mine\n');
    await ui.webview.click(byTestId('stop'));
    await noReviewTab();
    await keptUntitled(`mine\n${AFTER}`);
    await writer.cardsAre('No longer needed');
    assert.equal(await onDisk(path), BEFORE);
  });

  it('keeps what was made of the proposal when the agent ends', async () => {
    await typeIntoProposal(await propose(), 'mine\n');
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await noReviewTab();
    await keptUntitled(`mine\n${AFTER}`);
    await writer.cardsAre('No longer needed');
  });

  it('leaves nothing behind when an untouched proposal is withdrawn', async () => {
    await propose();
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await noReviewTab();
    await writer.cardsAre('No longer needed');
    assert.equal(untitled().length, 0);
  });

  it('can be cancelled while it waits for another conversation’s review of the same file', async () => {
    await propose();
    await writer.fresh('writer-b');
    await writer.ask({ path, content: 'by b\n' });
    await ui.webview.waitFor(byTestId('stop'));
    await ui.webview.click(byTestId('stop'));
    await chat.says(/refused: Request cancelled/);
    await writer.cardsAre();
    await writer.show('writer-a');
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(path), AFTER);
  });
});

function untitled(): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ isUntitled, isClosed }) => isUntitled && !isClosed);
}

async function keptUntitled(wanted: string): Promise<void> {
  const document = await eventually(() => untitled().find((found) => found.getText() === wanted), {
    what: 'the text in an untitled editor',
  });
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
