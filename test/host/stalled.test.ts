import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('acpWorkbench')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

describe('an agent that is stuck', () => {
  const line = byTestId('stalled');

  before(async () => {
    await chat.open();
    await set('turnTimeout', 1);
    await set('cancelTimeout', 1);
  });
  beforeEach(() => chat.fresh());
  after(async () => {
    await set('turnTimeout', undefined);
    await set('cancelTimeout', undefined);
    await set('turnTimeoutAction', undefined);
  });

  async function gone(): Promise<void> {
    await eventually(async () => (await ui.webview.count(line)) === 0, { what: 'the question is gone' });
  }

  it('asks what to do after a silence, and waits on when told to', async () => {
    await chat.send('silent 4');
    await ui.webview.waitFor(line);
    assert.equal(await ui.webview.attr(line, 'data-kind'), 'silent');
    await ui.page.screenshot('stalled');
    await ui.webview.click(byTestId('stalled-wait'));
    await gone();
    await chat.says(/I was silent for a while/);
    await chat.idle();
    await gone();
  });

  it('stops on demand', async () => {
    await chat.send('silent 60');
    await ui.webview.waitFor(line);
    await ui.webview.click(byTestId('stalled-stop'));
    await ui.webview.waitFor(byTestId('stop-reason'));
    await chat.idle();
  });

  it('does not ask while a command runs or a permission waits', async () => {
    await chat.send('run: sleep 3; echo slept');
    await ui.webview.waitFor(`${byTestId('terminal-output')}:has-text("slept")`);
    await chat.idle();
    await chat.send('permission');
    await ui.webview.waitFor(byTestId('permission-option'));
    await assert.rejects(ui.webview.waitFor(line, { timeout: 2500 }));
    await ui.webview.click(`${byTestId('permission-option')} >> nth=0`);
    await chat.idle();
  });

  it('offers a force stop when a stop is not confirmed, after which a new turn works (B44)', async () => {
    await chat.send('ignore cancel 60');
    await ui.webview.waitFor(`${byTestId('entry')}[data-kind=agent]`);
    await ui.webview.click(byTestId('stop'));
    await ui.webview.waitFor(`${line}[data-kind=notStopping]`);
    await ui.webview.click(byTestId('stalled-force'));
    await chat.idle();
    await gone();
    await chat.turn('echo after the force');
    await chat.says(/after the force/);
  });

  it('stops by itself only when the setting says so', async () => {
    await set('turnTimeoutAction', 'stop');
    await chat.send('silent 60');
    await ui.webview.waitFor(byTestId('stop-reason'));
    await chat.idle();
    await set('turnTimeoutAction', undefined);
  });
});
