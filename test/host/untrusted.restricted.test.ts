import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat, children, notices } from './driver';
import { ui } from './ui';

describe('in a workspace that is not trusted', () => {
  it('starts no agent, and says why when it is asked to (B173, B174)', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await chat.open();
    await ui.webview.fill(byTestId('composer'), 'echo hello');
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    await ui.webview.waitFor(byTestId('error-card'));
    assert.match(await ui.webview.text(byTestId('error-card')), /trusted workspace/);
    assert.equal(await ui.webview.value(byTestId('composer')), 'echo hello');
    assert.deepEqual(children('demo-agent.js'), []);
  });

  it('installs nothing, since packages run scripts of their own (B173)', async () => {
    const done = vscode.commands.executeCommand('acpWorkbench.installAgent', 'gemini');
    await notices.waitFor('Agents run only in a trusted workspace');
    assert.equal(await ui.page.count('.quick-input-widget:visible :text("Install Gemini")'), 0);
    assert.deepEqual(children('npx'), []);
    await notices.clear();
    await done;
  });

  it('looks for agents without asking the login shell, or any program, who it is (B173)', async () => {
    const uri = vscode.Uri.parse('acp-agent:/Cursor.txt?cursor');
    const page = (await vscode.workspace.openTextDocument(uri)).getText();
    assert.match(
      page,
      /Not asked \(acpWorkbench\.detection\.loginShell is off, or the workspace is not trusted\)/,
    );
  });

  it('takes no agent commands from the workspace (B173)', async () => {
    const config = vscode.workspace.getConfiguration('acpWorkbench');
    await assert.rejects(
      Promise.resolve(
        config.update('agents', { evil: { command: 'touch' } }, vscode.ConfigurationTarget.Workspace),
      ),
    );
  });
});
