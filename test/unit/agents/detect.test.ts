import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { catalogue } from '../../../src/acp/agents/catalogue';
import { detect } from '../../../src/acp/agents/detect';
import type { DetectedAgent } from '../../../src/acp/agents/detect';
import { nodeProbes } from '../../../src/acp/agents/nodeProbes';
import { english } from '../../../src/acp/errors';
import { FakeFiles, searchDeps, TempFolder } from './fakes';

async function detectIn(files: Readonly<Record<string, boolean>>): Promise<readonly DetectedAgent[]> {
  return detect(catalogue, { PATH: '/b' }, searchDeps('linux', new FakeFiles('/', files)));
}

function byId(agents: readonly DetectedAgent[], id: string): DetectedAgent | undefined {
  return agents.find((agent) => agent.id === id);
}

describe('agent detection', () => {
  it('B16: says that plain claude or codex needs its adapter', async () => {
    const agents = await detectIn({ '/b/claude': true, '/b/codex': true });
    for (const id of ['claude-acp', 'codex-acp']) {
      const agent = byId(agents, id);
      strictEqual(agent?.state, 'needsAdapter');
      ok(english(agent.reason).includes(`@agentclientprotocol/${id.replace('claude', 'claude-agent')}`));
      deepStrictEqual(agent.args, []);
    }
  });

  it('is ready with the adapter, whether or not the plain CLI is there', async () => {
    const agents = await detectIn({ '/b/claude': true, '/b/claude-code-acp': true, '/b/codex-acp': true });
    deepStrictEqual(
      [byId(agents, 'claude-acp')?.state, byId(agents, 'claude-acp')?.path],
      ['ready', '/b/claude-code-acp'],
    );
    strictEqual(byId(agents, 'codex-acp')?.state, 'ready');
  });

  it('starts each CLI with the arguments that make it speak ACP', async () => {
    const names = ['gemini', 'opencode', 'copilot', 'qwen', 'goose'];
    const agents = await detectIn(Object.fromEntries(names.map((name) => [`/b/${name}`, true])));
    const ready = agents.filter(({ state }) => state === 'ready');
    deepStrictEqual(
      ready.map(({ path, args }) => [path, ...args].join(' ')),
      ['/b/gemini --acp', '/b/opencode acp', '/b/copilot --acp', '/b/qwen --acp', '/b/goose acp'],
    );
  });

  it('says how to install what was not found, and where it was looked for', async () => {
    const agents = await detectIn({ '/b/other': true });
    strictEqual(agents.length, catalogue.length);
    ok(agents.every(({ state, searched }) => state === 'notFound' && searched.join() === '/b'));
    ok(english(byId(agents, 'gemini')?.reason ?? { template: '', args: [] }).includes('@google/gemini-cli'));
  });

  it('finds the rest when one directory hangs and another cannot be read', async () => {
    const files = new FakeFiles('/', { '/b/gemini': true });
    files.hang('/net').breakDown('/bad');
    const agents = await detect(catalogue, { PATH: '/net:/bad:/b' }, searchDeps('linux', files));
    strictEqual(byId(agents, 'gemini')?.state, 'ready');
  });

  it('reads each directory once for the whole catalogue', async () => {
    const files = new FakeFiles('/', { '/a/x': true, '/b/gemini': true });
    await detect(catalogue, { PATH: '/a:/b' }, searchDeps('linux', files));
    deepStrictEqual(files.listed, ['/a', '/b']);
  });

  it('finds the shims that npm makes on Windows', async () => {
    const npm = 'C:\\Users\\A B\\AppData\\Roaming\\npm';
    const files = new FakeFiles('\\', {
      [`${npm}\\gemini`]: true,
      [`${npm}\\gemini.cmd`]: true,
      [`${npm}\\gemini.ps1`]: true,
    });
    const agents = await detect(catalogue, { Path: npm }, searchDeps('win32', files));
    strictEqual(byId(agents, 'gemini')?.path, `${npm}\\gemini.cmd`);
  });

  it('has an id of the registry, a name and a way to get it for every known agent', () => {
    strictEqual(new Set(catalogue.map(({ id }) => id)).size, catalogue.length);
    for (const { id, name, website } of catalogue) {
      ok(/^[a-z][a-z0-9-]*$/.test(id) && name !== '' && website.startsWith('https://'), id);
    }
  });

  it('finds real programs in a long PATH in well under a second', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = new TempFolder();
    const gemini = folder.program('bin/gemini', '#!/bin/sh\n');
    const env = { PATH: `${process.env['PATH'] ?? ''}:${folder.path}/none:${folder.path}/bin` };
    const started = performance.now();
    const agents = await detect(catalogue.slice(2, 3), env, {
      platform: process.platform,
      probes: nodeProbes,
    });
    const milliseconds = performance.now() - started;
    folder.remove();
    deepStrictEqual(
      agents.map(({ state, path }) => [state, path]),
      [['ready', gemini]],
    );
    ok(milliseconds < 1000, `${milliseconds} ms`);
  });
});
