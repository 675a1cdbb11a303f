import { match, ok, strictEqual } from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../../src/acp/process';
import { nodePlan, startNode, stopAgents } from '../agent/inProcess';
import { agentFailure, eventually, settled, temporaryFolder } from './support';

const onPosix = process.platform === 'win32' ? it.skip : it;

describe('agent process: start', () => {
  afterEach(stopAgents);

  it('names a command that is not there and where it was looked for (B02)', async () => {
    const plan = { ...nodePlan([]), command: 'no-such-agent-xyz', searched: ['/opt/one', '/opt/two'] };
    const error = await agentFailure(startProcess(plan));
    strictEqual(error.tag, 'command-not-found');
    match(error.message, /no-such-agent-xyz/);
    match(error.details ?? '', /\/opt\/one\n\/opt\/two/);
    strictEqual(
      (await agentFailure(startProcess(plan))).tag,
      'command-not-found',
      'a second start is possible',
    );
  });

  it('names a bare command that the system does not find (B02)', async () => {
    strictEqual(
      (await agentFailure(startProcess({ ...nodePlan([]), command: 'no-such-xyz' }))).tag,
      'command-not-found',
    );
  });

  it('names a path that does not exist, also one below a file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    for (const command of [join(folder, 'gone'), join(folder, 'file', 'agent')]) {
      strictEqual((await agentFailure(startProcess({ ...nodePlan([]), command }))).tag, 'command-not-found');
    }
  });

  onPosix('says that a file without execute permission, or a folder, is no program', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'agent');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o644);
    for (const command of [file, folder]) {
      strictEqual((await agentFailure(startProcess({ ...nodePlan([]), command }))).tag, 'not-executable');
    }
  });

  it('says that the folder to work in does not exist, or is a file', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const cwd of [join(folder, 'gone'), file]) {
      const error = await agentFailure(startProcess({ ...nodePlan([]), cwd }));
      strictEqual(error.tag, 'bad-directory');
      ok(error.message.includes(cwd));
    }
  });

  onPosix('starts a script whose file name has spaces and other odd characters', async () => {
    const file = join(temporaryFolder(), "a b & c'd");
    writeFileSync(file, '#!/bin/sh\nexit 4\n', { mode: 0o755 });
    const agent = await startProcess({ ...nodePlan([]), command: file });
    strictEqual((await agent.exited).code, 4);
  });

  it('rejects what cannot be started at all', async () => {
    const error = await agentFailure(startProcess({ ...nodePlan(['a\0b']) }));
    strictEqual(error.tag, 'spawn-failed');
  });

  it('passes exactly the environment and arguments of the plan', async () => {
    const show =
      'process.stdout.write(JSON.stringify([process.argv.slice(1), process.env.ONLY, process.env.HOME]))';
    const args = ['-e', show, 'a b', '"q"', '$HOME', ''];
    const agent = await startProcess({ ...nodePlan(args), env: { ONLY: 'x' } });
    let text = '';
    agent.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await agent.exited;
    await eventually(() => text !== '', 'the output');
    strictEqual(text, JSON.stringify([args.slice(2), 'x', null]));
  });
});

describe('agent process: end', () => {
  afterEach(stopAgents);

  it('tells an exit with code 0 and one by a signal (B12)', async () => {
    const calm = await startNode('process.exit(0)');
    const killed = await startNode("process.kill(process.pid, 'SIGKILL')");
    strictEqual((await calm.exited).code, 0);
    strictEqual((await killed.exited).signal, 'SIGKILL');
    strictEqual(calm.running, false);
  });

  it('keeps the end of stderr, starting at a whole line (B20)', async () => {
    const agent = await startNode("for (let i = 0; i < 20000; i++) console.error('line ' + i + ' ü')");
    await agent.exited;
    await eventually(() => agent.stderrTail().endsWith('line 19999 ü\n'), 'the last line');
    match(agent.stderrTail(), /^line \d+ ü\n/);
    ok(Buffer.byteLength(agent.stderrTail()) <= 64 * 1024);
  });

  it('never blocks an agent that writes 20 MB to stderr (B20)', async () => {
    const source = `const part = Buffer.alloc(1 << 20, 'x');
      for (let i = 0; i < 20; i++) require('fs').writeSync(2, part);
      process.stderr.write('\\nlast\\n', () => process.exit(7));`;
    const agent = await startNode(source);
    strictEqual((await agent.exited).code, 7);
    await eventually(() => agent.stderrTail() === 'last\n', 'the last line');
  });

  it('stops an agent that leaves when its input closes without any signal', async () => {
    const agent = await startNode("process.stdin.on('end', () => process.exit(5)).resume()");
    strictEqual((await agent.stop(5000)).code, 5);
  });

  it('gives every caller of stop the same end', async () => {
    const agent = await startNode('process.stdin.resume()');
    const first = agent.stop(1000);
    strictEqual(agent.stop(1000), first);
    const exit = await first;
    strictEqual(await agent.stop(0), exit);
  });

  it('stops an agent that is dead already', async () => {
    const agent = await startNode('process.exit(3)');
    await agent.exited;
    strictEqual((await agent.stop(1000)).code, 3);
  });

  it('does not fall over when the agent dies while it is written to (B29)', async () => {
    const agent = await startNode("require('fs').closeSync(0); setTimeout(() => {}, 60000)");
    agent.stdin.write('x'.repeat(1_000_000));
    agent.kill();
    await agent.exited;
    agent.stdin.write('more');
    agent.stdin.end();
    await settled();
    strictEqual(agent.running, false);
  });
});
