import { ok, strictEqual } from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { AgentConnection } from '../../src/acp/connection';
import { startProcess } from '../../src/acp/process';
import { Transcript } from '../../src/acp/transcript';
import { FakeHost } from '../unit/fakeHost';
import { optionsFor, runTurn } from '../unit/openAgent';
import { settled } from '../unit/support';
import { listenersOf, returnsTo, takeCensus, type Census } from './census';
import { newSession, Stage } from './stage';

const SESSIONS = 200;
const CRASHES = 50;
const RELOADS = 20;
/** What the heap may grow by, in bytes: the engine's own caches. */
const HEAP_GROWTH = 8 * 1024 * 1024;

function signalsAreFree({ scopes }: FakeHost): void {
  ok(scopes.length > 0);
  const listeners = scopes.flatMap(({ signal }) => getEventListeners(signal, 'abort'));
  strictEqual(listeners.length, 0, 'listeners of signals of what is over');
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

describe('a long day', function () {
  this.timeout(0);
  const usualFolder = process.env['TMPDIR'];
  const stage = new Stage();
  const census = (): Census =>
    takeCensus(stage.mark, { 'records of processes': readdirSync(stage.ledger).length });
  let before: Census;
  let heapBefore: number;
  let begun: number;

  const crash = async (way: string): Promise<void> => {
    const host = new FakeHost();
    await using runner = stage.runner(host);
    const connection = await runner.start(stage.plan);
    await runTurn(await newSession(connection), way);
    strictEqual((await connection.closed).tag, 'exited');
    signalsAreFree(host);
  };

  const reload = async (): Promise<void> => {
    const host = new FakeHost();
    await using runner = stage.runner(host);
    const transcript = new Transcript(() => undefined);
    for (let start = 0; start < 2; start++) {
      const session = await newSession(await runner.start(stage.plan), transcript);
      await runTurn(session);
      await runner.stop();
      strictEqual(session.closed, true);
    }
    signalsAreFree(host);
  };

  const work = async (sessions: number): Promise<void> => {
    const host = new FakeHost();
    const agent = await startProcess(stage.plan);
    const connection = await AgentConnection.open(optionsFor(agent, host));
    const listeners = (): number => listenersOf(agent.stdin) + listenersOf(agent.stdout);
    const atFirst = listeners();
    for (let count = 0; count < sessions; count++) {
      const session = await newSession(connection);
      await runTurn(session);
      connection.closeSession(session);
    }
    strictEqual(listeners(), atFirst, 'listeners of the pipes');
    await connection.stop();
    signalsAreFree(host);
  };

  const rounds: Readonly<Record<string, () => Promise<void>>> = {
    [`${SESSIONS} sessions opened and closed`]: () => work(SESSIONS),
    [`${CRASHES} crashes`]: async () => {
      for (let count = 0; count < CRASHES; count++) await crash(count % 2 === 0 ? 'crash' : 'exit');
    },
    [`${RELOADS} reloads of the connection`]: async () => {
      for (let count = 0; count < RELOADS; count++) await reload();
    },
  };

  this.beforeAll(async () => {
    process.env['TMPDIR'] = stage.temporary;
    // The test runner starts a timer of its own after this call.
    await settled();
    const { Timeout = 0 } = census();
    // What is loaded and opened once stays.
    await Promise.all([crash('crash'), crash('exit'), reload(), work(2)]);
    await returnsTo({ ...census(), processes: 0, 'records of processes': 0, Timeout }, census);
    before = census();
    heapBefore = heapUsed();
    begun = performance.now();
  });
  this.afterAll(() => {
    if (usualFolder === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usualFolder;
    stage.remove();
  });

  for (const [name, round] of Object.entries(rounds)) {
    it(`leaves nothing behind: ${name}`, async () => {
      await round();
      await returnsTo(before, census);
    });
  }

  it('leaves the memory as it was', () => {
    const heapAfter = heapUsed();
    const [from, to] = [heapBefore, heapAfter].map((bytes) => (bytes / 1024 / 1024).toFixed(1));
    const left = Object.entries(before).map(([what, count]) => `${what} ${count}`);
    console.log(
      `      ${((performance.now() - begun) / 1000).toFixed(1)} s, heap ${from} -> ${to} MB; ${left.join(', ')}`,
    );
    ok(heapAfter - heapBefore < HEAP_GROWTH, `${heapAfter - heapBefore} bytes more`);
  });
});
