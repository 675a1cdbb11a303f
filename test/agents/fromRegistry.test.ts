import * as assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { notices } from '../host/driver';
import { ui } from '../host/ui';
import { eventually } from '../host/wait';
import { LocalServer } from '../unit/agents/registry/localServer';
import { agentsUnderTest, type AgentUnderTest } from './agentUnderTest';
import {
  chooseAgent,
  configureAgents,
  restartAgent,
  say,
  stopAgent,
  untilAnswered,
  untilDone,
  untilState,
} from './chat';
import { familyOf, untilNothingIsLeft } from './family';
import { prompt } from './scripts';

type Environment = Readonly<Record<string, string | null>>;

/** Milliseconds for a download and what follows. */
const LONG = 240_000;
const row = (words: string): string => `.quick-input-list .monaco-list-row:has-text("${words}")`;
const header = '[data-testid=agent-button]';

/** Agents by the ids that the registry gives them. */
const subjects = agentsUnderTest().flatMap((agent) => {
  const id = { claude: 'claude-acp', gemini: 'gemini' }[agent.id];
  return id === undefined ? [] : [{ ...agent, id }];
});

function listed({ id, name, package: spec, setting }: AgentUnderTest): object {
  const version = spec.slice(spec.lastIndexOf('@') + 1);
  const description = `${name}, at one version`;
  return {
    id,
    name,
    version,
    description,
    distribution: { npx: { package: spec, args: setting?.args ?? [] } },
  };
}

async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

// Needs the network. Everything is fetched into caches of npm that are empty at first.
(subjects.length === 0 ? describe.skip : describe)('agents of a registry, through npx', function () {
  this.timeout(LONG);
  const registry = new LocalServer();
  // What has its port is not there any more: whoever asks is refused.
  const refusing = new LocalServer();
  let root = '';

  before(async () => {
    const home = subjects[0]?.setting?.env['HOME'];
    assert.ok(home, 'the agents have no home');
    root = mkdtempSync(join(home, 'npm-'));
    await registry.start();
    await refusing.start();
    await refusing.stop();
    const agents = subjects.map(listed);
    const url = registry.serve('/registry.json', JSON.stringify({ version: '1.0.0', agents }));
    await set('acpWorkbench.detection.programs', false);
    await set('acpWorkbench.registry.url', url);
  });

  after(async () => {
    for (const name of ['agents', 'detection.programs', 'registry.url'])
      await set(`acpWorkbench.${name}`, undefined);
    await registry.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });

  const environment = ({ id, setting }: AgentUnderTest, cache = id): Environment => ({
    ...setting?.env,
    npm_config_cache: join(root, cache),
  });

  async function untilPromptIsAnswered(): Promise<void> {
    await say(prompt({ steps: 'text' }));
    await untilAnswered(/Hello from the script/);
    await untilDone();
  }

  async function untilStopped({ mark }: AgentUnderTest): Promise<void> {
    const family = familyOf(mark);
    assert.ok(family.length > 0, 'no process carries the mark');
    await stopAgent();
    await untilNothingIsLeft(family, mark);
  }

  for (const agent of subjects) {
    describe(agent.name, () => {
      const { id, name, mark } = agent;
      const folder = (): string => join(root, id, '_npx');

      before(function () {
        if (agent.problem !== undefined) this.skip();
      });

      it('is installed in view, in the environment of its settings, and starts', async () => {
        await configureAgents({ [id]: { env: environment(agent) } });
        const installing = vscode.commands.executeCommand('acpWorkbench.installAgent');
        await ui.page.click(row(`${name}, at one version`), { timeout: 30_000 });
        await ui.page.click(row(`npx ${agent.package}`));
        const notice = await notices.show(`Installing ${name}`);
        await eventually(() => existsSync(folder()), {
          deadline: LONG,
          what: 'the package in the cache of the settings',
        });
        assert.ok(familyOf(mark).length > 0, 'npx does not have the variables of the settings');
        assert.equal(await ui.page.count(notice), 1, 'it is shown for as long as it takes');
        await ui.page.screenshot(`${id} installing`);
        await ui.page.waitFor(notice, { state: 'detached', timeout: LONG });
        await installing;
        await eventually(async () => (await ui.webview.text(header)).includes(name), {
          what: 'the agent in the header',
        });
        await untilState('ready');
        assert.equal(readdirSync(folder()).length, 1, 'what was installed is what was started');
        assert.deepEqual(registry.asked.slice(0, 1), ['/registry.json']);
      });

      it('answers, and is gone when it is stopped', async () => {
        await untilPromptIsAnswered();
        await untilStopped(agent);
      });

      it('starts again while the network refuses, and is gone when it is stopped', async () => {
        // Not another registry: npm keeps what it has fetched by address.
        const npm_config_https_proxy = refusing.url('/');
        await configureAgents({ [id]: { env: { ...environment(agent), npm_config_https_proxy } } });
        await restartAgent();
        await untilPromptIsAnswered();
        await untilStopped(agent);
      });
    });
  }

  describe('without an installation before', () => {
    const [agent] = subjects.filter(({ problem }) => problem === undefined).reverse();

    it('says in the header that it may be downloading, and starts', async function () {
      if (agent === undefined) return this.skip();
      const name = `${agent.name}, by name`;
      const env = environment(agent, 'by-name');
      await configureAgents({
        'by-name': { name, npx: agent.package, args: agent.setting?.args ?? [], env },
      });
      const choosing = chooseAgent(name);
      await eventually(
        async () => {
          const title = await ui.webview.attr(header, 'title');
          return title === 'Starting; the agent may have to be downloaded first';
        },
        { deadline: LONG, what: 'the installation in the header' },
      );
      await ui.page.screenshot('installing in the header');
      await choosing;
      assert.equal(readdirSync(join(root, 'by-name', '_npx')).length, 1);
      await untilStopped(agent);
    });
  });
});
