import * as vscode from 'vscode';
import { agentsView, pick, row, rowSays } from './agentsRows';
import { byTestId, chat, escapePick } from './driver';
import { fakeAgent, marker } from './fakeAgent';
import { download, FakeRegistry, npmPackage } from './fakeRegistry';
import { chatWidth, setTheme, THEMES, type Theme } from './looks';
import { configure, useOwnComputer } from './ownComputer';
import { ui } from './ui';
import { eventually } from './wait';

// For looking at after a change, and for the README: out/host/shots.

const ENTRIES = [
  { id: 'claude-acp', name: 'Claude Agent', version: '0.33.1', description: 'Connects Claude to editors.' },
  {
    id: 'long-name',
    name: 'An Agent With an Unusually Long Name for Narrow Places',
    version: '2026.11.30-beta.4',
    description:
      'A description that goes on for longer than one line of the list can hold, as some of the registry do, because everything is said in it.',
  },
  { id: 'poet', name: 'Poet', version: '1.0.0', description: 'Writes poems about code.' },
] as const;

describe('pictures of agents', function () {
  this.timeout(120_000);
  const computer = useOwnComputer();
  const registry = new FakeRegistry();

  before(async () => {
    const [claude, long, poet] = ENTRIES;
    registry.list(
      npmPackage(claude, '@example/claude-agent-acp@0.33.1'),
      download(
        long,
        'https://downloads.example/long-name/releases/download/v2026/long-name-linux-x86_64.tar.gz',
      ),
      download(poet, 'https://downloads.example/poet.tar.gz', 'a'.repeat(64)),
    );
    await registry.start();
    computer.uses('gemini', 'opencode', 'broken', 'login');
    for (const name of ['gemini', 'opencode', 'cline', 'qwen']) await computer.addProgram(name);
    await computer.addProgram('claude', marker('claude', computer.log));
    const login = await computer.put(`${computer.home}/login`, needsLogin());
    const agents = {
      broken: { name: 'Broken agent', command: '/no/such/agent' },
      login: { name: 'Company agent', command: login },
    };
    await configure('agents', agents);
    await configure('defaultAgent', 'gemini');
    await computer.lookAgain();
    await agentsView.open();
    for (const name of ['Broken agent', 'Company agent', 'OpenCode', 'Gemini CLI']) {
      await ui.page.click(row(name));
      await ui.webview.waitFor(`${byTestId('agent-button')}:has-text(${JSON.stringify(name)})`);
      await eventually(async () => (await chat.state()) !== 'starting', { what: `${name} has started` });
    }
    await chat.send('execute');
    await rowSays('Gemini CLI', /Waits for you/);
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'opencode');
    await vscode.commands.executeCommand('acpWorkbench.newSession');
    await ui.webview.waitFor(byTestId('agent-choices'));
  });
  after(async () => {
    await setTheme(undefined);
    await registry.stop();
  });

  /** Looks at the questions, and answers none. */
  async function questions(name: string): Promise<void> {
    const done = vscode.commands.executeCommand('acpWorkbench.installAgent');
    await pick.lists(...ENTRIES.map((entry) => entry.name));
    await pick.settled();
    await ui.page.screenshot(`agents-registry-${name}`);
    await pick.choose('An Agent With');
    await pick.waitFor('Install An Agent');
    await pick.settled();
    await ui.page.screenshot(`agents-install-${name}`);
    await escapePick();
    await done;
  }

  for (const name of Object.keys(THEMES) as Theme[]) {
    it(`shows agents in ${name}, narrow and wide`, async () => {
      await setTheme(name);
      await ui.page.screenshot(`agents-${name}`);
      await questions(name);
      await vscode.commands.executeCommand('workbench.action.maximizeAuxiliaryBar');
      await eventually(async () => (await chatWidth()) > 700, { what: 'a wide chat' });
      await ui.page.screenshot(`agents-wide-${name}`);
      await vscode.commands.executeCommand('workbench.action.restoreAuxiliaryBar');
      await eventually(async () => (await chatWidth()) < 500, { what: 'a narrow chat' });
    });
  }

  it('shows the welcome of the agents view', async () => {
    await configure('agents', undefined);
    await configure('detection.programs', false);
    await eventually(async () => (await agentsView.welcome()) !== '', { what: 'the welcome' });
    await ui.page.screenshot('agents-welcome');
  });
});

function needsLogin(): string {
  return fakeAgent('login', '/dev/null').replace(
    'if (method === undefined)',
    "if (method === 'session/new') send({ id, error: { code: -32000, message: 'Authentication required' } });\n    else if (method === undefined)",
  );
}
