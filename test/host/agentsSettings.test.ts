import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { agentsView, chooseInRow, row, rowSays } from './agentsRows';
import { byTestId, chat } from './driver';
import { configure, configured, useOwnComputer } from './ownComputer';
import { ui } from './ui';
import { eventually } from './wait';

describe('settings of an agent that is found', () => {
  const computer = useOwnComputer();

  before(async () => {
    computer.uses('gemini');
    await computer.addProgram('gemini');
    await computer.lookAgain();
    await agentsView.open();
    await rowSays('Gemini CLI', /^Ready$/);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('acpWorkbench.stopAgent', 'gemini');
    await configure('agents', undefined);
    await configure('defaultAgent', undefined);
  });

  it('makes it the default from its menu', async () => {
    await chooseInRow('Gemini CLI', 'Set as Default Agent');
    await rowSays('Gemini CLI', /^Ready · default$/);
    assert.equal(configured('defaultAgent'), 'gemini');
  });

  it('opens the settings with an entry that changes nothing', async () => {
    await configure('agents', { other: { command: 'other' } });
    await rowSays('other', /^Ready$/);
    await chooseInRow('Gemini CLI', 'Configure Agent');
    const open = () => vscode.window.activeTextEditor?.document.uri.path.endsWith('settings.json');
    await eventually(open, { what: 'settings.json is open' });
    assert.deepEqual(configured('agents'), { other: { command: 'other' }, gemini: {} });
    await rowSays('Gemini CLI', /^Ready$/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('starts with the mode and the variables of the entry, and asks only for what it does not allow', async () => {
    const entry = { env: { FAKE_WORD: 'from settings' }, mode: 'plan', permissions: 'allowReads' };
    await configure('agents', { gemini: entry });
    await ui.page.click(row('Gemini CLI'));
    await chat.idle();
    await eventually(() => computer.notes().includes('gemini mode plan'), { what: 'the mode is set' });

    await chat.turn('read');
    await chat.says(/gemini heard read \/ from settings \/ yes/);

    await chat.send('execute');
    await ui.webview.waitFor(`${byTestId('permission-option')}:not([disabled])`);
    await rowSays('Gemini CLI', /^Waits for you$/);
    await ui.webview.click(`${byTestId('permission-option')}:not([disabled]):has-text("No")`);
    await chat.idle();
    await chat.says(/gemini heard execute \/ from settings \/ no/);
  });

  it('hides an agent that is disabled', async () => {
    await configure('agents', { gemini: { disabled: true } });
    await eventually(async () => (await ui.page.count(row('Gemini CLI'))) === 0, { what: 'no row' });
  });
});
