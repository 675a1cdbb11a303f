import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { frame, updateFrame, WireBench } from './wireTools';

describe('wire: what the agent sends', () => {
  it('skips lines that are no messages and goes on with the next one (B22)', async () => {
    const bench = await new WireBench().feed(
      'Loaded cached credentials.\n',
      '\n\t\n',
      '[Agent] initialized\n',
      frame({ method: 'a' }),
      '{"half": \n',
      frame({ method: 'b' }),
    );
    deepStrictEqual(bench.noise, ['Loaded cached credentials.', '[Agent] initialized', '{"half": ']);
    deepStrictEqual(bench.effects, ['message a', 'message b']);
  });

  it('takes valid JSON that is no message for noise', async () => {
    const lines = ['"text"', '7', 'null', 'true', '[]', '[{"jsonrpc":"2.0","method":"x"}]', '{}'];
    const logs = ['{"level":"info","msg":"started"}', '{"id":1,"msg":"a log line with an id"}'];
    const bench = await new WireBench().feed([...lines, ...logs].join('\n'), '\n');
    deepStrictEqual(bench.noise, [...lines, ...logs]);
    deepStrictEqual(bench.messages, []);
  });

  it('understands CRLF, a byte order mark, a missing jsonrpc and id in last place', async () => {
    const bench = await new WireBench().feed(
      '\ufeff{"method":"first"}\r\n',
      '  {"params":{},"method":"second","jsonrpc":"1.0","id":"x-1"}  \r\n',
    );
    deepStrictEqual(bench.messages, [
      { jsonrpc: '2.0', method: 'first' },
      { jsonrpc: '2.0', method: 'second', params: {}, id: 'x-1' },
    ]);
  });

  it('loses no character when a message arrives byte by byte (B25)', async () => {
    const bytes = Buffer.from(updateFrame({ text: '日本語 🚀\u2028' }));
    const bench = await new WireBench().feed(...Array.from(bytes, (byte) => Buffer.from([byte])));
    deepStrictEqual(bench.effects, [`update ${JSON.stringify({ text: '日本語 🚀\u2028' })}`]);
  });

  it('handles a last message without a newline (B27)', async () => {
    const bench = await new WireBench().feed(frame({ method: 'a' }), frame({ method: 'last' }).trimEnd());
    deepStrictEqual(bench.effects, ['message a', 'message last']);
  });

  it('takes a 5 MB update and the small one behind it (B30)', async () => {
    const bench = await new WireBench().feed(updateFrame('x'.repeat(5_000_000)), updateFrame('small'));
    deepStrictEqual(
      bench.effects.map((effect) => effect.length),
      ['update ""'.length + 5_000_000, 'update "small"'.length],
    );
  });

  it('drops an answer to nothing: unknown, null, text and repeated ids', async () => {
    const bench = new WireBench();
    await bench.send({ jsonrpc: '2.0', id: 0, method: 'ask' });
    await bench.feed(
      ...[99, null, '1', 0, 1, 1].map((id) => frame({ id, result: {} })),
      frame({ id: null, error: { code: -32700, message: 'Parse error' } }),
    );
    deepStrictEqual(bench.messages, [{ jsonrpc: '2.0', id: 0, result: {} }]);
    strictEqual(bench.dropped.length, 6);
    match(bench.dropped[0] ?? '', /id 99/);
  });

  it('repairs sloppy answers, so that each settles its request', async () => {
    const bench = new WireBench();
    for (let id = 0; id < 7; id++) await bench.send({ jsonrpc: '2.0', id, method: 'ask' });
    await bench.feed(
      '{"id":1,"result":{"a":1},"error":null}\n',
      '{"id":2,"result":null,"error":"no money"}\n',
      '{"id":3,"error":{"code":"E1","message":7}}\n',
      '{"id":4,"error":{"code":500,"message":"quota","data":{"details":"d"}}}\n',
      '{"jsonrpc":"2.0","id":5}\n',
      '{"id":6,"error":["odd"]}\n',
    );
    const error = (code: number, message: string, data?: unknown): object => ({
      error: { code, message, data },
    });
    deepStrictEqual(bench.messages, [
      { jsonrpc: '2.0', id: 0, result: { a: 1 } },
      { jsonrpc: '2.0', id: 1, ...error(-32603, 'no money') },
      { jsonrpc: '2.0', id: 2, ...error(-32603, 'Internal error') },
      { jsonrpc: '2.0', id: 3, ...error(500, 'quota', { details: 'd' }) },
      { jsonrpc: '2.0', id: 4, result: null },
      { jsonrpc: '2.0', id: 5, ...error(-32603, '["odd"]') },
    ]);
  });

  it('gives updates and messages out in the order in which they came, out of one chunk', async () => {
    const frames = Array.from({ length: 300 }, (_none, index) =>
      index % 3 === 2 ? frame({ id: `r${index}`, method: `ask${index}` }) : updateFrame(index),
    );
    const bench = await new WireBench().feed(frames.join(''));
    deepStrictEqual(
      bench.effects,
      frames.map((_frame, index) => (index % 3 === 2 ? `message ask${index}` : `update ${index}`)),
    );
  });

  it('takes an update with an id of null for a notification', async () => {
    const bench = await new WireBench().feed(frame({ id: null, method: 'session/update', params: 'x' }));
    deepStrictEqual([bench.effects, bench.messages], [['update "x"'], []]);
  });

  it('leaves out one update that cannot be shown, says so, and goes on', async () => {
    const bench = await new WireBench().feed(updateFrame('a'), updateFrame('break'), updateFrame('b'));
    deepStrictEqual(bench.effects, ['update "a"', 'update "b"']);
    deepStrictEqual(bench.dropped, ['a message that failed: Error: cannot be shown']);
  });

  it('goes on after ids and errors that are nested too deep to be shown', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const bench = new WireBench();
    await bench.send({ jsonrpc: '2.0', id: 0, method: 'ask' });
    await bench.feed(`{"id":${deep},"result":{}}\n`, `{"id":1,"error":${deep}}\n`, frame({ method: 'b' }));
    deepStrictEqual(bench.dropped, ['an answer to no request of ours, id (array)']);
    const error = { code: -32603, message: 'Internal error', data: undefined };
    deepStrictEqual(bench.messages, [
      { jsonrpc: '2.0', id: 0, error },
      { jsonrpc: '2.0', method: 'b' },
    ]);
  });

  it('keeps going after the reader of the stream has gone', async () => {
    const bench = new WireBench();
    // The SDK cancels its end when the connection is closed; the program may still be talking.
    await bench.cancelReading();
    await bench.feed(frame({ method: 'b' }), updateFrame('late'), frame({ method: 'c' }).trimEnd());
    deepStrictEqual(bench.effects.at(-1), 'update "late"');
  });
});
