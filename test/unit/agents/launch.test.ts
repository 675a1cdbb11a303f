import { deepStrictEqual, ok, rejects, strictEqual, throws } from 'node:assert';
import { batchCommand } from '../../../src/acp/agents/batchFile';
import { baseEnvironment } from '../../../src/acp/agents/environment';
import { nodeScriptLaunch, programLaunch } from '../../../src/acp/agents/launch';
import type { LaunchDeps } from '../../../src/acp/agents/launch';
import { nodeProbes, readSmallText } from '../../../src/acp/agents/nodeProbes';
import { AgentError } from '../../../src/acp/errors';
import { startProcess } from '../../../src/acp/process';
import { FakeFiles, TempFolder } from './fakes';
import { BatchFileReader } from './batchFileReader';

const NPM = 'C:\\Users\\A B\\npm';

const NPM_SHIM = [
  '@ECHO off',
  'GOTO start',
  ':find_dp0',
  'SET dp0=%~dp0',
  'EXIT /b',
  ':start',
  'SETLOCAL',
  'CALL :find_dp0',
  '',
  'IF EXIST "%dp0%\\node.exe" (',
  '  SET "_prog=%dp0%\\node.exe"',
  ') ELSE (',
  '  SET "_prog=node"',
  '  SET PATHEXT=%PATHEXT:;.JS;=;%',
  ')',
  '',
  'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%" --no-warnings "%dp0%\\node_modules\\@google\\gemini-cli\\dist\\index.js" %*',
].join('\r\n');

const PROGRAM_SHIM = [
  '@ECHO off',
  'GOTO start',
  ':find_dp0',
  'SET dp0=%~dp0',
  'EXIT /b',
  ':start',
  'SETLOCAL',
  'CALL :find_dp0',
  '"%dp0%\\node_modules\\tool\\tool.exe"   %*',
].join('\r\n');

function windows(
  files: Readonly<Record<string, boolean>>,
  texts: Readonly<Record<string, string>> = {},
): LaunchDeps {
  return {
    platform: 'win32',
    probes: new FakeFiles('\\', files),
    home: 'C:\\Users\\A B',
    base: baseEnvironment({
      platform: 'win32',
      processEnv: { Path: `${NPM};C:\\node`, ComSpec: 'C:\\Windows\\System32\\cmd.exe' },
      shellEnv: {},
      installed: [],
    }),
    readText: async (path) => texts[path],
  };
}

function plain(command: string, ...args: readonly string[]): Parameters<typeof programLaunch>[0] {
  return { command, args, env: {}, cwd: 'C:\\w' };
}

