import * as assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { chat, noReviewTab, onDisk, proposalUri, putFile, removeFile, reviewTab } from './driver';
import { eventually } from './wait';
import { setEncoding, typeInto, writer } from './writer';

const LATIN1 = Buffer.from('caf\u00e9\n', 'latin1');
/** In GBK. */
const NI_HAO = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]);

describe('files in other encodings', () => {
  let path = '';

  before(async () => {
    await chat.open();
    await writer.install();
  });
  after(() => writer.remove());
  beforeEach(() => writer.fresh());
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await setEncoding(undefined);
    await removeFile(path);
  });

  it('refuses to read and to write what is not valid in its encoding, and says what to do (B76)', async () => {
    path = await putFile('latin.txt', LATIN1);
    await writer.ask({ path });
    await chat.says(/refused: .*latin\.txt is not valid.*files\.encoding/s);
    await chat.fresh();
    await writer.ask({ path, content: 'caf\n' });
    await chat.says(/refused: .*latin\.txt is not valid.*files\.encoding/s);
    assert.deepEqual(await readFile(path), LATIN1);
    await setEncoding('iso88591');
    await chat.fresh();
    await writer.ask({ path });
    await chat.says(/done: caf\u00e9/);
  });

  it('refuses bytes that a wide encoding does not have', async () => {
    path = await putFile('odd.txt', Buffer.from([0xc4, 0xe3, 0xff, 0xff, 0x0a]));
    await setEncoding('gbk');
    await writer.ask({ path });
    await chat.says(/refused: .*odd\.txt is not valid/s);
  });

  it('reads and writes UTF-16 with its mark', async () => {
    path = await putFile('wide.txt', Buffer.from('\uFEFFh\u00e9\r\n', 'utf16le'));
    await writer.ask({ path });
    await chat.says(/done: h\u00e9/);
    await chat.fresh();
    await writer.ask({ path, content: 'h\u00e9\r\n\u4f60\n' });
    await reviewTab();
    await writer.accept();
    await chat.says(/done: written/);
    assert.deepEqual(await readFile(path), Buffer.from('\uFEFFh\u00e9\r\n\u4f60\n', 'utf16le'));
  });

  it('shows a proposal as it is where files.encoding is another, and writes it in that (B76)', async () => {
    path = await putFile('gbk.txt', NI_HAO);
    await setEncoding('gbk');
    await writer.ask({ path, content: '\u4f60\u597d\n\u597d\n' });
    const uri = proposalUri(await reviewTab());
    const document = await eventually(
      () => vscode.workspace.textDocuments.find((found) => found.uri.toString() === uri.toString()),
      { what: 'the proposal' },
    );
    assert.equal(document.getText(), '\u4f60\u597d\n\u597d\n');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(2, 0), '\u4f60');
    await vscode.workspace.applyEdit(edit);
    await document.save();
    await writer.accept();
    await chat.says(/done: written/);
    assert.deepEqual(
      await readFile(path),
      Buffer.concat([NI_HAO, Buffer.from([0xba, 0xc3, 0x0a, 0xc4, 0xe3])]),
    );
  });

  it('leaves the editor and the disk alone when the encoding cannot hold the text, with one card', async () => {
    path = await putFile('ascii.txt', 'plain\n');
    await setEncoding('iso88591');
    const document = await typeInto(path, 'typed ');
    await writer.ask({ path, content: '\u4f60\u597d\n' });
    await chat.says(/refused: .*cannot hold/s);
    await noReviewTab();
    await writer.cardsAre('Could not be written');
    assert.equal(document.getText(), 'typed plain\n');
    assert.equal(document.isDirty, true);
    assert.equal(await onDisk(path), 'plain\n');
  });

  it('adds no mark to a file without one, and one to a new file where the setting wants it (B69)', async () => {
    path = await putFile('unmarked.txt', 'plain\n');
    await setEncoding('utf8bom');
    await writer.ask({ path, content: 'other\n' });
    await reviewTab();
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(path), 'other\n');
    await removeFile(path);
    await chat.fresh();
    await writer.ask({ path, content: '\uFEFFnew\n' });
    await reviewTab();
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(path), '\uFEFFnew\n');
  });
});
