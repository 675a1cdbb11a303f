import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { baseEnvironment } from '../../src/acp/agents/environment';
import { planLaunch, type PlanDeps } from '../../src/acp/agents/launch';
import type { NpxLaunch } from '../../src/acp/agents/launchSource';
import { nodeProbes, readSmallText } from '../../src/acp/agents/nodeProbes';
import { writeNodeShims } from '../../src/acp/agents/nodeShims';
import { nodeVersions } from '../../src/acp/agents/nodeVersion';
import { emptyNpxFolder } from '../../src/acp/agents/npxFolder';
import { prefetchSource, runToEnd } from '../../src/acp/agents/prefetch';
import { AgentRunner, type RunnerState } from '../../src/acp/agentRunner';
import type { LaunchPlan } from '../../src/acp/launchPlan';
import { ProcessLedger } from '../../src/acp/processLedger';
import { markedProcesses } from '../../src/acp/processTable';
import { FakeHost } from '../unit/fakeHost';
import { eventually } from '../unit/support';

const MINUTES = 60_000;

const agents: readonly NpxLaunch[] = [
  agentPackage('@agentclientprotocol/claude-agent-acp', '20.10.0'),
  agentPackage('pi-acp', '20.0.0'),
];

function agentPackage(name: string, minimumNode = '20.0.0'): NpxLaunch {
  return { kind: 'npx', package: name, args: [], env: {}, minimumNode };
}

