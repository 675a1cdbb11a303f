import * as assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { agentsView, noRow, pick, row, rowSays } from './agentsRows';
import { chat, children, notices } from './driver';
import { fakeAgent } from './fakeAgent';
import { configured, useOwnComputer } from './ownComputer';
import { ui } from './ui';

interface Api {
  registerAgent(descriptor: unknown): vscode.Disposable;
}

function api(): Api {
  return vscode.extensions.getExtension('acp-workbench.acp-workbench')?.exports as Api;
}

describe('agents that others bring', () => {
  const computer = useOwnComputer();

  before(() => agentsView.open());

  it('lists and starts one that another extension registers, until that takes it back', async () => {
    const command = await computer.put(join(computer.home, 'brought'), fakeAgent('brought', computer.log));
    computer.uses('brought');
    const registered = api().registerAgent({ id: 'brought', name: 'Brought along', command });
    await rowSays('Brought along', /^Ready$/);
    await ui.page.click(row('Brought along'));
    // Another extension may not have something run without a word.
    await pick.waitFor('Start Brought along, which another extension brings?');
    assert.ok((await pick.rows()).join('\n').includes(command));
    assert.deepEqual(children(command), []);
    await pick.choose('Start it');
    await chat.idle();
    await chat.turn('hello');
    await chat.says(/brought heard hello/);
    registered.dispose();
    await noRow('Brought along');
  });

  it('refuses a descriptor that cannot be used, in a sentence', () => {
    const register = (descriptor: unknown) => () => api().registerAgent(descriptor);
    assert.throws(
      register({ id: 'nothing' }),
      /^Error: registerAgent\.nothing: add a command, npx, uvx or url/,
    );
    assert.throws(register({ id: 'Bad Id', command: 'x' }), /^Error: .*Bad Id.*\.$/);
    assert.throws(register(undefined), /^Error: \S.*\.$/);
    const first = api().registerAgent({ id: 'twice', command: 'x' });
    assert.throws(register({ id: 'twice', command: 'x' }), /registered already/);
    first.dispose();
  });

  it('imports those of Zed and JetBrains into the settings', async () => {
    const zed = `{
      // What Zed starts.
      "agent_servers": { "Zed Agent": { "command": "zed-agent", "args": ["--acp"], "env": { "A": "b", "OPENAI_API_KEY": "sk-of-zed", "NODE_OPTIONS": null } }, },
    }`;
    const jetbrains = { agent_servers: { 'JB Agent': { command: '/opt/jb/agent', args: ['acp'] } } };
    await computer.put(join(computer.home, '.config', 'zed', 'settings.json'), zed);
    await computer.put(join(computer.home, '.jetbrains', 'acp.json'), JSON.stringify(jetbrains));
    const done = vscode.commands.executeCommand('acpWorkbench.importAgents');
    await pick.waitFor('Import agents into your settings');
    await pick.lists('Zed Agent', 'JB Agent');
    assert.match(
      (await pick.rows()).join('\n'),
      /Zed[\s\S]*zed-agent --acp[\s\S]*JetBrains[\s\S]*\/opt\/jb\/agent acp/,
    );
    await ui.page.press('Enter');
    await notices.waitFor('2 agents were added to your settings.');
    await notices.clear();
    await done;
    assert.deepEqual(configured('agents'), {
      'zed-agent': {
        name: 'Zed Agent',
        command: 'zed-agent',
        args: ['--acp'],
        env: { A: 'b', NODE_OPTIONS: null },
      },
      'jb-agent': { name: 'JB Agent', command: '/opt/jb/agent', args: ['acp'] },
    });
    await rowSays('Zed Agent', /^Ready$/);
    await rowSays('JB Agent', /^Ready$/);
  });
});
