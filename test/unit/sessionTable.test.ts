import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { JsonObject } from '../../src/acp/json';
import type { Session } from '../../src/acp/session';
import { SessionTable } from '../../src/acp/sessionTable';
import { SessionBench } from './sessionTools';
import { rpcFailure, settled } from './support';
import { chunk } from './transcriptTools';

class TableBench {
  readonly ignored: string[] = [];
  readonly table = new SessionTable((reason) => this.ignored.push(reason));
  readonly one = new SessionBench('one');

  say(text: string, sessionId = 'one'): void {
    this.table.update({ sessionId, update: chunk(text) });
  }

  /** Opens a creation that ends when the returned function is called. */
  create(session?: Session): { readonly finish: () => Promise<void> } {
    let end: () => void = () => undefined;
    const ending = new Promise<void>((resolve) => {
      end = resolve;
    });
    const created = this.table.whileCreating(async () => {
      await ending;
      if (session !== undefined) this.table.add(session);
    });
    return {
      finish: async () => {
        end();
        await created;
        await settled();
      },
    };
  }
}

describe('session table', () => {
  it('gives updates to the session that they name', () => {
    const bench = new TableBench();
    const two = new SessionBench('two');
    bench.table.add(bench.one.session);
    bench.table.add(two.session);
    bench.say('a');
    bench.say('b', 'two');
    deepStrictEqual([bench.one.recorder.texts, two.recorder.texts], [['a'], ['b']]);
  });

  it('replays what came for a session before it was known, in order, and only that (B39)', async () => {
    const bench = new TableBench();
    const creation = bench.create(bench.one.session);
    for (const text of ['a', 'b', 'c']) bench.say(text);
    bench.say('x', 'other');
    await creation.finish();
    bench.say('d');
    deepStrictEqual(bench.one.recorder.texts, ['abcd']);
  });

  it('keeps at most 5000 early updates, the newest', async () => {
    const bench = new TableBench();
    const creation = bench.create(bench.one.session);
    for (let count = 0; count < 6000; count++) bench.say(`${count} `);
    await creation.finish();
    const words = bench.one.recorder.texts.join('').trim().split(' ');
    deepStrictEqual([words.length, words[0], words.at(-1)], [5000, '1000', '5999']);
  });

  it('forgets early updates when the session was not made', async () => {
    const bench = new TableBench();
    const creation = bench.create();
    bench.say('a');
    await creation.finish();
    bench.table.add(bench.one.session);
    deepStrictEqual(bench.one.recorder.texts, []);
  });

  it('keeps early updates until the last of several creations is done', async () => {
    const bench = new TableBench();
    const [first, second] = [bench.create(), bench.create(bench.one.session)];
    bench.say('a');
    await first.finish();
    bench.say('b');
    await second.finish();
    deepStrictEqual(bench.one.recorder.texts, ['ab']);
  });

  it('names what it ignores: unknown sessions, unknown kinds, updates without content', () => {
    const bench = new TableBench();
    bench.table.add(bench.one.session);
    bench.say('a', 'gone');
    for (const params of [undefined, null, 7, [], {}, { sessionId: 'one' }, { sessionId: 'one', update: [] }])
      bench.table.update(params);
    bench.table.update({ sessionId: 'one', update: { sessionUpdate: 'future_thing' } });
    bench.table.update({ sessionId: 7, update: chunk('b') });
    strictEqual(bench.ignored.length, 10);
    deepStrictEqual(bench.one.recorder.changes, []);
  });

  it('ignores updates for a session that is closed or was taken out', () => {
    const bench = new TableBench();
    bench.table.add(bench.one.session);
    bench.one.session.close();
    bench.say('a');
    bench.table.delete('one');
    bench.say('b');
    deepStrictEqual(bench.one.recorder.texts, []);
    strictEqual(bench.ignored.length, 2);
  });

  it('finds a session at once, and refuses an unknown one -32002', async () => {
    const bench = new TableBench();
    bench.table.add(bench.one.session);
    strictEqual(await bench.table.find('one'), bench.one.session);
    strictEqual((await rpcFailure(() => bench.table.find('two'))).code, -32002);
    strictEqual((await rpcFailure(() => bench.table.find('constructor'))).code, -32002);
  });

  it('lets a request wait for a session that is being made, and answers it either way (B39)', async () => {
    const bench = new TableBench();
    const creation = bench.create(bench.one.session);
    const mine = bench.table.find('one');
    const other = rpcFailure(() => bench.table.find('two'));
    await creation.finish();
    strictEqual(await mine, bench.one.session);
    strictEqual((await other).code, -32002);
  });

  it('passes on why a session was not made, and answers who waited', async () => {
    const bench = new TableBench();
    const waiting: Promise<unknown>[] = [];
    const making = bench.table.whileCreating((): Promise<JsonObject> => {
      waiting.push(rpcFailure(() => bench.table.find('one')));
      return Promise.reject(new Error('no'));
    });
    strictEqual(await making.catch((error: unknown) => String(error)), 'Error: no');
    deepStrictEqual(await waiting[0], { code: -32002, message: 'Unknown session: one' });
  });
});
