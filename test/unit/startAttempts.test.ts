import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentRunner, type RunnerOptions } from '../../src/acp/agentRunner';
import { acceptAttempt, attemptReason } from '../../src/acp/attempts';
import { startEphemeral } from '../../src/acp/ephemeralRun';
import { untrustedWorkspace } from '../../src/acp/errors/start';
import type { LaunchPlan } from '../../src/acp/launchPlan';
import { npx, own, StartBench } from './startBench';
import { agentFailure, eventually, isAlive, temporaryFolder } from './support';

const short = { limits: () => ({ handshakeSeconds: 1.5, installSeconds: 20, stopGraceSeconds: 0.1 }) };

describe('starting that helps itself', function () {
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

  /** Starts, checks that the state never said anything but `starting`, and ends the agent. */
  async function starts(plan: LaunchPlan, more: Partial<RunnerOptions> = {}): Promise<void> {
    const states: string[] = [];
    const runner: AgentRunner = new AgentRunner(
      bench.options({ changed: () => states.push(runner.state.kind), ...more }),
    );
    await runner.start(plan);
    deepEqual(states, ['starting', 'ready']);
    await runner.stop();
  }

  it('asks the network when the cache is not enough (B14)', async () => {
    bench.program(
      'npx',
      `if (args.includes('--prefer-offline')) says('npm error code ENOTCACHED'); else serve();`,
    );
    await starts(await bench.plan(npx({ args: ['--acp'] })));
    deepEqual(bench.args(), ['--yes --prefer-offline an-agent --acp', '--yes an-agent --acp']);
    ok(bench.host.logged.some((line) => line.includes('attempt number=2 because=fetch-failed')));
  });

  it('does not ask again where that cannot help', async () => {
    bench.program('npx', `says('npm error code EACCES');`);
    const runner = new AgentRunner(bench.options());
    const error = await agentFailure(runner.start(await bench.plan(npx())));
    equal(error.tag, 'install-failed');
    equal(bench.calls().length, 1);
  });

  const missing = `if (!args.includes('--prefer-online')) says('npm error code ETARGET\\nnpm error notarget No matching version found for an-agent@9.'); else serve();`;

  it('refreshes what npm knows of a package without a version (B14)', async () => {
    bench.program('npx', missing);
    await starts(await bench.plan(npx()));
    deepEqual(bench.args(), ['--yes --prefer-offline an-agent', '--yes --prefer-online an-agent']);
  });

  it('offers that, and does not do it, for the version that a person chose (B14)', async () => {
    bench.program('npx', missing);
    const plan = await bench.plan(npx({ package: 'an-agent@9' }));
    const runner = new AgentRunner(bench.options());
    const error = await agentFailure(runner.start(plan));
    equal(error.tag, 'install-failed');
    match(error.message, /ETARGET/);
    match(error.remedy.template, /--prefer-online/);
    equal(bench.calls().length, 1);
    const reason = attemptReason(error);
    const accepted = reason && acceptAttempt(plan, reason);
    ok(accepted);
    await starts(accepted);
    equal(bench.args().at(-1), '--yes --prefer-online an-agent@9');
  });

  it('says that it may install while it does, beyond the limit of a handshake (B13)', async () => {
    const go = join(bench.folder.path, 'go');
    bench.program(
      'npx',
      `fs.writeSync(2, 'npm http fetch GET 200\\n');
      const timer = setInterval(() => { if (fs.existsSync(${JSON.stringify(go)})) { clearInterval(timer); serve(); } }, 5);`,
    );
    await using runner = new AgentRunner(
      bench.options({
        limits: () => ({ handshakeSeconds: 0.01, installSeconds: 20, stopGraceSeconds: 0.1 }),
      }),
    );
    const starting = runner.start(await bench.plan(npx()));
    await eventually(() => bench.calls().length === 1, 'npx runs');
    deepEqual(runner.state, { kind: 'starting', mayInstall: true });
    writeFileSync(go, '');
    await starting;
    equal(bench.calls().length, 1);
  });

  it('removes the broken folder of the package, that one only, and starts again', async () => {
    const cache = join(bench.folder.path, 'npm cache', '_npx');
    const broken = join(cache, '0123456789abcdef');
    const other = join(cache, 'fedcba9876543210');
    for (const folder of [broken, other]) mkdirSync(join(folder, 'node_modules'), { recursive: true });
    bench.program(
      'npx',
      `const folder = ${JSON.stringify(broken)};
      if (fs.existsSync(folder)) says("Error: Cannot find module '" + folder + "/node_modules/an-agent/cli.js'\\n  code: 'MODULE_NOT_FOUND'");
      else serve();`,
    );
    await starts(await bench.plan(npx()));
    deepEqual(bench.args(), ['--yes --prefer-offline an-agent', '--yes --prefer-offline an-agent']);
    equal(existsSync(broken), false);
    ok(existsSync(join(other, 'node_modules')));
  });

  it('removes a broken folder once only', async () => {
    const broken = join(bench.folder.path, '_npx', '0123456789abcdef');
    mkdirSync(broken, { recursive: true });
    bench.program(
      'npx',
      `fs.mkdirSync(${JSON.stringify(broken)}, { recursive: true });
      says('npm error code ENOTEMPTY\\nnpm error path ${broken}/node_modules/x');`,
    );
    const runner = new AgentRunner(bench.options());
    const error = await agentFailure(runner.start(await bench.plan(npx())));
    equal(error.tag, 'install-failed');
    match(error.details ?? '', /Tried\n.*prefer-offline/);
    equal(bench.calls().length, 2);
  });

  it('takes the other spelling when the program does not know its argument (B15)', async () => {
    bench.program('agent', `if (args.includes('--acp')) says('Unknown argument: acp'); else serve();`);
    await starts(await bench.plan(own(['--acp'], ['--experimental-acp'])));
    deepEqual(bench.args(), ['--acp', '--experimental-acp']);
  });

  it('takes the other spelling when the program does not answer (B15)', async () => {
    bench.program('agent', `if (args.includes('--acp')) hangs(); else serve();`);
    // Short for the first attempt only.
    const isSecond = (): boolean => bench.host.logged.some((line) => line.includes('attempt number=2'));
    const limits = (): ReturnType<RunnerOptions['limits']> => ({
      ...short.limits(),
      ...(isSecond() ? { handshakeSeconds: 20 } : {}),
    });
    await starts(await bench.plan(own(['--acp'], ['--experimental-acp'])), { limits });
    deepEqual(bench.args(), ['--acp', '--experimental-acp']);
  });

  const itTells = process.platform === 'linux' || process.platform === 'darwin' ? it : it.skip;
  const npxTwice = npx({ args: ['--acp'], otherArgs: [['--experimental-acp']] });

  itTells('takes the other spelling when what npx has fetched runs and does not answer (B15)', async () => {
    bench.program('npx', `if (args.includes('--acp')) runs('setInterval(() => {}, 1000)'); else serve();`);
    // Were the time for installing waited out, the test would fail by its own limit.
    const limits = (): ReturnType<RunnerOptions['limits']> => ({ ...short.limits(), installSeconds: 600 });
    await starts(await bench.plan(npxTwice), { limits });
    deepEqual(bench.args(), [
      '--yes --prefer-offline an-agent --acp',
      '--yes --prefer-offline an-agent --experimental-acp',
    ]);
  });

  itTells('says that an agent does not answer, not that it was not installed, when it runs', async () => {
    bench.program('npx', `runs('setInterval(() => {}, 1000)');`);
    const limits = (): ReturnType<RunnerOptions['limits']> => ({ ...short.limits(), installSeconds: 600 });
    const runner = new AgentRunner(bench.options({ limits }));
    equal((await agentFailure(runner.start(await bench.plan(npx())))).tag, 'handshake-timeout');
  });

  it('leaves what is still being installed its time, whatever that runs', async () => {
    bench.program('npx', `runs('setInterval(() => {}, 1000)', 'postinstall');`);
    const limits = (): ReturnType<RunnerOptions['limits']> => ({
      handshakeSeconds: 0.2,
      installSeconds: 1.5,
      stopGraceSeconds: 0.1,
    });
    const runner = new AgentRunner(bench.options({ limits }));
    equal((await agentFailure(runner.start(await bench.plan(npxTwice)))).tag, 'startup-timeout');
    equal(bench.calls().length, 1);
  });

  it('shows the failure that tells most, and all that was tried (B15)', async () => {
    bench.program(
      'agent',
      `if (args.includes('--acp')) hangs(); else says("error: unknown option '" + args[0] + "'");`,
    );
    const runner = new AgentRunner(bench.options(short));
    const error = await agentFailure(runner.start(await bench.plan(own(['--acp'], ['--experimental-acp']))));
    equal(error.tag, 'handshake-timeout');
    match(error.details ?? '', /agent --acp\n.*not answer.*\n.*agent --experimental-acp\n.*code 1/);
    equal(runner.state.kind, 'failed');
  });

  it('tries four times at most', async () => {
    bench.program('agent', `says('unrecognized arguments: ' + args[0]);`);
    const others = ['b', 'c', 'd', 'e', 'f'].map((name) => [`--${name}`]);
    const runner = new AgentRunner(bench.options());
    await agentFailure(runner.start(await bench.plan(own(['--a'], ...others))));
    deepEqual(bench.args(), ['--a', '--b', '--c', '--d']);
  });

  it('does not try other spellings when the program ended for another reason', async () => {
    bench.program('agent', `says('no licence');`);
    const runner = new AgentRunner(bench.options());
    const error = await agentFailure(runner.start(await bench.plan(own(['--acp'], ['--experimental-acp']))));
    match(error.details ?? '', /no licence/);
    equal(bench.calls().length, 1);
  });

  it('stops in the middle of an attempt, and tries nothing more', async () => {
    bench.program('agent', `if (args.includes('--a')) says('unknown option --a'); else hangs();`);
    const runner = new AgentRunner(bench.options());
    const failing = agentFailure(runner.start(await bench.plan(own(['--a'], ['--b'], ['--c']))));
    await eventually(() => bench.calls().length === 2, 'the second attempt');
    await runner.stop();
    equal(bench.calls().filter(({ pid }) => isAlive(pid)).length, 0, 'nothing runs once the stop is done');
    equal((await failing).tag, 'stopped');
    equal(runner.state.kind, 'stopped');
    equal(bench.calls().length, 2);
  });

  it('asks right before every spawn whether it may still start (B174)', async () => {
    bench.program('agent', `says('unknown option');`);
    let asked = 0;
    const allowed = (): ReturnType<typeof untrustedWorkspace> | undefined =>
      ++asked === 1 ? undefined : untrustedWorkspace();
    const runner = new AgentRunner(bench.options({ allowed }));
    const plan = await bench.plan(own(['--a'], ['--b']));
    equal((await agentFailure(runner.start(plan))).tag, 'untrusted-workspace');
    equal(bench.calls().length, 1);
    equal((await agentFailure(runner.start(plan))).tag, 'untrusted-workspace');
    equal(bench.calls().length, 1, 'revoked later counts for the next start');
  });

  it('helps a single task in the same way, in the folder of its session', async () => {
    bench.program('agent', `if (args[0] === '--a') says('unknown option --a'); else serve();`);
    const cwd = temporaryFolder();
    const source = { ...own(['--a'], ['--b']), cwd: '${userHome}' };
    const plan = await bench.plan(source, { cwd });
    equal(plan.cwd, bench.folder.path);
    await using run = await startEphemeral(plan, bench.options());
    equal(run.session.cwd, cwd);
  });
});
