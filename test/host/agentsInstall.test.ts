import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { agentsView, chooseInRow, pick, pressInRow, row, rowSays } from './agentsRows';
import { byTestId, chat, escapePick, notices } from './driver';
import { download, FakeRegistry } from './fakeRegistry';
import { askForTool, contents, listTool, storageFolder, TOOL, uninstallTool } from './installing';
import { useOwnComputer } from './ownComputer';
import { ui } from './ui';
import { eventually } from './wait';

// One story: each test goes on where the one before it ended.
describe('installing an agent', () => {
  const computer = useOwnComputer();
  const registry = new FakeRegistry();
  let storage = '';

  before(async () => {
    computer.uses(TOOL.id);
    await registry.start();
    await agentsView.open();
  });
  after(() => registry.stop());

  it('searches the registry while typing, and shows version and description', async () => {
    const poet = { id: 'poet', name: 'Poet', version: '3.1.4', description: 'Writes poems about code.' };
    registry.list(
      download({ ...TOOL, version: '1.0.0' }, 'https://a.example/a.zip'),
      download(poet, 'https://a.example/b.zip'),
    );
    await registry.use();
    const done = vscode.commands.executeCommand('acpWorkbench.installAgent');
    await pick.waitFor('Which agent do you want to install?');
    await pick.lists('Some Tool', 'Poet');
    await pick.type('poem');
    await pick.lists('Poet');
    assert.match((await pick.rows()).join(), /Poet\s*3\.1\.4,Writes poems about code\./);
    await pick.type('poem tool');
    await pick.lists();
    await pick.type('o');
    await pick.lists('Poet', 'Some Tool');
    await escapePick();
    await done;
  });

  it('shows all of a long address before anything is installed', async () => {
    const address = `https://downloads.example/${'some/long-way/'.repeat(12)}tool.tar.gz`;
    registry.list(download({ ...TOOL, version: '1.0.0' }, address));
    await registry.use();
    await askForTool();
    assert.ok((await pick.rows()).join('').includes(`From: ${address}`));
    assert.ok((await pick.rows()).every((text) => text.length <= 80));
    await escapePick();
    await pick.closed();
  });

  it('asks once, with what will run and from where, and then starts it', async () => {
    listTool(registry, '1.0.0', computer);
    await registry.use();
    await askForTool();
    const question = (await pick.rows()).join('\n');
    assert.match(question, /Runs: \.\/agent --acp/);

    assert.ok(question.includes(registry.server.url('/some-tool-1.0.0.tar.gz')), question);
    assert.match(question, /Version: 1\.0\.0[\s\S]*Licence: Apache-2\.0[\s\S]*checked against the checksum/);
    assert.ok(!registry.server.asked.includes('/some-tool-1.0.0.tar.gz'), 'nothing is downloaded before');
    await pick.choose('Install');
    await rowSays('Some Tool', /^1 session$/);
    await chat.idle();
    await chat.turn('hello');
    await chat.says(/tool-1\.0\.0 heard hello/);
    storage = await storageFolder();
    assert.ok(contents(storage).includes('some-tool/1.0.0/files/agent'));
  });

  it('says once that there is a newer version, and updates on demand', async () => {
    listTool(registry, '2.0.0', computer);
    await computer.lookAgain();
    await rowSays('Some Tool', /^1 session · update 2\.0\.0$/);
    await notices.waitFor('Some Tool 2.0.0 is available.');
    await notices.clear();
    await computer.lookAgain();
    await pressInRow('Some Tool', 'Update Agent');
    await pick.waitFor('Update Some Tool from 1.0.0 to 2.0.0?');
    await pick.choose('Update');
    await notices.press('Some Tool is now 2.0.0', 'Restart agent');
    await eventually(() => computer.notes().some((line) => line.startsWith('tool-2.0.0 started')), {
      what: 'the new version runs',
    });
    await vscode.commands.executeCommand('notifications.showList');
    assert.equal(
      await ui.page.count('.notifications-center .notification-list-item:has-text("is available")'),
      0,
    );
    await vscode.commands.executeCommand('notifications.hideList');
    await rowSays('Some Tool', /^1 session$/);
    await chat.idle();
    await chat.turn('hello again');
    await chat.says(/tool-2\.0\.0 heard hello again/);
  });

  it('offers no updates of an agent that is to stay as it is', async () => {
    await chooseInRow('Some Tool', 'Choose Agent Version');
    await pick.waitFor('Version of Some Tool');
    await pick.choose('Stay with 2.0.0');
    await pick.closed();
    const others = Number(await ui.page.text(`${row('Available to install')} .label-description`));
    listTool(registry, '3.0.0', computer);
    registry.listAlso(download({ id: 'newcomer', version: '1.0.0' }, 'https://a.example/a.zip'));
    await computer.lookAgain();
    await rowSays('Available to install', new RegExp(`^${String(others + 1)}$`));
    await chooseInRow('Some Tool', 'Choose Agent Version');
    await pick.waitFor('Version of Some Tool');
    await ui.page.waitFor(pick.row('Newest of the registry (3.0.0)'));
    await rowSays('Some Tool', /^1 session$/);
    await pick.choose('Newest of the registry (3.0.0)');
    await pick.waitFor('Update Some Tool from 2.0.0 to 3.0.0?');
    await escapePick();
    await pick.closed();
    await rowSays('Some Tool', /^1 session$/);
  });

  it('removes the files and the process when it is uninstalled', async () => {
    assert.ok(contents(storage).includes('some-tool/2.0.0/files/agent'));
    await chooseInRow('Some Tool', 'Uninstall Agent');
    await pick.waitFor('Uninstall Some Tool?');
    await escapePick();
    await pick.closed();
    assert.ok(contents(storage).includes('some-tool/2.0.0/files/agent'));
    await uninstallTool();
    await eventually(() => contents(storage).every((path) => !path.startsWith('some-tool')), {
      what: 'no files',
    });
    await eventually(async () => (await ui.page.count(row('Some Tool'))) === 0, { what: 'no row' });
    await ui.webview.waitFor(`${byTestId('agent-state')}[data-state=stopped]`);
  });
});
