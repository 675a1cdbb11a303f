import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planLaunch } from '../../../src/acp/agents/launch';
import { EntryFields } from '../../../src/acp/agents/configuredFields';
import { readLaunch } from '../../../src/acp/agents/configuredLaunch';
import type { LaunchSource } from '../../../src/acp/agents/launchSource';
import { AgentError } from '../../../src/acp/errors';
import type { LaunchPlan } from '../../../src/acp/process';
import { agentFailure } from '../support';
import { depsOf, nodeIn, type Machine } from './machines';
import { planTable } from './planTable';

const agentPackage: LaunchSource = { kind: 'npx', package: 'name', args: [], env: {} };

function linux(path: readonly string[], ...parts: readonly Partial<Machine>[]): Machine {
  return {
    platform: 'linux',
    path,
    programs: Object.assign({}, ...parts.map(({ programs }) => programs)) as Record<string, string>,
    files: Object.assign({}, ...parts.map(({ files }) => files)) as Record<string, string>,
  };
}

function plan(machine: Machine, cwd = '/work', source: LaunchSource = agentPackage): Promise<LaunchPlan> {
  return planLaunch(source, { cwd }, depsOf(machine));
}

describe('launch plans of every kind', () => {
  // UPDATE_GOLDEN=1 writes them anew; the difference is then for a person to read.
  for (const platform of ['win32', 'darwin', 'linux'] as const) {
    it(`are those of golden/${platform}.json`, async () => {
      const path = join('test', 'unit', 'agents', 'golden', `${platform}.json`);
      const text = `${JSON.stringify(await planTable(platform), null, 2)}\n`;
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text);
      deepStrictEqual(JSON.parse(text), JSON.parse(readFileSync(path, 'utf8')));
    });
  }

  it('keep npx away from what the workspace has in node_modules and .npmrc', async () => {
    const machine = linux(['/usr/bin'], nodeIn('linux', '/usr/bin', '22.1.0'));
    const made = await plan(machine);
    const starts = [made, ...(made.attempts ?? []).map(({ start }) => start)];
    for (const { args, display } of starts) {
      deepStrictEqual(args.slice(0, 2), ['--prefix', '/npx']);
      ok(!display.includes('--prefix'), display);
    }
  });

  it('name the settings of npm for the whole machine, which a folder of ours would hide', async () => {
    const globalConfig = async (
      files: Readonly<Record<string, string>>,
      env: Readonly<Record<string, string>> = {},
    ): Promise<string | undefined> => {
      const machine = linux(['/opt/node/bin'], nodeIn('linux', '/opt/node/bin', '22.1.0'), { files });
      return (await plan({ ...machine, env })).env['npm_config_globalconfig'];
    };
    strictEqual(await globalConfig({}), undefined);
    const ofNode = { '/opt/node/etc/npmrc': '' };
    strictEqual(await globalConfig(ofNode), '/opt/node/etc/npmrc');
    const ofPerson = { ...ofNode, '/home/u/.npmrc': 'a=b\nprefix = ~/.npm\n', '/home/u/.npm/etc/npmrc': '' };
    strictEqual(await globalConfig(ofPerson), '/home/u/.npm/etc/npmrc');
  });

  it('name our script shell to npx, however another one is written; but not on Windows', async () => {
    const shells = async (platform: Machine['platform'], home: string): Promise<unknown> => {
      const env = { NPM_CONFIG_SCRIPT_SHELL: '/evil', 'Npm_Config_Script-Shell': '/evil' };
      const machine: Machine = { platform, path: [home], ...nodeIn(platform, home, '22.1.0'), env };
      const cwd = platform === 'win32' ? 'C:\\work' : '/work';
      const made = await plan(machine, cwd);
      return Object.entries(made.env).filter(([name]) => /script.shell/i.test(name));
    };
    for (const platform of ['linux', 'darwin'] as const)
      deepStrictEqual(await shells(platform, '/usr/bin'), [
        ['npm_config_script_shell', '/npx/script-shell.sh'],
      ]);
    deepStrictEqual(await shells('win32', 'C:\\nodejs'), [
      ['NPM_CONFIG_SCRIPT_SHELL', '/evil'],
      ['Npm_Config_Script-Shell', '/evil'],
    ]);
  });

  it('take the same names of packages as the settings do', async () => {
    const names: Readonly<Record<'npx' | 'uvx', readonly string[]>> = {
      npx: ['pkg', '@s/p@1.2.3', 'pkg@1||2', 'pkg@~1', '-x', 'a b', './x', 'a@file:x', '@s', 'x@https://y'],
      uvx: [
        'pkg',
        'p==1',
        'p===1',
        'p>=1,<2',
        'p>1',
        'p[a, b]==1',
        'p@1',
        'p@1!2',
        'p-',
        '-p',
        'p =1',
        'p=1',
      ],
    };
    const machine = linux(['/usr/bin'], nodeIn('linux', '/usr/bin', '22.1.0'), {
      programs: { '/usr/bin/uvx': '' },
    });
    for (const kind of ['npx', 'uvx'] as const) {
      for (const name of names[kind]) {
        const fields = new EntryFields({ [kind]: name }, 'x');
        const configured = readLaunch(kind, { args: [], env: {} }, fields, 'linux') !== undefined;
        const source: LaunchSource = { kind, package: name, args: [], env: {} };
        const planned = await plan(machine, '/work', source).then(
          () => true,
          () => false,
        );
        strictEqual(planned, configured, name);
      }
    }
  });

  it('tell the scheme of an address in whatever case it is written', async () => {
    const source: LaunchSource = { kind: 'remote', url: 'WSS://Agents.Example/acp', headers: {} };
    const { transport } = await plan(linux([]), '/work', source);
    strictEqual(transport?.url, 'wss://agents.example/acp');
  });

  it('name the runtime of the editor to its shim on Windows', async () => {
    const home = 'C:\\Program Files\\nodejs';
    const old = nodeIn('win32', home, '18.20.4');
    const machine: Machine = { platform: 'win32', path: [home], ...old };
    const { env } = await plan(machine, 'C:\\work');
    strictEqual(env['ACP_WORKBENCH_NODE'], depsOf(machine).runtime.path);
  });

  it('B01: never start a .cmd or .ps1 by itself', async () => {
    const plans = Object.values(await planTable('win32')) as readonly Partial<LaunchPlan>[];
    const starts = plans.flatMap((each) => [each, ...(each.attempts ?? []).map(({ start }) => start)]);
    for (const { command } of starts) ok(!/\.(cmd|bat|ps1)$/i.test(command ?? ''), command);
  });

  it('B173: take no program from the workspace, neither npx nor any other', async () => {
    const evil = '/work/node_modules/.bin';
    const machine = linux(
      [evil, '/work/tools', '/usr/bin'],
      nodeIn('linux', evil, '22.0.0'),
      { programs: { '/work/tools/agent': '', '/work/tools/uvx': '', '/work/tools/npx': '' } },
      nodeIn('linux', '/usr/bin', '20.11.0'),
    );
    const npx = await plan(machine);
    strictEqual(npx.command, '/usr/bin/npx');
    match(npx.env['PATH'] ?? '', /^\/usr\/bin:/, 'its node is not that of the workspace');
    const agent = await plan(machine, '/work', { kind: 'program', command: 'agent', args: [], env: {} });
    strictEqual(agent.command, 'agent', 'it was not found');
    deepStrictEqual(agent.searched, ['/usr/bin']);
    const uvx = plan(machine, '/work', { kind: 'uvx', package: 'x', args: [], env: {} });
    strictEqual((await agentFailure(uvx)).tag, 'command-not-found');
    strictEqual(
      (await plan(machine, '/other')).command,
      `${evil}/npx`,
      'elsewhere it is a directory like others',
    );
  });

  it('B173: take no program from another folder of the workspace, however its directory is written', async () => {
    const evil = '/ws2/node_modules/.bin';
    const machine = (path: string, platform: Machine['platform'] = 'linux'): Machine => ({
      ...linux([path, '/usr/bin'], nodeIn('linux', path, '22.0.0'), nodeIn('linux', '/usr/bin', '20.11.0')),
      platform,
    });
    const command = async (of: Machine, links: Readonly<Record<string, string>> = {}): Promise<string> => {
      const deps = depsOf(of);
      const probes = {
        list: (directory: string) => deps.probes.list(directory),
        isExecutable: (path: string) => deps.probes.isExecutable(path),
        realPath: async (path: string) => links[path] ?? path,
      };
      const request = { cwd: '/ws1', forbidden: ['/ws1', '/ws2'] };
      return (await planLaunch(agentPackage, request, { ...deps, probes })).command;
    };
    strictEqual(await command(machine(evil)), '/usr/bin/npx');
    strictEqual(await command(machine('/WS2/tools', 'darwin')), '/usr/bin/npx');
    strictEqual(await command(machine('/link'), { '/link': '/ws2/tools' }), '/usr/bin/npx');
    strictEqual(await command(machine('/real/tools'), { '/ws2': '/real' }), '/usr/bin/npx');
    strictEqual(await command(machine('/elsewhere')), '/elsewhere/npx');
  });

  it('B173: leave a person their programs when the workspace is their home, but not those of packages', async () => {
    const machine = linux(
      ['/home/u/node_modules/.bin', '/home/u/.local/bin'],
      nodeIn('linux', '/home/u/node_modules/.bin', '22.0.0'),
      nodeIn('linux', '/home/u/.local/bin', '22.0.0'),
    );
    strictEqual((await plan(machine, '/home/u')).command, '/home/u/.local/bin/npx');
    strictEqual((await plan(machine, '/')).command, '/home/u/.local/bin/npx');
  });

  it('B05: keep PATH as it is when its first Node.js is new enough', async () => {
    const path = ['/opt/mine', '/usr/bin'];
    strictEqual(
      (await plan(linux(path, nodeIn('linux', '/usr/bin', '20.11.0')))).env['PATH'],
      '/opt/mine:/usr/bin',
    );
  });

  it('take npx from elsewhere on PATH when Node.js has none beside it', async () => {
    const machine = linux(
      ['/usr/bin', '/home/u/.npm-global/bin'],
      nodeIn('linux', '/usr/bin', '22.0.0', false),
      {
        programs: { '/home/u/.npm-global/bin/npx': '' },
      },
    );
    strictEqual((await plan(machine)).command, '/home/u/.npm-global/bin/npx');
  });

  it('B173: take names of packages only, no options, paths or addresses', async () => {
    const machine = linux(['/usr/bin'], nodeIn('linux', '/usr/bin', '22.0.0'), {
      programs: { '/usr/bin/uvx': '' },
    });
    const tag = async (kind: 'npx' | 'uvx', name: string): Promise<string> =>
      plan(machine, '/work', { kind, package: name, args: [], env: {} }).then(
        () => 'fine',
        (error: unknown) => (error instanceof AgentError ? error.tag : String(error)),
      );
    for (const name of ['a', '@s/a', 'a@1.2.3', '@s/a@latest', 'a@^1.2', 'a.b_c@1.0.0-rc.1+x'])
      strictEqual(await tag('npx', name), 'fine', name);
    for (const name of [
      '',
      '--call=x',
      './a',
      '/a',
      'a b',
      'a@file:./b',
      'a@git+https://x/y',
      'https://x/y',
      '@s',
      'u/r',
    ])
      strictEqual(await tag('npx', name), 'spawn-failed', name);
    for (const name of ['a', 'a==0.1.2', 'a@0.1.2', 'a@latest', 'a[b,c]>=1', 'a~=1.0,<2'])
      strictEqual(await tag('uvx', name), 'fine', name);
    for (const name of ['', '--from', './a', 'a @ https://x/y', 'a@git+https://x/y', 'a b'])
      strictEqual(await tag('uvx', name), 'spawn-failed', name);
  });

  for (const [kind, source] of [
    ['a program', { kind: 'program', command: 'agent', args: [] }],
    ['npx', { kind: 'npx', package: 'name', args: [] }],
    ['uvx', { kind: 'uvx', package: 'name', args: [] }],
  ] as const) {
    it(`give ${kind} its secrets as they are, stronger than what surrounds it and weaker than its settings`, async () => {
      const machine = linux(['/usr/bin'], nodeIn('linux', '/usr/bin', '22.0.0'), {
        programs: { '/usr/bin/agent': '', '/usr/bin/uvx': '' },
      });
      const env = { SET: 'in the settings', GONE: null, COPY: '${env:KEY}' };
      const key = '${userHome} ${env:HOST} $& ${workspaceFolder}';
      const secrets = { KEY: key, HOST: 'secret', SET: 'secret', GONE: 'secret' };
      const deps = depsOf({ ...machine, env: { HOST: 'host', OTHER: 'host' } });
      const {
        PATH: _,
        npm_config_script_shell: __,
        ...variables
      } = (await planLaunch({ ...source, env }, { cwd: '/work', secrets }, deps)).env;
      deepStrictEqual(variables, {
        KEY: key,
        HOST: 'secret',
        OTHER: 'host',
        SET: 'in the settings',
        COPY: key,
      });
    });
  }

  it('let the headers of an agent elsewhere name a secret', async () => {
    const headers = { authorization: 'Bearer ${env:TOKEN}' };
    const source: LaunchSource = { kind: 'remote', url: 'wss://example.com/acp', headers };
    const request = { cwd: '/work', secrets: { TOKEN: '${userHome}' } };
    const { transport } = await planLaunch(source, request, depsOf(linux([])));
    deepStrictEqual(transport?.headers, { authorization: 'Bearer ${userHome}' });
  });

  it('take a lowest version that is short', async () => {
    const machine = linux(['/usr/bin'], nodeIn('linux', '/usr/bin', '20.9.0', false));
    const short: LaunchSource = { kind: 'npx', package: 'name', args: [], env: {}, minimumNode: '>=20.10' };
    match((await agentFailure(plan(machine, '/work', short))).message, /20\.10\.0/);
  });

  it('say which Node.js was found where when none will do', async () => {
    const error = await agentFailure(plan(linux(['/usr/bin'], nodeIn('linux', '/usr/bin', '12.0.0', false))));
    strictEqual(error.tag, 'runtime-missing');
    match(error.message, /20\.0\.0.*12\.0\.0/);
    match(error.details ?? '', /\/usr\/bin\/node: 12\.0\.0/);
  });

  for (const [manager, directory] of [
    ['nvm', '/home/u/.nvm/versions/node/v22.0.0/bin'],
    ['fnm', '/home/u/.local/share/fnm/node-versions/v22.0.0/installation/bin'],
    ['volta', '/home/u/.volta/tools/image/node/22.0.0/bin'],
    ['Homebrew', '/home/linuxbrew/.linuxbrew/opt/node@22/bin'],
    ['n', '/usr/local/n/versions/node/22.0.0/bin'],
    ['asdf', '/home/u/.asdf/installs/nodejs/22.0.0/bin'],
    ['mise', '/home/u/.local/share/mise/installs/node/22.0.0/bin'],
  ] as const) {
    it(`find a newer Node.js of ${manager}`, async () => {
      const old = nodeIn('linux', '/usr/bin', '18.0.0');
      const found = await plan(linux(['/usr/bin'], old, nodeIn('linux', directory, '22.0.0')));
      strictEqual(found.command, `${directory}/npx`);
      strictEqual(found.env['PATH'], `${directory}:/usr/bin`);
    });
  }
});
