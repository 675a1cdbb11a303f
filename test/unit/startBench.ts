import { deepEqual } from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { baseEnvironment } from '../../src/acp/agents/environment';
import { planLaunch, type PlanRequest } from '../../src/acp/agents/launch';
import type { LaunchSource, NpxLaunch } from '../../src/acp/agents/launchSource';
import { nodeProbes, readSmallText } from '../../src/acp/agents/nodeProbes';
import { nodeVersions } from '../../src/acp/agents/nodeVersion';
import { emptyNpxFolder } from '../../src/acp/agents/npxFolder';
import type { RunnerOptions } from '../../src/acp/agentRunner';
import type { LaunchPlan } from '../../src/acp/launchPlan';
import { ProcessLedger } from '../../src/acp/processLedger';
import { scriptedPlan } from '../agent/inProcess';
import { scriptedAgent } from '../agent/scriptBuilder';
import { TempFolder } from './agents/fakes';
import { FakeHost } from './fakeHost';
import { eventually, isAlive, temporaryFolder } from './support';

/** One run of a fake program. */
interface Call {
  readonly args: readonly string[];
  readonly pid: number;
  /** Programs of earlier runs that were alive when this one began. */
  readonly before: readonly number[];
}

/** Programs that note their runs and then do as `body` says; `serve()` makes a scripted agent of them. */
export class StartBench {
  readonly folder = new TempFolder();
  readonly host = new FakeHost();
  private readonly callsFile = join(this.folder.path, 'calls');

  constructor() {
    mkdirSync(join(this.folder.path, 'bin'));
    symlinkSync(process.execPath, join(this.folder.path, 'bin', 'node'));
  }

  program(name: string, body: string): void {
    const [program = '', ...args] = scriptedPlan(scriptedAgent(), temporaryFolder()).args;
    this.folder.program(
      `bin/${name}`,
      `#!/usr/bin/env node
      const fs = require('node:fs');
      const file = ${JSON.stringify(this.callsFile)};
      const given = process.argv.slice(2);
      const args = given[0] === '--prefix' ? given.slice(2) : given;
      const earlier = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\\n').map((line) => JSON.parse(line)) : [];
      const before = earlier.map(({ pid }) => pid).filter((pid) => { try { process.kill(pid, 0); return true; } catch { return false; } });
      fs.appendFileSync(file, JSON.stringify({ args, pid: process.pid, before }) + '\\n');
      const says = (text, code = 1) => { fs.writeSync(2, text + '\\n'); process.exit(code); };
      // As npx does: the program of the package is its child, and has a variable that nothing else has.
      const runs = (script, event = 'npx') => require('node:child_process').spawn(process.execPath, ['-e', script], {
        stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: event } });
      const hangs = () => setInterval(() => {}, 1000);
      const serve = () => { process.argv.splice(2, Infinity, ...${JSON.stringify(args)}); require(${JSON.stringify(program)}); };
      ${body}\n`,
    );
  }

  calls(): readonly Call[] {
    if (!existsSync(this.callsFile)) return [];
    const lines = readFileSync(this.callsFile, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Call);
  }

  args(): readonly string[] {
    return this.calls().map(({ args }) => args.join(' '));
  }

  plan(source: LaunchSource, request: Partial<PlanRequest> = {}): Promise<LaunchPlan> {
    const { platform } = process;
    const processEnv = { PATH: [join(this.folder.path, 'bin'), '/usr/bin', '/bin'].join(delimiter) };
    const base = baseEnvironment({ platform, processEnv, shellEnv: {}, installed: [] });
    return planLaunch(
      source,
      { cwd: temporaryFolder(), ...request },
      {
        platform,
        home: this.folder.path,
        probes: nodeProbes,
        base,
        readText: readSmallText,
        runtime: { path: process.execPath, version: process.versions.node },
        nodeVersion: nodeVersions(base.variables),
        nodeShims: () => Promise.reject(new Error('not needed here')),
        npxFolder: () => emptyNpxFolder(join(this.folder.path, 'npx')),
      },
    );
  }

  options(more: Partial<RunnerOptions> = {}): RunnerOptions {
    return {
      host: this.host,
      ledger: new ProcessLedger(temporaryFolder(), this.host.log),
      clientInfo: { name: 'test', title: 'Test', version: '1.0.0' },
      clientCapabilities: {},
      limits: () => ({ handshakeSeconds: 20, installSeconds: 20, stopGraceSeconds: 0.1 }),
      trace: () => undefined,
      changed: () => undefined,
      ...more,
    };
  }

  /** No process of a run is there any more, and none was when the next one began. */
  async leavesNothing(): Promise<void> {
    const calls = this.calls();
    deepEqual(
      calls.flatMap(({ before }) => before),
      [],
      'the one before was gone',
    );
    await eventually(() => !calls.some(({ pid }) => isAlive(pid)), 'the end of all processes');
  }
}

export const npx = (more: Partial<NpxLaunch> = {}): NpxLaunch => ({
  kind: 'npx',
  package: 'an-agent',
  args: [],
  env: {},
  ...more,
});
export const own = (args: readonly string[], ...otherArgs: readonly (readonly string[])[]): LaunchSource => ({
  kind: 'program',
  command: 'agent',
  args,
  env: {},
  otherArgs,
});
