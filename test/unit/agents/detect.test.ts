import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { catalogue } from '../../../src/acp/agents/catalogue';
import { detect } from '../../../src/acp/agents/detect';
import type { DetectDeps, DetectedAgent } from '../../../src/acp/agents/detect';
import { nodeProbes } from '../../../src/acp/agents/nodeProbes';
import { english } from '../../../src/acp/errors';
import { detectDeps, FakeFiles, TempFolder } from './fakes';

async function detectIn(
  files: Readonly<Record<string, boolean>>,
  rest: Partial<DetectDeps> = {},
): Promise<readonly DetectedAgent[]> {
  return detect(catalogue, { PATH: '/b' }, detectDeps('linux', new FakeFiles('/', files), rest));
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
      strictEqual(agent.launch, undefined);
      deepStrictEqual([agent.path, agent.npx?.kind], [`/b/${id.replace('-acp', '')}`, 'npx']);
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
    const names = catalogue.flatMap(({ programs }) => programs.map(({ name }) => name));
    const run = (): Promise<string> =>
      Promise.resolve('acp Cursor GitHub Copilot Factory xAI poolside snowflake compass nousresearch');
    const agents = await detectIn(Object.fromEntries(names.map((name) => [`/b/${name}`, true])), { run });
    deepStrictEqual(
      agents.map(({ launch }) => [launch?.command.replace('/b/', ''), ...(launch?.args ?? [])].join(' ')),
      [
        'claude-agent-acp',
        'codex-acp',
        'gemini --acp',
        'opencode acp',
        'copilot --acp --stdio',
        'copilot-language-server --acp',
        'cursor-agent acp',
        'qwen --acp --experimental-skills',
        'goose acp',
        'auggie --acp',
        'cline --acp',
        'kimi acp',
        'vibe-acp',
        'droid exec --output-format acp-daemon',
        'qodercli --acp',
        'codebuddy --acp',
        'kilo acp',
        'grok agent stdio',
        'pi-acp',
        'amp-acp',
        'junie --acp=true',
        'devin acp',
        'pool acp',
        'cortex acp serve',
        'nova acp',
        'kiro-cli acp',
        'cagent acp',
        'openhands acp',
        'hermes acp',
        'openclaw acp',
        'nanobot --experimental-acp',
        'code-assistant acp',
        'agoragentic-mcp --acp',
        'autohand-acp',
        'corust-agent-acp',
        'crow-cli acp',
        'deepagents-acp',
        'dimcode acp',
        'dirac --acp',
        'fast-agent-acp -x',
        'glm-acp-agent',
        'harn serve acp',
        'minion-code acp',
        'sigit',
        'stakpak acp',
        'vtcode acp',
      ],
    );
  });

  it('B15: knows the spellings of older versions, and the variables that belong to a CLI', async () => {
    const agents = await detectIn({ '/b/gemini': true, '/b/auggie': true });
    deepStrictEqual(byId(agents, 'gemini')?.launch, {
      kind: 'program',
      command: '/b/gemini',
      args: ['--acp'],
      env: {},
      otherArgs: [['--experimental-acp']],
    });
    deepStrictEqual(byId(agents, 'auggie')?.launch?.env, { AUGMENT_DISABLE_AUTO_UPDATE: '1' });
    deepStrictEqual(byId(agents, 'claude-acp')?.npx, {
      kind: 'npx',
      package: '@agentclientprotocol/claude-agent-acp',
      args: [],
      env: {},
      minimumNode: '20.10.0',
    });
  });

  it('B173: takes no program out of the workspace, by whatever way it gets there', async () => {
    const files = new FakeFiles('/', {
      '/w/bin/gemini': true,
      '/b/gemini': true,
      '/b/opencode': true,
      '/b/claude': true,
    });
    files.link('/b/opencode', '/real/w/tools/opencode').link('/w', '/real/w').link('/b/claude', '/W2/claude');
    const deps = detectDeps('linux', files, { forbidden: ['/w'] });
    const agents = await detect(catalogue, { PATH: '/w/bin:/b' }, deps);
    strictEqual(byId(agents, 'gemini')?.path, '/b/gemini');
    deepStrictEqual(
      byId(agents, 'gemini')?.passedOver.map(({ path }) => path),
      ['/w/bin/gemini'],
    );
    const opencode = byId(agents, 'opencode');
    strictEqual(opencode?.state, 'notFound');
    strictEqual(english(opencode.reason), '/b/opencode is not used: it lies in the workspace folder.');
    strictEqual(byId(agents, 'claude-acp')?.state, 'needsAdapter');
  });

  it('B173: tells folders apart as the system does', async () => {
    for (const [platform, path, folder, taken] of [
      ['win32', 'C:\\W\\bin', 'c:\\w', false],
      ['win32', 'C:\\W2', 'c:\\w', true],
      ['darwin', '/Users/U/Work/bin', '/users/u/work/', false],
      ['linux', '/Work/bin', '/work', true],
      ['linux', '/work/../b', '/work', true],
      ['linux', '/work/..b', '/work', false],
    ] as const) {
      const windows = platform === 'win32';
      const program = windows ? `${path}\\gemini.exe` : `${path}/gemini`;
      const files = new FakeFiles(windows ? '\\' : '/', { [program]: true });
      files.list = () => Promise.resolve([windows ? 'gemini.exe' : 'gemini']);
      files.isExecutable = () => Promise.resolve(true);
      const deps = detectDeps(platform, files, { forbidden: [folder] });
      const agents = await detect(catalogue, { PATH: path }, deps);
      strictEqual(byId(agents, 'gemini')?.state, taken ? 'ready' : 'notFound', `${path} in ${folder}`);
    }
  });

  it('finds what the person installed when the workspace is the home folder', async () => {
    const files = new FakeFiles('/', { '/home/u/.bun/bin/gemini': true });
    for (const folder of ['/home/u', '/home', '/']) {
      const deps = detectDeps('linux', files, { forbidden: [folder] });
      const agents = await detect(catalogue, { PATH: '/home/u/.bun/bin' }, deps);
      strictEqual(byId(agents, 'gemini')?.state, 'ready', folder);
    }
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
    const agents = await detect(catalogue, { PATH: '/net:/bad:/b' }, detectDeps('linux', files));
    strictEqual(byId(agents, 'gemini')?.state, 'ready');
    deepStrictEqual(byId(agents, 'qwen-code')?.searched, ['/net', '/bad', '/b']);
    deepStrictEqual(byId(agents, 'qwen-code')?.hanging, ['/net']);
  });

  it('reads each directory once for the whole catalogue', async () => {
    const files = new FakeFiles('/', { '/a/x': true, '/b/gemini': true });
    await detect(catalogue, { PATH: '/a:/b' }, detectDeps('linux', files));
    deepStrictEqual(files.listed, ['/a', '/b']);
  });

  it('finds the shims that npm makes on Windows', async () => {
    const npm = 'C:\\Users\\A B\\AppData\\Roaming\\npm';
    const files = new FakeFiles('\\', {
      [`${npm}\\gemini`]: true,
      [`${npm}\\gemini.cmd`]: true,
      [`${npm}\\gemini.ps1`]: true,
    });
    const agents = await detect(catalogue, { Path: npm }, detectDeps('win32', files));
    strictEqual(byId(agents, 'gemini')?.path, `${npm}\\gemini.cmd`);
  });

  it('has an id of the registry, a name and a way to get it for every known agent', () => {
    strictEqual(new Set(catalogue.map(({ id }) => id)).size, catalogue.length);
    for (const { id, name, website } of catalogue) {
      ok(/^[a-z][a-z0-9-]*$/.test(id) && name !== '' && website.startsWith('https://'), id);
    }
  });

  it('finds real programs in a long PATH with little work', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = new TempFolder();
    const gemini = folder.program('bin/gemini', '#!/bin/sh\n');
    const env = { PATH: `${process.env['PATH'] ?? ''}:${folder.path}/none:${folder.path}/bin` };
    const started = process.cpuUsage();
    const agents = await detect(
      catalogue.filter(({ id }) => id === 'gemini'),
      env,
      detectDeps(process.platform, nodeProbes),
    );
    const milliseconds = process.cpuUsage(started).user / 1000;
    folder.remove();
    deepStrictEqual(
      agents.map(({ state, path }) => [state, path]),
      [['ready', gemini]],
    );
    ok(milliseconds < 1000, `${milliseconds} ms`);
  });
});
