import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessLedger } from '../../src/acp/processLedger';
import { identify } from '../../src/acp/processTable';
import type { Log } from '../../src/acp/ports';
import { eventually, isAlive } from './support';

const nothing = (): void => undefined;
const silentLog: Log = { trace: nothing, info: nothing, warn: nothing, error: nothing };

/** A process that ignores a closed stdin and SIGTERM, as a host that dies would leave behind. */
const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up');`;

describe('the ledger of running agents', function () {
  this.timeout(20_000);
  let folder = '';
  const started: number[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acp-ledger-'));
  });
  afterEach(async () => {
    for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  async function startStubborn(mark: string): Promise<number> {
    const [name = '', value = ''] = mark.split('=');
    const child = spawn(process.execPath, ['-e', STUBBORN], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, [name]: value },
    });
    await once(child.stdout, 'data');
    ok(child.pid !== undefined);
    started.push(child.pid);
    return child.pid;
  }

  /** Rewrites the owner of every record, as if another extension host had written it. */
  async function disown(owner: unknown): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const record = JSON.parse(await readFile(path, 'utf8')) as object;
      await writeFile(path, JSON.stringify({ ...record, owner }));
    }
  }

  async function deadIdentity(): Promise<object> {
    const child = fork('/dev/null', { stdio: 'ignore' });
    const identity = await identify(child.pid ?? 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    return identity ?? {};
  }

  it('leaves agents alone whose host still runs', async () => {
    const pid = await startStubborn('LEDGER_TEST=one');
    const ledger = new ProcessLedger(folder, silentLog);
    await ledger.record(pid, 'LEDGER_TEST=one');
    equal(await ledger.reap(), 0);
    ok(isAlive(pid));
    await ledger.forget(pid);
    deepStrictEqual(await readdir(folder), []);
  });

  it('ends what a host that is gone left behind, and what that had started (B19)', async () => {
    const mark = `LEDGER_TEST=${String(process.pid)}-two`;
    const pid = await startStubborn(mark);
    const child = await startStubborn(mark);
    const ledger = new ProcessLedger(folder, silentLog);
    await ledger.record(pid, mark);
    await disown(await deadIdentity());
    ok((await ledger.reap()) >= 1);
    await eventually(() => !isAlive(pid), 'the agent is gone');
    if (process.platform === 'linux') await eventually(() => !isAlive(child), 'its child is gone');
    deepStrictEqual(await readdir(folder), []);
  });

  it('never ends a process that only has the pid of an agent (B19)', async () => {
    const pid = await startStubborn('LEDGER_OTHER=three');
    const ledger = new ProcessLedger(folder, silentLog);
    await ledger.record(pid, 'LEDGER_TEST=three');
    const path = join(folder, `${String(pid)}.json`);
    const record = JSON.parse(await readFile(path, 'utf8')) as { readonly agent: object };
    await writeFile(path, JSON.stringify({ ...record, agent: { ...record.agent, started: '1' } }));
    await disown(await deadIdentity());
    equal(await ledger.reap(), 0);
    ok(isAlive(pid));
  });

  it('clears away records that cannot be read', async () => {
    await writeFile(join(folder, '1.json'), '{"agent":');
    await writeFile(
      join(folder, '2.json'),
      '{"agent":{"pid":1,"started":"x","command":"y"},"owner":{},"mark":""}',
    );
    const ledger = new ProcessLedger(folder, silentLog);
    equal(await ledger.reap(), 0);
    deepStrictEqual(await readdir(folder), []);
  });
});
