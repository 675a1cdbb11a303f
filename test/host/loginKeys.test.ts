import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat, escapePick, notices, putFile } from './driver';
import { calls, cards, enter, logIn, setKey, strip, useLoginAgent, withAgent } from './loginAgent';
import { ui } from './ui';
import { eventually } from './wait';

describe('logging in with keys', () => {
  useLoginAgent();

  it('asks for the keys, keeps them as secrets and starts the agent with them (B128)', async () => {
    const id = await withAgent('key');
    await chat.says(/wants you to log in/);
    await logIn('k');
    await ui.page.waitFor('.quick-input-widget:visible :text("Agent key: Key")');
    assert.equal(
      await ui.page.attr('.quick-input-widget:visible .quick-input-box input', 'type'),
      'password',
    );
    await enter('Agent key: Key', 'k-secret-value');
    await enter('Agent key: TEST_ORG', '');
    await chat.idle();
    await chat.turn('hello');
    await chat.says(/with a key/);
    const settings = JSON.stringify(vscode.workspace.getConfiguration('acpWorkbench').inspect('agents'));
    assert.doesNotMatch(settings, /k-secret-value/);

    await setKey(id, 'TEST_KEY', '');
    await cards(2);
    assert.equal(calls('initialize'), 3, 'a changed key starts the agent again');
  });

  it('counts a variable of the settings more than a key, and a key more than the environment (B128)', async () => {
    process.env['TEST_KEY'] = 'ambient';
    await vscode.commands.executeCommand('acpWorkbench.refreshAgents', 'programs');
    try {
      await putFile('login-account', 'me');
      const id = await withAgent('browser', '-order');
      await chat.idle();
      await chat.turn('one');
      await chat.says(/to one with ambient/);
      await setKey(id, 'TEST_KEY', 'k-secret-value');
      await chat.says(/because the login changed/);
      await chat.idle();
      await chat.turn('two');
      await chat.says(/to two with a key/);
      await withAgent('browser', '-order', { TEST_KEY: 'from-settings' });
      await vscode.commands.executeCommand('acpWorkbench.restartAgent');
      await chat.turn('three');
      await chat.says(/to three with from-settings/);
      await setKey(id, 'TEST_KEY', '');
    } finally {
      delete process.env['TEST_KEY'];
      await vscode.commands.executeCommand('acpWorkbench.refreshAgents', 'programs');
    }
  });

  it('asks before it starts an agent again that is at work (B128)', async () => {
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'demo');
    await chat.fresh();
    await chat.send('silent');
    await eventually(async () => (await chat.state()) === 'working', { what: 'a turn runs' });
    await setKey('demo', 'TEST_KEY', 'k-secret-value');
    assert.equal(await chat.state(), 'working');
    await notices.press('uses the changed key', 'Restart now');
    await chat.says(/because the login changed/);
    await chat.idle();
    await setKey('demo', 'TEST_KEY', '');
    await eventually(async () => (await chat.transcript()).split('because the login changed').length === 3, {
      what: 'started once more',
    });
    await chat.idle();
  });

  it('gives up when the question for a key is closed, and when Cancel is pressed', async () => {
    await withAgent('key', '-closed');
    await chat.says(/wants you to log in/);
    for (const way of ['Escape', 'cancel']) {
      await logIn('k');
      await ui.page.waitFor('.quick-input-widget:visible .quick-input-box input');
      await ui.webview.waitFor(strip);
      if (way === 'Escape') await escapePick();
      else await ui.webview.click(byTestId('login-cancel'));
      await ui.webview.waitFor(strip, { state: 'detached' });
      await ui.page.waitFor('.quick-input-widget', { state: 'hidden' });
    }
    assert.equal(calls('initialize'), 1);
  });
});
