import * as assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import {
  byTestId,
  chat,
  inWorkspace,
  noReviewTab,
  onDisk,
  proposalUri,
  putFile,
  removeFile,
  reviewTab,
} from './driver';
import { ui } from './ui';
import { eventually } from './wait';

const BEFORE = 'alpha\nbeta\ngamma\n';
const AFTER = 'alpha\nBETA\ngamma\n';

describe('reading and writing files', () => {
  let path = '';

  before(() => chat.open());
  beforeEach(async () => {
    path = await putFile('edit-me.txt', BEFORE);
    await chat.fresh();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(path);
  });

  async function propose(): Promise<vscode.Tab> {
    await chat.send('edit edit-me.txt');
    return reviewTab();
  }

  it('holds a write open as a diff and writes it when Accept is pressed in the editor title', async () => {
    await propose();
    assert.equal(await onDisk(path), BEFORE);
    assert.equal(await chat.state(), 'waiting');
    await vscode.commands.executeCommand('acpWorkbench.acceptEdit');
    await chat.idle();
    assert.equal(await onDisk(path), AFTER);
    await noReviewTab();
    await chat.says(/was accepted/);
  });

  it('shows Accept and Reject in the title of the diff and as floating buttons', async () => {
    await propose();
    await ui.page.waitFor('.editor-actions a[aria-label^="Accept Edit"]');
    await ui.page.waitFor('.editor-actions a[aria-label^="Reject Edit"]');
    await ui.page.click('.editor-actions a[aria-label^="Accept Edit"]');
    await noReviewTab();
    await chat.idle();
    assert.equal(await onDisk(path), AFTER);
  });

  it('writes nothing when the edit is rejected on the card, and tells the agent', async () => {
    await propose();
    await ui.webview.click(byTestId('review-reject'));
    await chat.idle();
    await noReviewTab();
    assert.equal(await onDisk(path), BEFORE);
    await chat.says(/was rejected: The user rejected this edit/);
  });

  it('accepts on the card', async () => {
    await propose();
    await ui.webview.click(byTestId('review-accept'));
    await chat.idle();
    assert.equal(await onDisk(path), AFTER);
    await noReviewTab();
  });

  it('writes what the person made of the proposal', async () => {
    const tab = await propose();
    const uri = proposalUri(tab);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(3, 0), 'mine\n');
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand('acpWorkbench.acceptEdit');
    await chat.idle();
    assert.equal(await onDisk(path), `${AFTER}mine\n`);
    await noReviewTab();
    await chat.says(/With your changes/);
  });

  it('keeps a proposal open when its tab is closed, and opens it again from the card', async () => {
    const tab = await propose();
    await vscode.window.tabGroups.close(tab);
    assert.equal(await chat.state(), 'waiting');
    await ui.webview.click(byTestId('review-open'));
    await reviewTab();
    await ui.webview.click(byTestId('review-accept'));
    await chat.idle();
    assert.equal(await onDisk(path), AFTER);
  });

  it('creates a new file with its folders only after Accept (B74)', async () => {
    const fresh = inWorkspace('made', 'by', 'agent.md');
    await chat.send('new file made/by/agent.md');
    await reviewTab();
    await assert.rejects(onDisk(fresh));
    await ui.webview.click(byTestId('review-accept'));
    await chat.idle();
    assert.match(await onDisk(fresh), /Made by the demo agent/);
    await removeFile(inWorkspace('made'));
  });

  it('gives the agent unsaved text and lines counted from 1 (B71)', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'typed but not saved\n');
    });
    await chat.turn('read edit-me.txt line 1 limit 1');
    await chat.says(/typed but not saved/);
    await chat.turn('read edit-me.txt line 2 limit 1');
    await chat.says(/alpha/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('never loses unsaved typing: rejecting keeps it, accepting saves the reviewed text (B77)', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'typing\n');
    });
    await propose();
    await ui.webview.click(byTestId('review-reject'));
    await chat.idle();
    assert.equal(editor.document.getText(), `typing\n${BEFORE}`);
    assert.equal(await onDisk(path), BEFORE);

    await propose();
    await ui.webview.click(byTestId('review-accept'));
    await chat.idle();
    assert.equal(await onDisk(path), `typing\n${AFTER}`);
    await eventually(() => !editor.document.isDirty, { what: 'a saved document' });
    assert.equal(editor.document.getText(), `typing\n${AFTER}`);
  });

  it('writes what was accepted although the editor saves by itself meanwhile', async () => {
    const config = vscode.workspace.getConfiguration('files');
    await config.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    await config.update('autoSaveDelay', 300, vscode.ConfigurationTarget.Global);
    try {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(0, 0), 'typing\n');
      });
      await propose();
      await eventually(() => !editor.document.isDirty, { what: 'the editor has saved' });
      await ui.webview.click(byTestId('review-accept'));
      await chat.idle();
      assert.equal(await onDisk(path), `typing\n${AFTER}`);
    } finally {
      await config.update('autoSave', 'off', vscode.ConfigurationTarget.Global);
      await config.update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('keeps line ends and exactly one byte order mark (B69, B70)', async () => {
    await putFile('edit-me.txt', '\uFEFFalpha\r\nbeta\r\ngamma\n');
    await propose();
    await ui.webview.click(byTestId('review-accept'));
    await chat.idle();
    assert.equal(await onDisk(path), '\uFEFFalpha\r\nBETA\r\ngamma\n');
    assert.deepEqual([...(await readFile(path)).subarray(0, 4)], [0xef, 0xbb, 0xbf, 0x61]);
  });

  it('takes several edits of one turn one after another', async () => {
    await putFile('notes.txt', 'alpha\nbeta\n');
    await chat.send('several edits');
    for (let left = 3; left > 0; left--) {
      await ui.webview.waitFor(byTestId('review-accept'));
      await ui.webview.click(byTestId('review-accept'));
      await eventually(async () => {
        const open = await ui.webview.count(byTestId('review-accept'));
        const done = await ui.webview.count(byTestId('review-outcome'));
        return done === 4 - left && (open > 0 || left === 1);
      });
    }
    await chat.idle();
    await noReviewTab();
  });

  it('takes the proposal away when the turn is stopped', async () => {
    await propose();
    await ui.webview.click(byTestId('stop'));
    await chat.idle();
    await noReviewTab();
    assert.equal(await onDisk(path), BEFORE);
  });
});
