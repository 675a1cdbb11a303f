import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat, notices, takeFirstRow } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

const toolCard = byTestId('tool-card');

function named(part: string): vscode.Terminal | undefined {
  return vscode.window.terminals.find(({ name }) => name.includes(part));
}

describe('commands of the agent', () => {
  before(() => chat.open());
  beforeEach(() => chat.fresh());

  it('runs a command in an integrated terminal and shows its output in the card', async () => {
    await chat.turn('run a command');
    await ui.webview.waitFor(`${byTestId('terminal-output')}:has-text("three")`);
    assert.equal(await ui.webview.attr(toolCard, 'data-status'), 'completed');
    assert.ok(named('Demo agent:'), 'an integrated terminal of the agent');
    await chat.says(/exit code 0/);
  });

  it('shows output while the command still runs, and Stop ends it with its children', async () => {
    await chat.send('run: echo begins; sleep 300 & sleep 300; echo never');
    await ui.webview.waitFor(`${byTestId('terminal-output')}:has-text("begins")`);
    assert.equal(await chat.state(), 'working');
    await ui.webview.click(byTestId('terminal-stop'));
    await chat.idle();
    await chat.says(/was ended by|exit code/);
    assert.doesNotMatch(await chat.transcript(), /^never$/m);
  });

  it('lets the person type into the command', async () => {
    await chat.send('run: read answer; echo "got $answer"');
    await ui.webview.waitFor(byTestId('terminal-reveal'));
    await ui.webview.click(byTestId('terminal-reveal'));
    const terminal = await eventually(() => named('read answer'), { what: 'the terminal of the command' });
    await eventually(() => vscode.window.activeTerminal === terminal, { what: 'the terminal is shown' });
    terminal.sendText('forty-two');
    await chat.idle();
    await chat.says(/got forty-two/);
  });

  it('ends the command when the person closes its terminal', async () => {
    await chat.send('run: echo waiting; sleep 301');
    await ui.webview.waitFor(`${byTestId('terminal-output')}:has-text("waiting")`);
    const terminal = await eventually(() => named('sleep 301'), { what: 'the terminal of the command' });
    terminal.dispose();
    await chat.idle();
    await chat.says(/was ended by|exit code/);
  });

  it('tells the agent when a command does not exist, and goes on (B92)', async () => {
    await chat.turn('run: no-such-program-anywhere');
    await chat.says(/not found|exit code 127/);
    await chat.turn('echo still fine');
    await chat.says(/still fine/);
  });

  it('gives a command no pager and none of the host’s variables (B11, B101)', async () => {
    await chat.turn(
      'run: echo "pager=$PAGER node=$NODE_OPTIONS run=$ELECTRON_RUN_AS_NODE ipc=$VSCODE_IPC_HOOK_CLI."',
    );
    await ui.webview.waitFor(`${byTestId('terminal-output')}:has-text("pager=cat node= run= ipc=.")`);
  });

  it('shows output that the agent streams by itself', async () => {
    await chat.turn('run: printf "\\033[31mred\\033[0m 日本語 🚀\\n"');
    await ui.webview.waitFor(`${byTestId('terminal-output')}:has-text("red 日本語 🚀")`);
  });
});

describe('permissions', () => {
  before(() => chat.open());
  beforeEach(() => chat.fresh());

  it('shows every option in order and sends the exact id (B57)', async () => {
    await chat.send('choices');
    await ui.webview.waitFor(byTestId('permission-option'));
    const labels = await ui.webview.texts(byTestId('permission-option'));
    assert.deepEqual(
      labels.map((label) => label.trim()),
      ['Alpha', 'Bravo', 'Charlie', 'Delta'],
    );
    await ui.webview.click(`${byTestId('permission-option')}:has-text("Charlie")`);
    await chat.idle();
    await chat.says(/charlie/i);
  });

  it('denies with the reject option that was offered (B56)', async () => {
    await chat.send('permission');
    await ui.webview.waitFor(byTestId('permission-option'));
    assert.equal(await chat.state(), 'waiting');
    const options = await ui.webview.count(byTestId('permission-option'));
    assert.equal(options, 4);
    await ui.webview.click(`${byTestId('permission-option')}:has-text("Reject"):not(:has-text("lways"))`);
    await chat.idle();
    await chat.says(/reject/i);
  });

  it('asks with a quick pick; closing it allows nothing and the card stays (B65)', async () => {
    await vscode.workspace
      .getConfiguration()
      .update('acpWorkbench.permissionPrompt', 'quickPick', vscode.ConfigurationTarget.Global);
    try {
      await chat.send('permission');
      await ui.page.waitFor('.quick-input-widget:visible .quick-input-list-row');
      await ui.page.screenshot('permission-quick-pick');
      await ui.page.press('Enter');
      assert.equal(await chat.state(), 'waiting', 'Enter alone chooses nothing');
      await ui.page.press('Escape');
      await ui.page.waitFor('.quick-input-widget', { state: 'hidden' });
      assert.equal(await chat.state(), 'waiting');
      await vscode.commands.executeCommand('acpWorkbench.answerPermission');
      await takeFirstRow();
      await chat.idle();
      await chat.says(/allow/i);
    } finally {
      await vscode.workspace
        .getConfiguration()
        .update('acpWorkbench.permissionPrompt', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('answers an open request as cancelled when the turn is stopped (B54)', async () => {
    await chat.send('permission');
    await ui.webview.waitFor(byTestId('permission-option'));
    await ui.webview.click(byTestId('stop'));
    await chat.idle();
    assert.equal(await ui.webview.count(`${byTestId('permission-option')}:not([disabled])`), 0);
  });

  it('puts a form question field by field and sends the answers', async () => {
    await chat.send('question');
    await notices.waitFor('The agent asks');
    await eventually(async () => (await chat.state()) === 'waiting', { what: 'the agent waits' });
    await notices.press('The agent asks', 'Answer');
    await ui.page.waitFor('.quick-input-widget:visible input');
    await ui.page.type('Ada');
    await ui.page.press('Enter');
    await ui.page.waitFor('.quick-input-widget:visible .quick-input-list-row');
    await ui.page.press('Enter');
    await eventually(async () => (await ui.page.texts('.quick-input-list-row')).join(' ').includes('Yes'));
    await ui.page.press('Enter');
    await chat.idle();
    await chat.says(/Ada/);
  });
});
