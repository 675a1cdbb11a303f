import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ui } from './ui';

describe('the extension', () => {
  const extension = vscode.extensions.getExtension('acp-workbench.acp-workbench');

  it('is present and activates', async () => {
    assert.ok(extension, 'acp-workbench is not installed');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('shows the chat', async () => {
    await vscode.commands.executeCommand('acpWorkbench.openChat');
    await ui.webview.waitFor('[data-testid=transcript]');
    await ui.page.screenshot('chat');
  });
});