describe('launch plans', () => {
  it('B01: never starts a .cmd by itself', async () => {
    const deps = windows({ [`${NPM}\\npx.cmd`]: true, [`${NPM}\\claude.cmd`]: true });
    const plan = await programLaunch(plain('npx', '--yes', 'x'), deps);
    strictEqual(plan.command, 'C:\\Windows\\System32\\cmd.exe');
    strictEqual(plan.windowsVerbatimArguments, true);
    deepStrictEqual(plan.args, ['/d', '/e:on', '/v:off', '/s', '/c', `""${NPM}\\npx.cmd" --yes x"`]);
    strictEqual(plan.display, `"${NPM}\\npx.cmd" --yes x`);
  });

  it('B01: starts the script behind a shim of npm with Node itself', async () => {
    const shim = `${NPM}\\gemini.cmd`;
    const deps = windows({ [shim]: true, 'C:\\node\\node.exe': true }, { [shim]: NPM_SHIM });
    const plan = await programLaunch(plain('gemini', '--acp', '100% "x"'), deps);
    strictEqual(plan.command, 'C:\\node\\node.exe');
    deepStrictEqual(plan.args, [
      '--no-warnings',
      `${NPM}\\node_modules\\@google\\gemini-cli\\dist\\index.js`,
      '--acp',
      '100% "x"',
    ]);
    strictEqual(plan.windowsVerbatimArguments, undefined);
  });

  it('B159: knows a Windows program that was found from within WSL by its path', async () => {
    const tool = '/mnt/c/tools/agent.exe';
    const base = baseEnvironment({
      platform: 'linux',
      processEnv: { PATH: '/usr/bin:/mnt/c/tools', WSL_DISTRO_NAME: 'Ubuntu' },
      shellEnv: {},
      installed: [],
    });
    const deps: LaunchDeps = {
      platform: 'linux',
      home: '/home/me',
      probes: new FakeFiles('/', { [tool]: true, '/usr/bin/agent': true }),
      base,
      readText: async () => undefined,
    };
    const request = { args: [], env: {}, cwd: '/home/me/w' };
    const there = await programLaunch({ command: 'agent.exe', ...request }, deps);
    deepStrictEqual([there.command, there.paths], [tool, { kind: 'windowsFromWsl', distribution: 'Ubuntu' }]);
    const here = await programLaunch({ command: 'agent', ...request }, deps);
    deepStrictEqual([here.command, here.paths], ['/usr/bin/agent', undefined]);
  });

  it('B01: prefers the Node beside the shim, as the shim does', async () => {
    const shim = `${NPM}\\gemini.cmd`;
    const files = { [shim]: true, 'C:\\node\\node.exe': true, [`${NPM}\\node.exe`]: true };
    const plan = await programLaunch(plain('gemini'), windows(files, { [shim]: NPM_SHIM }));
    strictEqual(plan.command, `${NPM}\\node.exe`);
  });

  it('B01: starts the program behind a shim', async () => {
    const shim = `${NPM}\\tool.cmd`;
    const plan = await programLaunch(
      plain('tool', 'a b'),
      windows({ [shim]: true }, { [shim]: PROGRAM_SHIM }),
    );
    strictEqual(plan.command, `${NPM}\\node_modules\\tool\\tool.exe`);
    deepStrictEqual(plan.args, ['a b']);
  });

  for (const [what, text] of [
    ['another interpreter', NPM_SHIM.replace('"_prog=node"', '"_prog=python"')],
    ['a NODE_PATH of its own', `@SET "NODE_PATH=C:\\x"\r\n${NPM_SHIM}`],
    ['no shim in it', '@echo off\r\nstart "" notepad %*\r\n'],
  ] as const) {
    it(`B01: runs a batch file with ${what} through cmd.exe`, async () => {
      const shim = `${NPM}\\tool.cmd`;
      const files = { [shim]: true, 'C:\\node\\node.exe': true };
      const plan = await programLaunch(plain('tool'), windows(files, { [shim]: text }));
      ok(plan.command.endsWith('cmd.exe'));
    });
  }

  it('B01: runs a .ps1 through PowerShell', async () => {
    const plan = await programLaunch(plain('tool', 'a b'), windows({ [`${NPM}\\tool.ps1`]: true }));
    ok(plan.command.endsWith('\\powershell.exe'));
    deepStrictEqual(plan.args.slice(-3), ['-File', `${NPM}\\tool.ps1`, 'a b']);
  });

  it('starts an .exe by itself', async () => {
    const plan = await programLaunch(plain('C:\\opt\\my.exe', '--acp'), windows({}));
    strictEqual(plan.command, 'C:\\opt\\my.exe');
    deepStrictEqual(plan.args, ['--acp']);
  });

  it('B03: hands every argument to a batch file unchanged', () => {
    const script = 'C:\\Program Files\\x y\\a.cmd';
    const args = [
      '--config',
      'C:\\Users\\A B\\c&d.json',
      '100%',
      '%PATH%',
      '%PATH',
      '',
      'ends\\',
      'a b\\',
      'say "hi"',
      '\\"',
      '^caret',
      '(a|b)<c>!d!',
      "it's; a=b, c",
      'ü 漢字',
    ];
    const reader = new BatchFileReader({ PATH: 'C:\\secret & calc' });
    deepStrictEqual(reader.read(batchCommand('cmd.exe', script, args)), { script, args });
  });

  it('B03: keeps a percent sign in the path of the batch file', () => {
    const script = 'C:\\100% %PATH%\\a.cmd';
    const reader = new BatchFileReader({ PATH: 'C:\\secret' });
    deepStrictEqual(reader.read(batchCommand('cmd.exe', script, ['x'])), { script, args: ['x'] });
  });

  it('B03: refuses an argument that no batch file can be given', () => {
    throws(() => batchCommand('cmd.exe', 'C:\\a.cmd', ['a\nb']), /line break/);
    throws(() => batchCommand('cmd.exe', 'C:\\a".cmd', []), /Not a path/);
  });

  it('B02: keeps the name and the directories searched when a program is not found', async () => {
    const plan = await programLaunch(plain('no-such-agent-xyz'), windows({ [`${NPM}\\x.exe`]: true }));
    strictEqual(plan.command, 'no-such-agent-xyz');
    deepStrictEqual(plan.searched, [NPM, 'C:\\node']);
  });

  it('fills in placeholders and the home directory', async () => {
    const deps = windows({});
    const plan = await programLaunch(plain('${userHome}\\a.exe', '${workspaceFolder}\\x'), deps);
    deepStrictEqual([plan.command, ...plan.args], ['C:\\Users\\A B\\a.exe', 'C:\\w\\x']);
    strictEqual((await programLaunch(plain('~\\a.exe'), deps)).command, 'C:\\Users\\A B\\a.exe');
  });

  it('finds a program on the PATH that was set for the agent', async () => {
    const deps = windows({ 'D:\\mine\\tool.exe': true });
    const plan = await programLaunch({ ...plain('tool'), env: { PATH: 'D:\\mine' } }, deps);
    strictEqual(plan.command, 'D:\\mine\\tool.exe');
    strictEqual(plan.env['Path'], 'D:\\mine');
  });

  it('runs a Node script with the runtime of the editor', () => {
    const plan = nodeScriptLaunch(
      { script: '/ext/dist/demo-agent.js', args: [], runtime: '/opt/code/code', env: {}, cwd: '/w' },
      {
        platform: 'linux',
        home: '/home/u',
        base: baseEnvironment({
          platform: 'linux',
          processEnv: { PATH: '/usr/bin', ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--x' },
          shellEnv: {},
          installed: [],
        }),
      },
    );
    deepStrictEqual(plan, {
      command: '/opt/code/code',
      args: ['/ext/dist/demo-agent.js'],
      env: { PATH: '/usr/bin', ELECTRON_RUN_AS_NODE: '1' },
      cwd: '/w',
      display: '/opt/code/code /ext/dist/demo-agent.js',
    });
  });
});

describe('launch plans that are started', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(20_000);

  let folder: TempFolder;
  let deps: LaunchDeps;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    folder = new TempFolder();
    const { platform } = process;
    const processEnv = { PATH: `${folder.path}/bin:/usr/bin:/bin` };
    deps = {
      platform,
      probes: nodeProbes,
      home: folder.path,
      base: baseEnvironment({ platform, processEnv, shellEnv: {}, installed: [] }),
      readText: readSmallText,
    };
  });
  afterEach(() => folder.remove());

  it('B02: rejects the start of a program that is not there, and starts the next one', async () => {
    const request = { command: 'no-such-agent-xyz', args: [], env: {}, cwd: folder.path };
    await rejects(startProcess(await programLaunch(request, deps)), (error) => {
      ok(error instanceof AgentError);
      strictEqual(error.tag, 'command-not-found');
      ok(JSON.stringify([error.title, error.remedy, error.details]).includes(`${folder.path}/bin`));
      return true;
    });
    folder.program('bin/agent', '#!/bin/sh\nexit 7\n');
    const agent = await startProcess(await programLaunch({ ...request, command: 'agent' }, deps));
    strictEqual((await agent.exited).code, 7);
  });

  it('hands arguments and environment to a real program', async () => {
    folder.program('bin/agent', '#!/bin/sh\nprintf "%s|" "$@" "$X" "$PWD"\n');
    const request = {
      command: 'agent',
      args: ['a b', '$HOME', ''],
      env: { X: '${userHome}/x' },
      cwd: folder.path,
    };
    const agent = await startProcess(await programLaunch(request, deps));
    let output = '';
    for await (const chunk of agent.stdout) output += String(chunk);
    strictEqual(output, `a b|$HOME||${folder.path}/x|${folder.path}|`);
  });
});