// Needs the network. Every agent begins with an empty cache of npm.
describe('agents that npx fetches', function () {
  this.timeout(12 * MINUTES);
  const root = mkdtempSync(join(tmpdir(), 'acp-npx-'));
  const mark = `ACP_NPX_TEST=${randomUUID()}`;

  after(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

  function folder(...names: readonly string[]): string {
    const path = join(root, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  function deps(path: string, runtime = process.execPath): PlanDeps {
    const { platform } = process;
    const processEnv = { ...process.env, PATH: path };
    const base = baseEnvironment({ platform, processEnv, shellEnv: {}, installed: [] });
    return {
      platform,
      home: folder('home'),
      probes: nodeProbes,
      base,
      readText: readSmallText,
      runtime: { path: runtime, version: process.versions.node },
      nodeVersion: nodeVersions(base.variables),
      nodeShims: () => writeNodeShims(join(root, 'shims'), runtime),
      npxFolder: () => emptyNpxFolder(join(root, 'npx')),
    };
  }

  function plan(
    source: NpxLaunch,
    cache: string,
    more: Readonly<Record<string, string>> = {},
    of = deps(process.env['PATH'] ?? ''),
    cwd = folder('work'),
  ): Promise<LaunchPlan> {
    const [name = '', value = ''] = mark.split('=');
    const env = { ...source.env, npm_config_cache: cache, [name]: value, HOME: folder('home'), ...more };
    return planLaunch({ ...source, env }, { cwd }, of);
  }

  /** Starts up to an answer to initialize, ends it, and gives the states on the way. */
  async function start(how: LaunchPlan, host = new FakeHost()): Promise<readonly RunnerState[]> {
    const states: RunnerState[] = [];
    const runner: AgentRunner = new AgentRunner({
      host,
      clientInfo: { name: 'npx', title: 'Test of npx', version: '0' },
      clientCapabilities: {},
      limits: () => ({ handshakeSeconds: 60, installSeconds: 600, stopGraceSeconds: 2 }),
      ledger: new ProcessLedger(folder('ledger'), host.log),
      trace: () => undefined,
      changed: () => states.push(runner.state),
    });
    try {
      const connection = await runner.start(how);
      equal(connection.agent.version, 1);
      if (process.platform === 'linux') ok((await markedProcesses(mark)).length > 0, 'it runs');
    } finally {
      await runner.stop();
    }
    await eventually(async () => (await markedProcesses(mark)).length === 0, 'no process is left');
    return states;
  }

  for (const source of agents) {
    const name = source.package;
    describe(name, () => {
      const cache = join(root, 'cache', name.replace('/', '+'));

      it('starts with an empty cache, and says that it may install (B13)', async () => {
        const [first, ...others] = await start(await plan(source, cache));
        deepEqual(first, { kind: 'starting', mayInstall: true });
        deepEqual(
          others.map(({ kind }) => kind),
          ['ready', 'stopped'],
        );
        equal(readdirSync(join(cache, '_npx')).length, 1);
      });

      it('starts again without the network (B14)', async () => {
        const states = await start(await plan(source, cache, { npm_config_offline: 'true' }));
        deepEqual(
          states.map(({ kind }) => kind),
          ['starting', 'ready', 'stopped'],
        );
      });
    });
  }

  describe('pi-acp, in trouble', () => {
    const source = agentPackage('pi-acp');
    const cache = join(root, 'cache', 'pi-acp');

    it('starts again after its folder lost files', async () => {
      const [hash = ''] = readdirSync(join(cache, '_npx'));
      rmSync(join(cache, '_npx', hash, 'node_modules', '@agentclientprotocol', 'sdk', 'dist'), {
        recursive: true,
      });
      const host = new FakeHost();
      const states = await start(await plan(source, cache), host);
      deepEqual(
        states.map(({ kind }) => kind),
        ['starting', 'ready', 'stopped'],
      );
      ok(host.logged.some((line) => line.includes(`removed ${join(cache, '_npx', hash)}`)));
    });

    it('takes neither the package nor the address of the registry from the workspace', async () => {
      const cwd = folder('hostile');
      const own = folder('hostile', 'node_modules', 'pi-acp');
      const bin = folder('hostile', 'node_modules', '.bin');
      writeFileSync(join(cwd, '.npmrc'), 'registry=http://127.0.0.1:9/\nfetch-retries=0\n');
      writeFileSync(join(cwd, 'package.json'), '{"name":"hostile","version":"1.0.0"}');
      writeFileSync(
        join(own, 'package.json'),
        '{"name":"pi-acp","version":"1.0.0","bin":{"pi-acp":"cli.js"}}',
      );
      writeFileSync(join(own, 'cli.js'), '#!/usr/bin/env node\nprocess.exit(3);\n', { mode: 0o755 });
      symlinkSync(join(own, 'cli.js'), join(bin, 'pi-acp'));
      const machine = deps(process.env['PATH'] ?? '');
      for (const where of [cache, folder('cache', 'of the hostile folder')]) {
        const how = await plan(source, where, {}, machine, cwd);
        equal(how.cwd, cwd);
        const states = await start({ ...how, attempts: [] });
        deepEqual(
          states.map(({ kind }) => kind),
          ['starting', 'ready', 'stopped'],
        );
      }
    });

    it('runs no program that the workspace has in node_modules, neither for the agent nor when it is fetched', async function () {
      // There cmd.exe looks in the current folder by rules of its own.
      if (process.platform === 'win32') return this.skip();
      const cwd = folder('hostile *[a] b', 'inner');
      const marker = join(root, 'marker');
      for (const where of [cwd, dirname(cwd)]) {
        const bin = join(where, 'node_modules', '.bin');
        mkdirSync(bin, { recursive: true });
        for (const name of ['node', 'sh', 'pi-acp'])
          writeFileSync(join(bin, name), `#!/bin/sh\n: > '${marker}'\nexit 3\n`, { mode: 0o755 });
      }
      const machine = deps(process.env['PATH'] ?? '');
      for (const bin of [undefined, 'pi-acp']) {
        const of = bin === undefined ? source : { ...source, bin };
        const states = await start({ ...(await plan(of, cache, {}, machine, cwd)), attempts: [] });
        deepEqual(
          states.map(({ kind }) => kind),
          ['starting', 'ready', 'stopped'],
        );
      }
      const fetched = prefetchSource(source);
      ok(fetched.kind === 'npx');
      const how = await plan(fetched, cache, {}, machine, cwd);
      const { signal } = new AbortController();
      await runToEnd({ ...how, attempts: [] }, { signal, log: new FakeHost().log });
      ok(!existsSync(marker));
    });

    it('starts with the runtime of the editor where there is only an old Node.js', async function () {
      if (process.platform === 'win32') return this.skip();
      // This Node.js stands for the editor's, and says itself that it is too old.
      const old: PlanDeps = { ...deps(process.env['PATH'] ?? ''), nodeVersion: async () => '18.0.0' };
      const how = await plan(source, cache, {}, old);
      equal(how.command, process.execPath);
      ok(how.args[0]?.endsWith('npx-cli.js'));
      ok(how.env['PATH']?.startsWith(join(root, 'shims')));
      await start(how);
    });
  });
});
