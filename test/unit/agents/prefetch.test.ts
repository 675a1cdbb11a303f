import * as assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prefetchSource, runToEnd, type RunPorts } from '../../../src/acp/agents/prefetch';
import { isAgentError } from '../../../src/acp/errors';
import type { LaunchPlan } from '../../../src/acp/process';
import { untrustedWorkspace } from '../../../src/acp/errors/start';
import { eventually } from '../../agent/eventually';
import { ProcessLedger } from '../../../src/acp/processLedger';
import { FakeHost } from '../fakeHost';
import { npx, StartBench } from '../startBench';
import { temporaryFolder } from '../support';

function node(script: string): LaunchPlan {
  return {
    command: process.execPath,
    args: ['-e', script],
    env: {},
    cwd: tmpdir(),
    display: 'npx --yes pkg',
    mayInstall: true,
  };
}

function ports(signal = new AbortController().signal): RunPorts {
  return { signal, log: new FakeHost().log };
}

describe('fetching a package without running it', () => {
  it('runs the interpreter of the package in place of the agent', () => {
    const env = { A: '1' };
    assert.deepEqual(
      prefetchSource({ kind: 'npx', package: 'pkg@1.0.0', args: ['--acp'], env, cwd: '/gone' }),
      {
        kind: 'npx',
        package: 'pkg@1.0.0',
        bin: 'node',
        args: ['-e', '0'],
        env,
      },
    );
    assert.deepEqual(
      prefetchSource({
        kind: 'uvx',
        package: 'pkg==1',
        command: 'x',
        args: ['-x'],
        otherArgs: [[]],
        env: {},
      }),
      { kind: 'uvx', package: 'pkg==1', command: 'python', args: ['-c', ''], env: {} },
    );
  });

  it('ends when the runner has ended well', async () => {
    await runToEnd(node('process.stdout.write("x".repeat(1e6))'), ports());
  });

  it('says what the runner said when it failed (B14)', async () => {
    const plan = node(
      'console.error("npm error code ETARGET\\nnpm error notarget No matching"); process.exit(1)',
    );
    await assert.rejects(runToEnd(plan, ports()), (error) => {
      assert.ok(isAgentError(error, 'install-failed'));
      assert.match(error.message, /ETARGET/);
      return true;
    });
  });

  it('is on record while the runner runs', async function () {
    if (process.platform === 'win32') return this.skip();
    const folder = temporaryFolder();
    const ledger = new ProcessLedger(folder, new FakeHost().log);
    const abort = new AbortController();
    const running = runToEnd(node('setInterval(() => {}, 1e3)'), { ...ports(abort.signal), ledger });
    const outcome = running.catch((error: unknown) => error);
    await eventually(async () => (await readdir(folder)).length === 1, 'a record');
    abort.abort();
    assert.ok(isAgentError(await outcome, 'stopped'));
    await eventually(async () => (await readdir(folder)).length === 0, 'no record');
  });

  it('ends the runner with all it started when it is given up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prefetch-'));
    const file = join(folder, 'pid');
    try {
      const child = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1e3)`;
      const script = `process.on('SIGTERM', () => {}); require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1e3)`;
      const abort = new AbortController();
      const running = runToEnd(node(script), ports(abort.signal));
      const pid = Number(
        await eventually(() => readFile(file, 'utf8').catch(() => ''), 'the grandchild runs'),
      );
      abort.abort();
      await assert.rejects(running, (error) => isAgentError(error, 'stopped'));
      assert.throws(() => process.kill(pid, 0));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('fetching that helps itself', function () {
  this.timeout(30_000);
  let bench: StartBench;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    bench = new StartBench();
  });
  afterEach(async () => {
    await bench.leavesNothing();
    bench.folder.remove();
  });

  async function fetches(version: string, more: Partial<RunPorts> = {}): Promise<void> {
    const source = prefetchSource({ ...npx(), package: `an-agent@${version}`, args: ['--acp'] });
    const plan = await bench.plan(source, { versionFrom: 'registry' });
    await runToEnd(plan, { signal: new AbortController().signal, log: bench.host.log, ...more });
  }

  const words = '--package=an-agent@1.0.0 -- node -e 0';

  it('asks the network when the cache is not enough (B14)', async () => {
    bench.program('npx', `if (args.includes('--prefer-offline')) says('npm error code ENOTCACHED');`);
    await fetches('1.0.0');
    assert.deepEqual(bench.args(), [`--yes --prefer-offline ${words}`, `--yes ${words}`]);
  });

  it('refreshes what npm knows of a package when the registry of agents names a newer version (B14)', async () => {
    bench.program('npx', `if (!args.includes('--prefer-online')) says('npm error code ETARGET');`);
    await fetches('1.0.0');
    assert.deepEqual(bench.args(), [`--yes --prefer-offline ${words}`, `--yes --prefer-online ${words}`]);
  });

  it('removes the broken folder of the package and fetches it again', async () => {
    const broken = join(bench.folder.path, '_npx', '0123456789abcdef');
    await mkdir(broken, { recursive: true });
    bench.program(
      'npx',
      `if (fs.existsSync(${JSON.stringify(broken)})) says('npm error code ENOTEMPTY\\nnpm error path ${broken}/node_modules/x');`,
    );
    await fetches('1.0.0');
    assert.deepEqual(bench.args(), [`--yes --prefer-offline ${words}`, `--yes --prefer-offline ${words}`]);
    await assert.rejects(access(broken));
  });

  it('shows all that was tried when nothing helped', async () => {
    bench.program(
      'npx',
      `says('npm error code ' + (args.includes('--prefer-offline') ? 'ENOTCACHED' : 'E404'));`,
    );
    await assert.rejects(fetches('1.0.0'), (error) => {
      assert.ok(isAgentError(error, 'install-failed'));
      assert.match(error.message, /E404/);
      assert.match(error.details ?? '', /Tried\n.*prefer-offline/);
      return true;
    });
    assert.equal(bench.calls().length, 2);
  });

  it('tries nothing more once it is given up', async () => {
    const abort = new AbortController();
    bench.program(
      'npx',
      `if (args.includes('--prefer-offline')) says('npm error code ENOTCACHED'); hangs();`,
    );
    const fetching = assert.rejects(fetches('1.0.0', { signal: abort.signal }), (error) =>
      isAgentError(error, 'stopped'),
    );
    await eventually(() => bench.calls().length === 2, 'the second attempt');
    abort.abort();
    await fetching;
    assert.equal(bench.calls().length, 2);
  });

  it('starts nothing once it is given up or the workspace is not trusted (B174)', async () => {
    bench.program('npx', '');
    await assert.rejects(fetches('1.0.0', { signal: AbortSignal.abort() }), (error) =>
      isAgentError(error, 'stopped'),
    );
    await assert.rejects(fetches('1.0.0', { refused: untrustedWorkspace }), (error) =>
      isAgentError(error, 'untrusted-workspace'),
    );
    assert.equal(bench.calls().length, 0);
  });
});
