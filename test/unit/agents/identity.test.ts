import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { catalogue } from '../../../src/acp/agents/catalogue';
import { detect } from '../../../src/acp/agents/detect';
import type { DetectDeps, DetectedAgent } from '../../../src/acp/agents/detect';
import { nodeProbes } from '../../../src/acp/agents/nodeProbes';
import { runForOutput } from '../../../src/acp/agents/outputRunner';
import type { OutputRequest, OutputRunner } from '../../../src/acp/agents/outputRunner';
import { english } from '../../../src/acp/errors';
import { detectDeps, FakeFiles, TempFolder } from './fakes';
import { untilGone } from './processes';

async function detectOne(
  id: string,
  env: Readonly<Record<string, string>>,
  deps: DetectDeps,
): Promise<DetectedAgent> {
  const [agent] = await detect(
    catalogue.filter((known) => known.id === id),
    env,
    deps,
  );
  if (agent === undefined) throw new Error(`no agent ${id}`);
  return agent;
}

/** Says nothing, and remembers what it was asked for. */
function recorder(): { readonly run: OutputRunner; readonly asked: readonly OutputRequest[] } {
  const asked: OutputRequest[] = [];
  const run = (request: OutputRequest): Promise<string> => {
    asked.push(request);
    return Promise.resolve('');
  };
  return { run, asked };
}

describe('identity of programs with generic names', () => {
  const package_ = (name: string): string => JSON.stringify({ name, version: '1.0.0' });

  it('B17: takes the install path for proof, without starting anything', async () => {
    const files = new FakeFiles('/', { '/b/agent': true });
    files.link('/b/agent', '/home/u/.local/share/cursor-agent/versions/2026.1/cursor-agent');
    const { run, asked } = recorder();
    const agent = await detectOne('cursor', { PATH: '/b' }, detectDeps('linux', files, { run }));
    deepStrictEqual([agent.state, agent.launch?.command, agent.launch?.args], ['ready', '/b/agent', ['acp']]);
    deepStrictEqual(asked, []);
  });

  it('B17: takes the package that a script belongs to for proof', async () => {
    const files = new FakeFiles('/', { '/b/copilot': true });
    files
      .link('/b/copilot', '/lib/node_modules/@github/copilot/dist/bin/index.js')
      .write('/lib/node_modules/@github/copilot/dist/package.json', '{ "type": "module" }')
      .write('/lib/node_modules/@github/copilot/package.json', package_('@github/copilot'));
    const deps = detectDeps('linux', files);
    strictEqual((await detectOne('github-copilot-cli', { PATH: '/b' }, deps)).state, 'ready');
    files.write('/lib/node_modules/@github/copilot/package.json', package_('copilot'));
    strictEqual((await detectOne('github-copilot-cli', { PATH: '/b' }, deps)).state, 'notFound');
    files.write('/lib/node_modules/@github/copilot/package.json', '{');
    strictEqual((await detectOne('github-copilot-cli', { PATH: '/b' }, deps)).state, 'notFound');
  });

  it('B17: looks behind the shims that npm makes on Windows', async () => {
    const npm = 'C:\\npm';
    const files = new FakeFiles('\\', { [`${npm}\\pi.cmd`]: true });
    const script = 'node_modules\\@mariozechner\\pi-coding-agent\\dist\\cli.js';
    files
      .write(`${npm}\\pi.cmd`, `@ECHO off\r\n"_prog=node"\r\n"%_prog%"  "%dp0%\\${script}" %*`)
      .write(
        `${npm}\\node_modules\\@mariozechner\\pi-coding-agent\\package.json`,
        package_('@mariozechner/pi-coding-agent'),
      );
    const agent = await detectOne('pi-acp', { Path: npm }, detectDeps('win32', files));
    deepStrictEqual([agent.state, agent.path], ['needsAdapter', `${npm}\\pi.cmd`]);
    files.write(`${npm}\\pi.cmd`, '@echo off\r\ncalc.exe %*');
    const { run, asked } = recorder();
    strictEqual(
      (await detectOne('pi-acp', { Path: npm }, detectDeps('win32', files, { run }))).state,
      'notFound',
    );
    deepStrictEqual(asked, []);
  });

  it('B17: asks in the home folder, without credentials, and for help only where the version says nothing', async () => {
    const asked: OutputRequest[] = [];
    const run = (request: OutputRequest): Promise<string> => {
      asked.push(request);
      return Promise.resolve(request.args[0] === '--help' ? 'Start the Cursor Agent' : '2026.01.01-abc');
    };
    const deps = detectDeps('linux', new FakeFiles('/', { '/b/agent': true }), { run });
    const env = { PATH: '/b', OPENAI_API_KEY: 'k' };
    strictEqual((await detectOne('cursor', env, deps)).state, 'ready');
    deepStrictEqual(
      asked.map(({ command, args, cwd, env: given }) => [command, args, cwd, given]),
      [
        ['/b/agent', ['--version'], '/home/u', { PATH: '/b' }],
        ['/b/agent', ['--help'], '/home/u', { PATH: '/b' }],
      ],
    );
    ok(asked.every(({ timeLimit }) => timeLimit > 0 && timeLimit <= 2000));
  });

  it('B17: goes on to the next program of that name, and asks behind two links once', async () => {
    const asked: string[] = [];
    const run = ({ command }: OutputRequest): Promise<string> => {
      asked.push(command);
      return Promise.resolve(command === '/c/agent' ? 'Cursor Agent' : 'ssh agent');
    };
    const files = new FakeFiles('/', { '/a/agent': true, '/b/agent': true, '/c/agent': true });
    files.link('/b/agent', '/a/agent');
    const agent = await detectOne('cursor', { PATH: '/a:/b:/c' }, detectDeps('linux', files, { run }));
    strictEqual(agent.path, '/c/agent');
    deepStrictEqual(asked, ['/a/agent', '/a/agent', '/c/agent']);
    deepStrictEqual(
      agent.passedOver.map(({ path }) => path),
      ['/a/agent'],
    );
  });

  it('B17, B173: does not start a program of the workspace to learn what it is', async () => {
    const { run, asked } = recorder();
    const files = new FakeFiles('/', { '/w/agent': true, '/b/agent': true });
    files.link('/b/agent', '/w/sub/agent');
    const deps = detectDeps('linux', files, { run, forbidden: ['/w'] });
    const agent = await detectOne('cursor', { PATH: '/w:/b' }, deps);
    deepStrictEqual([agent.state, agent.passedOver.length, asked.length], ['notFound', 2, 0]);
  });

  it('tells the two known programs apart that are called goose', async () => {
    const help = (text: string): Promise<DetectedAgent> => {
      const run = ({ args }: OutputRequest): Promise<string> =>
        Promise.resolve(args[0] === '--help' ? text : '1.9.3');
      const deps = detectDeps('linux', new FakeFiles('/', { '/b/goose': true }), { run });
      return detectOne('goose', { PATH: '/b' }, deps);
    };
    strictEqual((await help('Commands:\n  session\n  acp  Run goose as an ACP agent')).state, 'ready');
    strictEqual((await help('Usage: goose DRIVER DBSTRING [OPTIONS] COMMAND')).state, 'notFound');
  });
});

