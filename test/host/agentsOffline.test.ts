import * as vscode from 'vscode';
import { pick } from './agentsRows';
import { escapePick } from './driver';
import { download, FakeRegistry } from './fakeRegistry';
import { configure, useOwnComputer } from './ownComputer';
import { ui } from './ui';

describe('the list of agents without a network', () => {
  useOwnComputer();
  const registry = new FakeRegistry();

  async function search(title: string): Promise<void> {
    void vscode.commands.executeCommand('acpWorkbench.installAgent');
    await pick.waitFor(title);
  }

  afterEach(async () => {
    await escapePick();
    await pick.closed();
  });

  it('is the one that was read last', async () => {
    registry.list(download({ id: 'kept', name: 'Kept', version: '1.0.0' }, 'https://a.example/a.zip'));
    await registry.start();
    await search('Which agent do you want to install?');
    await pick.lists('Kept');
    await escapePick();
    await pick.closed();
    await registry.stop();
    await vscode.commands.executeCommand('acpWorkbench.refreshAgents');
    await search('Which agent do you want to install?');
    await pick.lists('Kept');
  });

  it('is the one that came with the extension, when none was ever read', async () => {
    await configure('registry.url', registry.server.url('/never-read.json'));
    await search('the list that came with the extension');
    await pick.type('gemini');
    await ui.page.waitFor(pick.row('Gemini CLI'));
  });

  it('asks nobody when it is switched to offline', async () => {
    await configure('registry.mode', 'offline');
    await registry.server.start();
    const url = registry.server.serve('/not-asked.json', '{}');
    await configure('registry.url', url);
    await search('Which agent do you want to install?');
    await ui.page.waitFor(pick.row('Agoragentic'));
    await registry.server.stop();
  });
});
