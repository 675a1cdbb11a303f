import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readMaterial } from './conversations';
import { Random } from './random';
import { Round } from './round';

/** Messages before the first look at the heap: by then everything has been compiled and loaded. */
const WARM_UP = 5_000;
const MEGABYTE = 1024 * 1024;
/** What the heap may grow by, in bytes, however long the run: caches of the engine and of the test itself. */
const HEAP_GROWTH = 8 * MEGABYTE;

function numberFrom(name: string, usual: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return usual;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name}=${text} is no whole number`);
  return value;
}

const seed = numberFrom('ACP_FUZZ_SEED', Date.now() % 2 ** 32);
/** Set: only the round that failed with this seed. */
const onlyRound = process.env['ACP_FUZZ_ROUND'];
const wanted = onlyRound === undefined ? numberFrom('ACP_FUZZ_MESSAGES', 100_000) : 1;

async function heap(): Promise<{ readonly used: number; readonly resident: number }> {
  // Twice, with a turn between them: what finalisers let go counts as gone.
  for (let pass = 0; pass < 2; pass++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { used: heapUsed, resident: rss };
}

describe('a connection to an agent that sends nonsense', () => {
  const material = readMaterial(process.env['ACP_FUZZ_RECORDINGS']);
  const random = new Random(seed);
  const complaints: unknown[] = [];
  const complain = (...words: unknown[]): void => void complaints.push(words);
  const { error } = console;
  before(() => {
    console.error = complain;
    process.on('unhandledRejection', complain).on('uncaughtException', complain);
  });
  after(() => {
    console.error = error;
    process.off('unhandledRejection', complain).off('uncaughtException', complain);
  });

  it(`survives ${wanted} messages (seed ${seed})`, async function () {
    this.timeout(0);
    const begun = performance.now();
    let messages = 0;
    let before: Awaited<ReturnType<typeof heap>> | undefined;
    while (messages < wanted) {
      const roundSeed = onlyRound === undefined ? random.int(2 ** 32) : Number(onlyRound);
      try {
        messages += await new Round(material, roundSeed).play();
      } catch (cause) {
        throw new Error(
          `After ${messages} messages, in the round ACP_FUZZ_ROUND=${roundSeed} of the run ACP_FUZZ_SEED=${seed}`,
          {
            cause,
          },
        );
      }
      if (messages > WARM_UP) before ??= await heap();
    }
    const after = await heap();
    const megabytes = (bytes: number | undefined): string => ((bytes ?? 0) / MEGABYTE).toFixed(1);
    console.log(
      `      seed ${seed}, ${messages} messages, ${((performance.now() - begun) / 1000).toFixed(1)} s, ` +
        `heap ${megabytes(before?.used)} -> ${megabytes(after.used)} MB, ` +
        `resident ${megabytes(before?.resident)} -> ${megabytes(after.resident)} MB`,
    );
    deepStrictEqual(complaints, [], 'something was printed, or caught by nobody');
    strictEqual(Object.hasOwn(Object.prototype, 'polluted'), false, 'the prototype of objects was changed');
    if (before !== undefined) ok(after.used - before.used < HEAP_GROWTH, 'memory is kept');
  });
});
