import { equal, ok, rejects } from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentRunner, type RunnerOptions } from '../../src/acp/agentRunner';
import { startEphemeral } from '../../src/acp/ephemeralRun';
import type { LaunchPlan } from '../../src/acp/process';
import { ProcessLedger } from '../../src/acp/processLedger';
import { FakeHost } from './fakeHost';
import { agentFailure, eventually, isAlive, temporaryFolder } from './support';

const DEMO = join(process.cwd(), 'dist', 'demo-agent.js');

function planFor(script: string): LaunchPlan {
  return {
    command: process.execPath,
    args: [script],
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: temporaryFolder(),
    display: `node ${script}`,
  };
}

function options(): Omit<RunnerOptions, 'changed'> {
  const host = new FakeHost();
  return {
    host,
    ledger: new ProcessLedger(temporaryFolder(), host.log),
    clientInfo: { name: 'test', title: 'Test', version: '1.0.0' },
    clientCapabilities: {},
    limits: () => ({ handshakeSeconds: 20, installSeconds: 20, stopGraceSeconds: 1 }),
    trace: () => undefined,
  };
}

/** A program that never speaks ACP and writes its pid where the test finds it. */
function mute(): { readonly plan: LaunchPlan; readonly pidFile: string } {
  const pidFile = join(temporaryFolder(), 'pid');
  const script = join(temporaryFolder(), 'mute.cjs');
  writeFileSync(
    script,
    `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000);`,
  );
  return { plan: planFor(script), pidFile };
}

describe('running an agent', function () {
  this.timeout(30_000);

  it('keeps one process between sessions, and starts once however often it is asked', async () => {
    await using runner = new AgentRunner({ ...options(), changed: () => undefined });
    const [first, second] = await Promise.all([runner.start(planFor(DEMO)), runner.start(planFor(DEMO))]);
    equal(first, second);
    equal(runner.state.kind, 'ready');
  });

  it('calls an agent ready only once it has answered, however alive it is (B164)', async () => {
    const states: string[] = [];
    const { plan, pidFile } = mute();
    await using runner = new AgentRunner({
      ...options(),
      changed: () => states.push(runner.state.kind),
    });
    const starting = agentFailure(runner.start(plan));
    await eventually(() => existsSync(pidFile) && isAlive(Number(readFileSync(pidFile, 'utf8'))), 'it runs');
    equal(runner.state.kind, 'starting');
    await runner.stop();
    equal((await starting).tag, 'stopped');
    ok(!states.includes('ready'), states.join(' '));
  });

  it('can be started again after a stop', async () => {
    const states: string[] = [];
    const runner: AgentRunner = new AgentRunner({
      ...options(),
      changed: () => states.push(runner.state.kind),
    });
    const first = await runner.start(planFor(DEMO));
    await runner.stop();
    equal(runner.state.kind, 'stopped');
    const second = await runner.start(planFor(DEMO));
    ok(first !== second);
    await runner[Symbol.asyncDispose]();
    equal(runner.state.kind, 'stopped');
    equal(states.at(0), 'starting');
  });

  it('ends a start that a stop has overtaken, and its process', async () => {
    const { plan, pidFile } = mute();
    const runner = new AgentRunner({ ...options(), changed: () => undefined });
    const starting = runner.start(plan);
    const failure = agentFailure(starting);
    const pid = await eventually(async () => {
      const { readFile } = await import('node:fs/promises');
      return Number(await readFile(pidFile, 'utf8').catch(() => '0'));
    }, 'the program runs');
    await runner.stop();
    await failure;
    equal(runner.state.kind, 'stopped');
    await eventually(() => !isAlive(pid), 'its process is gone');
  });

  it('runs one task in a process of its own and leaves nothing behind (B18)', async () => {
    let said = '';
    {
      await using run = await startEphemeral(planFor(DEMO), options());
      run.session.prompt({
        text: 'echo done',
        attachments: [],
        blocks: [{ type: 'text', text: 'echo done' }],
      });
      await eventually(() => run.session.turn === 'idle' && run.session.hasHistory, 'the turn is over');
      for (const entry of run.transcript.entries) if (entry.kind === 'agent') said += entry.text;
    }
    equal(said, 'done');
  });

  it('leaves nothing behind when the task cannot begin', async () => {
    const script = join(temporaryFolder(), 'quits.cjs');
    writeFileSync(script, 'process.exit(4);');
    await rejects(startEphemeral(planFor(script), options()), /code 4/);
  });
});
