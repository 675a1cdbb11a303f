import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { SourceCache } from '../../../src/acp/agents/sources';

/** A loader whose runs end when told to. */
class Manual<Value> {
  readonly runs: { give(value: Value): void; fail(error: unknown): void }[] = [];

  load(): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.runs.push({ give: resolve, fail: reject });
    });
  }

  /** The run after `earlier` others, once it has begun. */
  async run(earlier = 0): Promise<{ give(value: Value): void; fail(error: unknown): void }> {
    for (;;) {
      const run = this.runs[earlier];
      if (run !== undefined) return run;
      await Promise.resolve();
    }
  }
}

describe('sources of agents', () => {
  it('run once, however often they are asked, and at once', async () => {
    const source = new Manual<number>();
    const cache = new SourceCache<{ a: number }>({ a: source });
    const answers = [cache.get('a'), cache.get('a'), cache.all().then(({ a }) => a), cache.refresh('a')];
    strictEqual(cache.peek('a'), undefined);
    (await source.run()).give(7);
    for (const answer of answers) deepStrictEqual(await answer, { ok: true, value: 7 });
    deepStrictEqual(await cache.get('a'), { ok: true, value: 7 });
    deepStrictEqual(cache.peek('a'), { ok: true, value: 7 });
    strictEqual(source.runs.length, 1);
  });

  it('fail alone, with the reason kept until they are asked again', async () => {
    let fails = true;
    const bad = { load: () => (fails ? Promise.reject(new Error('no network')) : Promise.resolve('up')) };
    const good = { load: () => Promise.resolve('value') };
    const cache = new SourceCache<{ bad: string; good: string }>({ bad, good });
    const all = await cache.all();
    deepStrictEqual(all.good, { ok: true, value: 'value' });
    ok(!all.bad.ok && all.bad.reason === 'no network' && all.bad.error instanceof Error);
    fails = false;
    strictEqual((await cache.get('bad')).ok, false);
    deepStrictEqual(await cache.refresh('bad'), { ok: true, value: 'up' });
  });

  it('keep what the last good run gave', async () => {
    let run = 0;
    const load = (): Promise<number> => {
      run++;
      if (run === 2) throw new Error('at once');
      return Promise.resolve(run);
    };
    const cache = new SourceCache<{ a: number }>({ a: { load } });
    await cache.get('a');
    const failed = await cache.refresh('a');
    ok(!failed.ok);
    deepStrictEqual([failed.reason, failed.last], ['at once', 1]);
    deepStrictEqual(await cache.refresh('a'), { ok: true, value: 3 });
  });

  it('are refreshed one by one, and once for all who ask meanwhile', async () => {
    const runs = { a: 0, b: 0 };
    const cache = new SourceCache<{ a: number; b: number }>({
      a: { load: () => Promise.resolve(++runs.a) },
      b: { load: () => Promise.resolve(++runs.b) },
    });
    await cache.all();
    await cache.refresh('a');
    deepStrictEqual(runs, { a: 2, b: 1 });
    await Promise.all([cache.refresh('b'), cache.refresh('b')]);
    deepStrictEqual(runs, { a: 2, b: 2 });
  });

  it('drop what a run gives that was declared invalid meanwhile', async () => {
    const source = new Manual<string>();
    const cache = new SourceCache<{ a: string }>({ a: source });
    const first = cache.get('a');
    const old = await source.run();
    cache.invalidate('a');
    const second = cache.get('a');
    const fresh = await source.run(1);
    fresh.give('new');
    deepStrictEqual(await second, { ok: true, value: 'new' });
    old.give('old');
    deepStrictEqual(await first, { ok: true, value: 'old' });
    deepStrictEqual(await cache.get('a'), { ok: true, value: 'new' });
    strictEqual(source.runs.length, 2);
  });

  it('fail when they take longer than they may', async () => {
    const source = new Manual<string>();
    const cache = new SourceCache<{ a: string }>({ a: { load: () => source.load(), timeLimit: 10 } });
    const result = await cache.get('a');
    ok(!result.ok && result.reason === 'no answer within 0.01 s');
  });
});
