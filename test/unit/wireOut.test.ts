import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { Writable } from 'node:stream';
import { eventually } from './support';
import { frame, WireBench } from './wireTools';

/** Takes a few bytes per turn of the event loop, as a slow agent does. */
class SlowReader extends Writable {
  readonly taken: Buffer[] = [];
  /** Most bytes that ever waited. */
  backlog = 0;

  constructor() {
    super({ highWaterMark: 1024 });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.backlog = Math.max(this.backlog, this.writableLength);
    this.taken.push(chunk);
    setImmediate(done);
  }

  lines(): readonly string[] {
    return Buffer.concat(this.taken).toString('utf8').split('\n').slice(0, -1);
  }
}

describe('wire: what is sent to the agent', () => {
  it('numbers requests from 1, each with an id of its own', async () => {
    const bench = new WireBench();
    for (let id = 0; id < 3; id++) await bench.send({ jsonrpc: '2.0', id, method: 'ask' });
    deepStrictEqual(
      bench.sentMessages().map((message) => message['id']),
      [1, 2, 3],
    );
  });

  it('answers a request with the very id it came with', async () => {
    const bench = new WireBench();
    const ids = ['0c2e-uuid', 0, 7, null, '7'];
    for (const id of ids) await bench.send({ jsonrpc: '2.0', id, result: {} });
    deepStrictEqual(
      bench.sentMessages().map((message) => message['id']),
      ids,
    );
  });

  it('names the id that was sent when it withdraws a request', async () => {
    const bench = new WireBench();
    await bench.send(
      { jsonrpc: '2.0', id: 4, method: 'ask' },
      { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 4 } },
    );
    deepStrictEqual(bench.sentMessages()[1]?.['params'], { requestId: 5 });
  });

  it('writes one line a message, whatever the text, also for agents that split at U+2028', async () => {
    const bench = new WireBench();
    const text = 'a\nb\r\n\u2028\u2029 "日本語 🚀" \ud800';
    await bench.send({ jsonrpc: '2.0', method: 'say', params: { text } });
    const [line = '', ...more] = bench.sentLines();
    deepStrictEqual(more, []);
    deepStrictEqual(JSON.parse(line), { jsonrpc: '2.0', method: 'say', params: { text } });
    strictEqual(/[\u2028\u2029]/.test(line), false);
  });

  it('sends 51 whole lines in order to an agent that reads slowly (B33)', async () => {
    const reader = new SlowReader();
    const bench = new WireBench(reader);
    const prompt = { jsonrpc: '2.0', method: 'prompt', params: 'x'.repeat(2_000_000) };
    const answers = Array.from({ length: 50 }, (_none, id) => ({ jsonrpc: '2.0', id: `a${id}`, result: id }));
    await bench.send(prompt, ...answers);
    await eventually(() => reader.lines().length === 51, 'the last line');
    deepStrictEqual(
      reader.lines().map((line) => JSON.parse(line) as unknown),
      [prompt, ...answers],
    );
  });

  it('waits for a slow agent instead of piling messages up', async () => {
    const reader = new SlowReader();
    const bench = new WireBench(reader);
    const message = { jsonrpc: '2.0', method: 'say', params: 'x'.repeat(1000) };
    await bench.send(...Array.from({ length: 200 }, () => message));
    await eventually(() => reader.lines().length === 200, 'the last line');
    ok(reader.backlog < 5000, `${reader.backlog} bytes waited`);
  });

  it('reports once that the agent reads no more, and swallows what follows (B29)', async () => {
    const broken = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    const bench = new WireBench(broken);
    await bench.send({ jsonrpc: '2.0', method: 'a' });
    await bench.send({ jsonrpc: '2.0', method: 'b' }, { jsonrpc: '2.0', method: 'c' });
    deepStrictEqual(bench.writeFailures, ['write EPIPE']);
  });

  it('lets go of a message that waits when the agent closes its input (B29)', async () => {
    const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
    const bench = new WireBench(stuck);
    const sending = bench.send({ jsonrpc: '2.0', method: 'prompt' });
    stuck.destroy();
    await sending;
    await bench.send({ jsonrpc: '2.0', method: 'cancel' });
    deepStrictEqual(bench.writeFailures, ['its input was closed']);
  });

  it('writes nothing in answer to noise', async () => {
    const bench = await new WireBench().feed('noise\n', '[]\n', frame({ id: 9, result: {} }));
    deepStrictEqual(bench.sentLines(), []);
  });
});
