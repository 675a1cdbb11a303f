import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { LineSplitter } from '../../src/acp/lines';
import { readEdges } from '../../src/acp/oversize';
import { frame, WireBench } from './wireTools';

const filler = '"x\\"{[,:'.repeat(3000);

describe('what is known of a message that is too large', () => {
  for (const [what, line, wanted] of [
    ['an answer', { id: 7, result: { id: 9, text: filler } }, { isCall: false, id: 7 }],
    ['an answer with its id last', { result: { id: 9, text: filler }, id: 7 }, { isCall: false, id: 7 }],
    ['an error', { jsonrpc: '2.0', error: { data: filler }, id: 'a"b' }, { isCall: false, id: 'a"b' }],
    ['a request', { id: 'u-1', method: 'fs/write', params: filler }, { isCall: true, id: 'u-1' }],
    ['a request with its id last', { method: 'fs/write', params: filler, id: 3 }, { isCall: true, id: 3 }],
    ['a request with both last', { params: [filler], id: 3, method: 'x' }, { isCall: true, id: 3 }],
    [
      'a notification',
      { method: 'session/update', params: { id: 4, a: filler } },
      { isCall: true, id: undefined },
    ],
    ['an id inside of the result only', { result: { a: filler, id: 5 } }, { isCall: false, id: undefined }],
    ['an id in the middle', { result: filler, id: 5, more: filler }, { isCall: false, id: undefined }],
    ['an id that is none', { id: null, result: filler }, { isCall: false, id: undefined }],
    ['words that look like an id', { result: `${filler},"id":5}` }, { isCall: false, id: undefined }],
  ] as const) {
    it(`tells ${what}`, () => {
      const text = JSON.stringify(line);
      deepStrictEqual(readEdges(text.slice(0, 4096), text.slice(-4096)), wanted);
    });
  }

  it('keeps the first and the last 4 KB of a dropped line, however it was cut', () => {
    const line = `start ${'x'.repeat(50_000)} end`;
    for (const size of [1, 700, 4096, 9999, 60_000]) {
      const seen: [number, string, string][] = [];
      const splitter = new LineSplitter((...args) => seen.push(args), 20_000);
      const bytes = Buffer.from(`${line}\nnext\n`);
      const lines: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        lines.push(...splitter.push(bytes.subarray(at, at + size)));
      deepStrictEqual(
        [lines, seen],
        [['next'], [[line.length, line.slice(0, 4096), line.slice(-4096)]]],
        `${size}`,
      );
    }
  });
});

describe('wire: messages that are too large', () => {
  const big = 'x'.repeat(5000);

  it('fails the request whose answer was dropped, in order, and goes on', async () => {
    const bench = new WireBench(undefined, 4000);
    await bench.send({ jsonrpc: '2.0', id: 0, method: 'ask' }, { jsonrpc: '2.0', id: 1, method: 'ask' });
    await bench.feed(
      frame({ method: 'before' }),
      frame({ id: 1, result: big }),
      frame({ id: 2, result: {} }),
    );
    deepStrictEqual(bench.effects, ['message before', 'message 0', 'message 1']);
    ok('error' in (bench.messages[1] ?? {}) && 'result' in (bench.messages[2] ?? {}));
    strictEqual(bench.dropped.length, 1);
  });

  it('answers the request of the agent that was dropped, so that it does not wait', async () => {
    const bench = await new WireBench(undefined, 4000).feed(
      frame({ id: 'w', method: 'fs/write', params: big }),
    );
    deepStrictEqual(bench.messages, []);
    const [answer] = bench.sentMessages();
    deepStrictEqual([answer?.['id'], typeof answer?.['error']], ['w', 'object']);
  });

  it('only notes a dropped update, and an answer that cannot be told', async () => {
    const bench = await new WireBench(undefined, 4000).feed(
      frame({ method: 'session/update', params: { big } }),
      frame({ result: big, id: 99 }),
    );
    deepStrictEqual([bench.effects, bench.sentLines(), bench.dropped.length], [[], [], 2]);
  });

  it('sends no request over the limit: it fails at once', async () => {
    const bench = new WireBench(undefined, 4000);
    await bench.send({ jsonrpc: '2.0', id: 0, method: 'ask', params: { big } });
    await bench.feed();
    deepStrictEqual(bench.sentLines(), []);
    deepStrictEqual(bench.effects, ['message 0']);
    ok('error' in (bench.messages[0] ?? {}));
  });

  it('answers with an error where the answer is over the limit, and leaves a notification out', async () => {
    const bench = new WireBench(undefined, 4000);
    await bench.send(
      { jsonrpc: '2.0', id: 'r', result: { big } },
      { jsonrpc: '2.0', method: 'note', params: { big } },
    );
    const [answer, ...more] = bench.sentMessages();
    ok(answer?.['id'] === 'r' && 'error' in answer);
    deepStrictEqual(more, []);
    strictEqual(bench.dropped.length, 2);
  });
});
