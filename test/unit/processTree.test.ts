import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { treeKiller, windowsKillCommand } from '../../src/acp/killTree';
import { descendantsOf } from '../../src/acp/processTable';
import type { AgentProcess } from '../../src/acp/process';
import { startNode, stopAgents } from '../agent/inProcess';
import { eventually, isAlive } from './support';

const STUBBORN = `process.on('SIGTERM', () => {}); process.stdin.resume(); setInterval(() => {}, 1 << 30);`;

/** A program that starts `inner`, prints its pid once it runs, and then does `then`. */
function parentOf(inner: string, then: string, detached = false): string {
  const source = `${inner} process.stdout.write(String(process.pid) + '\\n');`;
  return `const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(source)}],
      { stdio: ['pipe', 'pipe', 'ignore'], detached: ${detached} });
    child.stdout.once('data', (pid) => { process.stdout.write(pid, () => { ${then} }); });`;
}

async function childPid(agent: AgentProcess): Promise<number> {
  const [chunk] = (await once(agent.stdout, 'data')) as [Buffer];
  const pid = Number(chunk.toString());
  ok(isAlive(pid), 'the child runs');
  return pid;
}

const suite = process.platform === 'win32' ? describe.skip : describe;

suite('agent process: the whole tree', () => {
  afterEach(stopAgents);

  it('ends a grandchild that ignores the end of stdin and SIGTERM (B18)', async () => {
    const agent = await startNode(parentOf(STUBBORN, STUBBORN));
    const pid = await childPid(agent);
    strictEqual((await agent.stop(50)).signal, 'SIGKILL');
    await eventually(() => !isAlive(pid), 'the end of the grandchild');
  });

  it('ends a grandchild that went into a group of its own (B18)', async () => {
    const agent = await startNode(parentOf(STUBBORN, STUBBORN, true));
    const pid = await childPid(agent);
    await agent.stop(50);
    await eventually(() => !isAlive(pid), 'the end of the grandchild');
  });

  it('asks with SIGTERM before it kills', async () => {
    const polite = `process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1 << 30);
      process.stdout.write('0');`;
    const agent = await startNode(polite);
    await once(agent.stdout, 'data');
    strictEqual((await agent.stop(5000)).code, 9);
  });

  it('sweeps up what an agent leaves behind that dies by itself', async () => {
    const agent = await startNode(parentOf('setInterval(() => {}, 1 << 30);', 'process.exit(1)'));
    const [chunk] = (await once(agent.stdout, 'data')) as [Buffer];
    await agent.exited;
    await eventually(() => !isAlive(Number(chunk.toString())), 'the end of the child');
  });

  // Elsewhere the environment of a process cannot be relied on to be readable.
  (process.platform === 'linux' ? it : it.skip)(
    'sweeps up what went into a group of its own before the agent died',
    async () => {
      const agent = await startNode(parentOf('setInterval(() => {}, 1 << 30);', 'process.exit(1)', true));
      const [chunk] = (await once(agent.stdout, 'data')) as [Buffer];
      await agent.exited;
      await eventually(() => !isAlive(Number(chunk.toString())), 'the end of the child');
    },
  );

  it('kills the tree at once when the host goes away', async () => {
    const agent = await startNode(parentOf(STUBBORN, STUBBORN));
    const pid = await childPid(agent);
    agent.kill();
    await agent.exited;
    await eventually(() => !isAlive(pid), 'the end of the grandchild');
  });

  it('lets other processes live', async () => {
    const [agent, other] = [await startNode(STUBBORN), await startNode(STUBBORN)];
    await agent.stop(0);
    ok(other.running);
    ok(isAlive(other.pid));
  });

  it('tolerates a tree that is gone', async () => {
    const agent = await startNode('process.exit(0)');
    await agent.stop(100);
    const killer = treeKiller(agent.pid);
    await killer.survey();
    killer.kill('SIGKILL');
    strictEqual(killer.alive(), false);
  });
});

describe('process table', () => {
  it('finds children of children, and no strangers', () => {
    const rows = [
      { pid: 2, parent: 1 },
      { pid: 3, parent: 2 },
      { pid: 4, parent: 3 },
      { pid: 5, parent: 3 },
      { pid: 6, parent: 1 },
    ];
    deepStrictEqual([...descendantsOf(2, rows)].sort(), [3, 4, 5]);
    deepStrictEqual(descendantsOf(99, rows), []);
  });

  it('does not run in circles when a process is its own parent', () => {
    deepStrictEqual(descendantsOf(7, [{ pid: 8, parent: 7 }]), [8]);
    deepStrictEqual(descendantsOf(0, [{ pid: 0, parent: 0 }]).includes(0), false);
  });

  it('walks the tree by force on Windows, where signals reach one process only', () => {
    deepStrictEqual(windowsKillCommand(42), { file: 'taskkill', args: ['/pid', '42', '/T', '/F'] });
  });
});