describe('identity of real programs', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(20_000);

  let folder: TempFolder;
  let deps: DetectDeps;
  let env: Readonly<Record<string, string>>;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    folder = new TempFolder();
    mkdirSync(join(folder.path, 'home'));
    env = { PATH: `${folder.path}/bin:/usr/bin:/bin` };
    deps = detectDeps(process.platform, nodeProbes, {
      home: join(folder.path, 'home'),
      run: runForOutput,
      directoryLimit: 5000,
    });
  });
  afterEach(() => folder.remove());

  it('B17: does not show a foreign program as Cursor, and names it', async () => {
    const path = folder.program('bin/agent', '#!/bin/sh\necho "ssh-agent wrapper 1.0"\n');
    const agent = await detectOne('cursor', env, deps);
    strictEqual(agent.state, 'notFound');
    ok(english(agent.reason).startsWith(`${path} could not be confirmed to be Cursor`));
  });

  it('B17: shows the right one, started in the home folder with nothing on stdin', async () => {
    const log = join(folder.path, 'log');
    folder.program(
      'bin/agent',
      `#!/bin/sh\npwd > '${log}'\ncat >> '${log}'\necho "Usage: agent"\necho "Start the Cursor Agent" >&2\nexit 1\n`,
    );
    strictEqual((await detectOne('cursor', env, deps)).state, 'ready');
    ok(folder.read('log').endsWith('/home\n'));
  });

  it('B17: finds a script of npm by its package, through its link', async () => {
    const script = folder.program('lib/node_modules/@github/copilot/index.js', '#!/bin/sh\nexit 9\n');
    folder.file('lib/node_modules/@github/copilot/package.json', '{ "name": "@github/copilot" }');
    mkdirSync(join(folder.path, 'bin'));
    symlinkSync(script, join(folder.path, 'bin/copilot'));
    const agent = await detectOne('github-copilot-cli', env, deps);
    strictEqual(agent.path, join(folder.path, 'bin/copilot'));
  });

  it('B17: gives up on a program that hangs, and leaves none of its processes behind', async () => {
    const child = `sh -c "trap '' TERM HUP; echo \\$\\$ >> '${folder.path}/pids'; exec sleep 3600" &`;
    folder.program(
      'bin/agent',
      `#!/bin/sh\ntrap "" TERM HUP INT\necho $$ >> '${folder.path}/pids'\n${child}\nsleep 3600\n`,
    );
    const agent = await detectOne('cursor', env, deps);
    strictEqual(agent.state, 'notFound');
    const pids = folder.read('pids').trim().split('\n').map(Number);
    strictEqual(pids.length, 2);
    await untilGone(pids);
  });

  it('B17: ends what a program leaves behind, and does not wait for it', async () => {
    folder.program(
      'bin/agent',
      `#!/bin/sh\nsleep 3600 &\necho $! >> '${folder.path}/pids'\necho "Cursor Agent"\n`,
    );
    const started = performance.now();
    strictEqual((await detectOne('cursor', env, { ...deps, outputLimit: 15_000 })).state, 'ready');
    ok(performance.now() - started < 10_000);
    await untilGone(folder.read('pids').trim().split('\n').map(Number));
  });

  it('B17: stops reading a program that prints without end', async () => {
    const path = folder.program('bin/agent', '#!/bin/sh\nexec cat /dev/zero\n');
    const output = await runForOutput({
      command: path,
      args: [],
      env,
      cwd: dirname(path),
      timeLimit: 15_000,
    });
    strictEqual(output.length, 64 * 1024);
  });

  it('takes a program that cannot be started for none', async () => {
    folder.program('bin/agent', '#!/no/such/interpreter\n');
    strictEqual((await detectOne('cursor', env, deps)).state, 'notFound');
  });
});
