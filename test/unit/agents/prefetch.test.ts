import * as assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prefetchSource, runToEnd } from '../../../src/acp/agents/prefetch';
import { isAgentError } from '../../../src/acp/errors';
import type { LaunchPlan } from '../../../src/acp/process';
import { eventually } from '../../agent/eventually';

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

const never = new AbortController().signal;

describe('fetching a package without running it', () => {
  it('runs the interpreter of the package in place of the agent', () => {
    const env = { A: '1' };
    assert.deepEqual(prefetchSource({ kind: 'npx', package: 'pkg@1.0.0', args: ['--acp'], env }), {
      kind: 'npx',
      package: 'pkg@1.0.0',
      bin: 'node',
      args: ['-e', '0'],
      env,
    });
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
    await runToEnd(node('process.stdout.write("x".repeat(1e6))'), never);
  });

  it('says what the runner said when it failed (B14)', async () => {
    const plan = node(
      'console.error("npm error code ETARGET\\nnpm error notarget No matching"); process.exit(1)',
    );
    await assert.rejects(runToEnd(plan, never), (error) => {
      assert.ok(isAgentError(error, 'install-failed'));
      assert.match(error.message, /ETARGET/);
      return true;
    });
  });

  it('ends the runner with all it started when it is given up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prefetch-'));
    const file = join(folder, 'pid');
    try {
      const child = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1e3)`;
      const script = `process.on('SIGTERM', () => {}); require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1e3)`;
      const abort = new AbortController();
      const running = runToEnd(node(script), abort.signal);
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
