import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat, onDisk, putFile, reviewTab } from './driver';
import { ui } from './ui';

describe('the installed extension', () => {
  it('is the packaged one', () => {
    const extension = vscode.extensions.getExtension('acp-workbench.acp-workbench');
    assert.ok(extension, 'it is installed');
    assert.match(extension.extensionPath, /[\\/]extensions[\\/]acp-workbench\.acp-workbench-/);
  });

  it('runs a turn with the demo agent', async () => {
    await chat.open();
    await chat.idle();
    await chat.turn('echo from the package');
    await chat.says(/from the package/);
  });

  it('reviews an edit and runs a command', async () => {
    const path = await putFile('packaged.txt', 'alpha\nbeta\n');
    await chat.send('edit packaged.txt');
    await reviewTab();
    await ui.webview.click(byTestId('review-accept'));
    await chat.idle();
    assert.equal(await onDisk(path), 'alpha\nBETA\n');
    await chat.turn('run a command');
    await ui.webview.waitFor(`${byTestId('terminal-output')}:has-text("three")`);
  });
});
