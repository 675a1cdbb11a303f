import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { agentsView, chooseInRow, noRow, pick, row, rowSays } from './agentsRows';
import { chat, escapePick, inWorkspace, putFile, removeFile } from './driver';
import { fakeAgent, marker } from './fakeAgent';
import { FakeRegistry, npmPackage } from './fakeRegistry';
import { explained, explainedPage } from './installing';
import { configure, useOwnComputer } from './ownComputer';
import { ui } from './ui';
import { eventually } from './wait';

describe('agents that are not there, or not what they seem', () => {
  const computer = useOwnComputer();
  const registry = new FakeRegistry();

  before(async () => {
    const claude = { id: 'claude-acp', name: 'Claude Agent', version: '0.9.0' };
    registry.list(npmPackage(claude, '@example/claude@0.9.0'));
    await registry.start();
    await agentsView.open();
  });
  after(() => registry.stop());
  afterEach(async () => {
    computer.searchFirst();
    for (const name of ['gemini', 'claude', 'npx']) await computer.removeProgram(name);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await computer.lookAgain();
  });

  it('leads from a program without ACP to the question whether to install what it needs', async () => {
    await computer.addProgram('claude', marker('claude', computer.log));
    await computer.lookAgain();
    await rowSays('Claude Code', /^Needs its ACP adapter$/);
    await ui.page.click(row('Claude Code'));
    await pick.waitFor('Install Claude Code?');
    assert.match((await pick.rows()).join('\n'), /npx @example\/claude@0\.9\.0 --acp/);
    await ui.page.press('Enter');
    await pick.waitFor('Install Claude Code?');
    await escapePick();
    await pick.closed();
    await computer.lookAgain();
    await rowSays('Claude Code', /^Needs its ACP adapter$/);
    assert.deepEqual(computer.notes(), []);
  });

  it('tells where it looked', async () => {
    await noRow('Claude Code');
    await computer.addProgram('claude', marker('claude', computer.log));
    await computer.lookAgain();
    await rowSays('Claude Code', /adapter/);
    await chooseInRow('Claude Code', 'Why Not Found?');
    const page = await explainedPage('claude-acp');
    assert.match(page, /Claude Code \(claude-acp\)/);
    assert.ok(page.includes(`${computer.bin}/claude is installed, but it speaks ACP only through`), page);
    assert.match(page, new RegExp(`Directories searched\\n  ${computer.bin}\\n`));
    assert.match(page, /What you can do/);
  });

  it('follows the settings of the search at once', async () => {
    await computer.addProgram('gemini');
    await computer.lookAgain();
    await rowSays('Gemini CLI', /^Ready$/);
    await rowSays('Available to install', /\d/);
    await configure('detection.programs', false);
    await noRow('Gemini CLI');
    await noRow('Available to install');
    await configure('detection.programs', undefined);
    await rowSays('Gemini CLI', /^Ready$/);
    const count = Number(await ui.page.text(`${row('Available to install')} .label-description`));
    registry.list(npmPackage({ id: 'later-agent', version: '1.0.0' }, '@example/later@1.0.0'));
    await registry.use();
    await rowSays('Available to install', new RegExp(`^${String(count + 1)}$`));
    await configure('registry.mode', 'off');
    await rowSays('Available to install', new RegExp(`^${String(count)}$`));
    await configure('registry.mode', undefined);
    await rowSays('Available to install', new RegExp(`^${String(count + 1)}$`));
  });

  it('takes no program out of the workspace folder, and says so (B173)', async () => {
    const path = await putFile('bin/gemini', '');
    await computer.put(path, fakeAgent('gemini', computer.log));
    try {
      computer.searchFirst(inWorkspace('bin'));
      await computer.lookAgain();
      const page = await explained('gemini');
      assert.ok(page.includes(`${path} is not used: it lies in the workspace folder.`), page);
      await noRow('Gemini CLI');
      // The page follows when it is looked for again.
      const own = await computer.addProgram('gemini');
      await computer.lookAgain();
      await rowSays('Gemini CLI', /^Ready$/);
      await explainedPage('gemini', `Found at ${own}.`);
    } finally {
      await removeFile(inWorkspace('bin'));
    }
  });

  it('lists and starts nothing that a hostile workspace brings (B173)', async () => {
    const evil = marker('evil', computer.log);
    for (const name of [
      'node_modules/.bin/gemini',
      'node_modules/.bin/npx',
      'npx',
      'npx.cmd',
      'node',
      'evil',
    ]) {
      await computer.put(inWorkspace(name), evil);
    }
    const bad = { evil: { command: inWorkspace('evil') }, gemini: { command: inWorkspace('evil') } };
    const settings = {
      'editor.tabSize': 7,
      'acpWorkbench.agents': bad,
      'acpWorkbench.defaultAgent': 'evil',
      'acpWorkbench.registry.url': 'http://127.0.0.1:9/evil.json',
    };
    await putFile('.vscode/settings.json', JSON.stringify(settings));
    try {
      const tabSize = () => vscode.workspace.getConfiguration('editor').get('tabSize');
      await eventually(() => tabSize() === 7, { what: 'the settings of the workspace are read' });
      computer.searchFirst(inWorkspace('node_modules', '.bin'), inWorkspace(), '.');
      await computer.addProgram('npx');
      await configure('agents', { packaged: { npx: 'some-package@1.0.0', args: ['--acp'] } });
      await computer.lookAgain();
      await rowSays('packaged', /^Ready$/);
      await noRow('evil');
      await noRow('Gemini CLI');
      computer.uses('packaged');
      await ui.page.click(row('packaged'));
      await chat.idle();
      await chat.turn('hello');
      await chat.says(/npx heard hello/);
      assert.deepEqual(
        computer.notes().filter((line) => line.includes('evil')),
        [],
      );
    } finally {
      for (const name of ['node_modules', 'npx', 'npx.cmd', 'node', 'evil', '.vscode']) {
        await removeFile(inWorkspace(name));
      }
    }
  });
});
