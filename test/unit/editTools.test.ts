import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { diffStat } from '../../src/extension/edits/diffStat';
import { KeyedQueue } from '../../src/extension/edits/keyedQueue';

function stat(before: string, after: string): string {
  const { added, removed } = diffStat(before, after);
  return `+${added} -${removed}`;
}

describe('diff statistics', () => {
  it('counts lines that were added, removed and changed', () => {
    strictEqual(stat('a\nb\nc\n', 'a\nB\nc\n'), '+1 -1');
    strictEqual(stat('a\nb\n', 'a\nx\ny\nb\n'), '+2 -0');
    strictEqual(stat('a\nb\nc\n', 'a\n'), '+0 -2');
    strictEqual(stat('a\nb\nc\nd\ne\n', 'x\nb\nc\nd\ny\n'), '+2 -2');
  });

  it('counts a new file and an emptied one whole', () => {
    deepStrictEqual(
      [stat('', 'a\nb'), stat('a\nb\n', ''), stat('', ''), stat('', '\n')],
      ['+2 -0', '+0 -2', '+0 -0', '+1 -0'],
    );
  });

  it('counts nothing for the same text, and ignores only the final newline', () => {
    deepStrictEqual(
      [stat('a\nb', 'a\nb'), stat('a\nb', 'a\nb\n'), stat('a\n', 'a\n\n')],
      ['+0 -0', '+0 -0', '+1 -0'],
    );
  });

  it('counts changed line ends, as they are written (B70)', () => {
    strictEqual(stat('a\r\nb\r\n', 'a\nb\n'), '+2 -2');
  });

  it('handles repeated lines without counting one twice', () => {
    strictEqual(stat('a\na\na\n', 'a\na\n'), '+0 -1');
    strictEqual(stat('x\na\nx\n', 'x\n'), '+0 -2');
  });

  it('counts everything between the common ends of very different large texts', () => {
    const lines = (word: string): string =>
      Array.from({ length: 50_000 }, (_none, index) => `${word}${index}\n`).join('');
    strictEqual(stat(`same\n${lines('a')}end\n`, `same\n${lines('b')}end\n`), '+50000 -50000');
    strictEqual(stat(lines('a'), `${lines('a')}one more\n`), '+1 -0');
  });
});

describe('keyed queue', () => {
  const never = new AbortController().signal;

  /** A queue and tasks that end when the test says so. */
  function bench(): {
    readonly log: string[];
    readonly add: (key: string, name: string, signal?: AbortSignal) => Promise<string>;
    readonly end: (name: string) => Promise<void>;
  } {
    const queue = new KeyedQueue();
    const log: string[] = [];
    const open = new Map<string, () => void>();
    return {
      log,
      add: (key, name, signal = never) => {
        const task = async (): Promise<string> => {
          log.push(`start ${name}`);
          await new Promise<void>((resolve) => open.set(name, resolve));
          log.push(`end ${name}`);
          if (name.startsWith('bad')) throw new Error(name);
          return name;
        };
        return queue.run(key, task, signal);
      },
      end: async (name) => {
        open.get(name)?.();
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }

  it('runs tasks of one key one after another and those of others beside them (B83)', async () => {
    const { log, add, end } = bench();
    const done = [add('a', '1'), add('a', '2'), add('b', '3')];
    await end('none');
    deepStrictEqual(log, ['start 1', 'start 3']);
    await end('1');
    deepStrictEqual(log.slice(2), ['end 1', 'start 2']);
    await end('2');
    await end('3');
    deepStrictEqual(await Promise.all(done), ['1', '2', '3']);
  });

  it('goes on after a task that failed, and passes the failure to its own caller only', async () => {
    const { add, end } = bench();
    const [bad, good] = [add('a', 'bad 1').catch((error: unknown) => String(error)), add('a', '2')];
    await end('none');
    await end('bad 1');
    await end('2');
    deepStrictEqual([await bad, await good], ['Error: bad 1', '2']);
  });

  it('takes new tasks after it has run dry', async () => {
    const queue = new KeyedQueue();
    ok((await queue.run('a', async () => 1, never)) === 1);
    ok((await queue.run('a', async () => 2, never)) === 2);
  });

  it('lets a task that waits be cancelled at once, and never runs it', async () => {
    const { log, add, end } = bench();
    const stop = new AbortController();
    const first = add('a', '1');
    const waiting = add('a', '2', stop.signal);
    const third = add('a', '3');
    await end('none');
    stop.abort();
    await rejects(waiting, { code: -32800 });
    await end('1');
    await end('3');
    deepStrictEqual([await first, await third], ['1', '3']);
    deepStrictEqual(log, ['start 1', 'end 1', 'start 3', 'end 3']);
    await rejects(add('a', '4', stop.signal), { code: -32800 });
  });

  it('leaves a task alone that has begun before the signal aborts', async () => {
    const { add, end } = bench();
    const stop = new AbortController();
    const running = add('a', '1', stop.signal);
    await end('none');
    stop.abort();
    await end('1');
    strictEqual(await running, '1');
  });
});
