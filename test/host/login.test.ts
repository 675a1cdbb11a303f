import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { anywhere, byTestId, chat, inWorkspace, putFile, removeFile } from './driver';
import {
  actions,
  calls,
  card,
  cards,
  enter,
  logIn,
  loginTerminal,
  setKey,
  strip,
  useLoginAgent,
  ways,
  withAgent,
} from './loginAgent';
import { ui } from './ui';
import { eventually } from './wait';

describe('logging in', () => {
  useLoginAgent();

  it('opens the session after a click on the way that the agent offers (B122)', async () => {
    await withAgent('browser');
    await chat.says(/wants you to log in: Authentication required/);
    assert.deepEqual(await ways(), ['Browser']);
    assert.deepEqual(await actions(), ['Restart agent', 'Choose another agent', 'Show log']);
    assert.equal(calls('authenticate'), 0, 'nothing starts by itself');
    assert.equal(await chat.state(), 'failed');
    await logIn('b');
    await chat.idle();
    assert.deepEqual([calls('authenticate'), calls('session/new')], [1, 2]);
    await chat.turn('hello');
    await chat.says(/answer in s1 to hello/);
  });

  it('says that there is no way here, and offers a terminal and a key (B122)', async () => {
    const id = await withAgent('none');
    await chat.says(/names no way to log in here/);
    assert.deepEqual(await ways(), []);
    assert.deepEqual(await actions(), [
      'Run in a terminal',
      'Set API key…',
      'Restart agent',
      'Choose another agent',
      'Show log',
    ]);
    await ui.webview.click(`${card} [data-action=setApiKey]`);
    await enter('API key for Agent none', 'TEST_KEY');
    await enter('Agent none: TEST_KEY', 'k-secret-value');
    await chat.idle();
    await chat.turn('hello');
    await chat.says(/with a key/);
    await setKey(id, 'TEST_KEY', '');
  });

  it('sends the prompt again that failed, below a visible break (B122, B129)', async () => {
    await withAgent('prompt');
    await chat.idle();
    await chat.turn('first');
    await chat.says(/wants you to log in: Please log in/);
    await logIn('b');
    await chat.says(/New session, because the login changed/);
    await chat.says(/answer in s2 to first/);
    await cards(1);
    assert.equal(calls('session/prompt'), 2);
  });

  it('goes on in a new session where the agent lost its own with the login (B129)', async () => {
    await withAgent('loses');
    await chat.idle();
    await chat.turn('first');
    await chat.says(/wants you to log in/);
    await logIn('b');
    await chat.says(/answer in s3 to first/);
    await chat.turn('second');
    await chat.says(/answer in s3 to second/);
  });

  for (const kind of ['resumes', 'forgets'] as const) {
    it(`asks for a login when a session is to be brought back, and tries that again (${kind}) (B122, B129)`, async () => {
      await putFile('login-account', 'me');
      await withAgent(kind);
      await chat.idle();
      await chat.turn('first');
      await removeFile(inWorkspace('login-account'));
      await vscode.commands.executeCommand('acpWorkbench.restartAgent');
      await chat.says(/wants you to log in/);
      assert.deepEqual(await ways(), ['Browser']);
      await logIn('b');
      await chat.says(kind === 'resumes' ? /The login changed/ : /New session, because the login changed/);
      await chat.idle();
      await chat.turn('second');
      await chat.says(kind === 'resumes' ? /to second/ : /answer in s1 to second/);
      assert.equal(calls('session/resume'), 2);
    });
  }

  it('lets the person choose from a list where there are many ways (B122)', async () => {
    await withAgent('many');
    await chat.says(/wants you to log in/);
    assert.deepEqual(await ways(), []);
    await ui.webview.click(`${card} [data-action=logIn]`);
    await ui.page.click('.quick-input-widget :text("Way C")');
    await chat.idle();
    assert.equal(calls('authenticate'), 1);
  });

  it('says why a login failed and can be tried again', async () => {
    await withAgent('broken');
    await chat.says(/wants you to log in/);
    await logIn('b');
    await chat.says(/Logging in did not work: No browser here/);
    await cards(2);
    assert.equal(calls('session/new'), 1);
    await ui.webview.waitFor(strip, { state: 'detached' });
  });

  it('shows that it is logging in, refuses prompts meanwhile, and can be cancelled (B125)', async () => {
    await withAgent('slow');
    await chat.says(/wants you to log in/);
    await logIn('b');
    await ui.webview.waitFor(`${strip}:has-text("Logging in with “Browser”…")`);
    assert.equal(await chat.state(), 'waiting');
    assert.equal(await ui.webview.count(byTestId('login-confirm')), 0);
    await ui.webview.fill(byTestId('composer'), 'too early');
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    await ui.webview.waitFor(/Finish or cancel logging in first/);
    assert.equal(await ui.webview.value(byTestId('composer')), 'too early');
    await ui.webview.fill(byTestId('composer'), '');
    await ui.webview.click(byTestId('login-cancel'));
    await ui.webview.waitFor(strip, { state: 'detached' });
    assert.equal(await chat.state(), 'failed');
    await eventually(() => calls('$/cancel_request') === 1, { what: 'the agent is told' });
    await logIn('b');
    await ui.webview.waitFor(strip);
    await ui.webview.click(byTestId('login-cancel'));
  });

  it('logs in in a terminal with the command and the environment of the agent (B124)', async () => {
    await withAgent('terminal', '', { HOME: '/x' });
    await chat.says(/wants you to log in/);
    await logIn('t');
    await chat.idle();
    assert.equal(readFileSync(inWorkspace('login-seen'), 'utf8'), '/x|me|terminal --login');
    assert.equal(calls('initialize'), 2);
    await chat.turn('hello');
    await chat.says(/answer in s1 to hello/);
  });

  it('goes on when the person has logged in and the terminal stays open (B125)', async () => {
    await withAgent('terminal', '-stays', { TEST_STAYS: '1' });
    await chat.says(/wants you to log in/);
    await logIn('t');
    await ui.webview.waitFor(byTestId('login-confirm'));
    await eventually(() => existsSync(inWorkspace('login-seen')), { what: 'the login runs' });
    await ui.page.screenshot('login-terminal');
    await ui.webview.click(byTestId('login-confirm'));
    await cards(2);
    assert.ok(loginTerminal(), 'too early: the terminal is left to the person');
    await putFile('login-account', 'me');
    await logIn('t');
    await ui.webview.click(byTestId('login-confirm'));
    await chat.idle();
    await eventually(() => loginTerminal() === undefined, { what: 'the terminal is closed' });
    await eventually(() => anywhere('login.cjs terminal --login').length === 0, { what: 'no login is left' });
  });

  it('takes a closed terminal for a cancel, whatever the program exits with (B125)', async () => {
    await withAgent('terminal', '-closed', { TEST_STAYS: '1' });
    await chat.says(/wants you to log in/);
    await logIn('t');
    await ui.webview.waitFor(strip);
    await eventually(() => existsSync(inWorkspace('login-seen')), { what: 'the login runs' });
    loginTerminal()?.dispose();
    await ui.webview.waitFor(strip, { state: 'detached' });
    await eventually(() => anywhere('login.cjs terminal --login').length === 0, { what: 'no login is left' });
    assert.equal(calls('initialize'), 1, 'the agent was not started again');
    assert.equal(await chat.state(), 'failed');
    await cards(1);
  });

  it('logs in and out by commands, also given an id or a tree item', async () => {
    const id = await withAgent('logout');
    await chat.says(/wants you to log in/);
    await vscode.commands.executeCommand('acpWorkbench.logIn', { id });
    await chat.idle();
    await chat.turn('hello');
    await vscode.commands.executeCommand('acpWorkbench.logOut', id);
    await chat.says(/Logged out/);
    assert.equal(await chat.state(), 'stopped');
    assert.equal(existsSync(inWorkspace('login-account')), false);
    await ui.webview.fill(byTestId('composer'), 'and now');
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    await cards(2);
    await vscode.commands.executeCommand('acpWorkbench.logIn');
    await chat.idle();
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    await chat.says(/answer in s1 to and now/);
  });

  it('lets the demo agent show it', async () => {
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'demo');
    await chat.fresh();
    await chat.turn('login');
    await chat.says(/wants you to log in/);
    await logIn('demo');
    await chat.says(/You are logged in/);
    await vscode.commands.executeCommand('acpWorkbench.logOut');
    await chat.says(/Logged out/);
  });

  it('shows the card and the line in a picture, narrow and wide', async () => {
    await withAgent('three', '', { TEST_STAYS: '1' });
    await chat.says(/wants you to log in/);
    await logIn('t');
    await ui.webview.waitFor(strip);
    await setTheme('Default Dark Modern');
    for (const [name, command] of [
      ['wide', 'workbench.action.maximizeAuxiliaryBar'],
      ['narrow', 'workbench.action.restoreAuxiliaryBar'],
    ] as const) {
      await vscode.commands.executeCommand(command);
      await eventually(async () => (await chatWidth()) > 700 === (name === 'wide'), {
        what: `a ${name} chat`,
      });
      await ui.page.screenshot(`login-${name}`);
    }
    await setTheme(undefined);
    await ui.webview.click(byTestId('login-cancel'));
  });
});

async function setTheme(theme: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update('workbench.colorTheme', theme, vscode.ConfigurationTarget.Global);
}

/** CSS pixels. */
function chatWidth(): Promise<number> {
  return ui.webview.evaluate(() => (globalThis as unknown as { innerWidth: number }).innerWidth);
}
