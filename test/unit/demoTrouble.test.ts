import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert';
import { RequestError } from '@agentclientprotocol/sdk';
import { demoProgram, startDemo } from './demoClient';
import type { DemoRun } from './demoClient';

describe('demo agent: long answers and trouble', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(20_000);

  let demo: DemoRun;

  before(demoProgram);
  beforeEach(async () => {
    demo = await startDemo();
  });
  afterEach(async () => demo.stop());

  it('sends as many paragraphs as asked for, 200 by default', async () => {
    await demo.prompt('long');
    strictEqual(demo.ofKind('agent_message_chunk').length, 200);
    demo.updates.length = 0;
    await demo.prompt('long 7');
    strictEqual(demo.ofKind('agent_message_chunk').length, 7);
  });

  it('takes a cancel in the middle of a long answer', async () => {
    const turn = demo.prompt('long 1000000');
    await demo.until(() => demo.updates.length > 20, 'some paragraphs');
    await demo.cancel();
    strictEqual((await turn).stopReason, 'cancelled');
  });

  it('stops a slow answer at once when it is cancelled', async () => {
    const turn = demo.prompt('slow 1000');
    await demo.until(() => demo.updates.length > 1, 'two pieces');
    await demo.cancel();
    strictEqual((await turn).stopReason, 'cancelled');
    ok(demo.updates.length < 10);
  });

  it('goes on for a while when it is told to ignore the cancel', async () => {
    const turn = demo.prompt('ignore cancel 1');
    await demo.until(() => demo.updates.length > 0, 'a piece');
    await demo.cancel();
    const before = demo.updates.length;
    strictEqual((await turn).stopReason, 'cancelled');
    ok(demo.updates.length >= before + 9);
  });

  it('answers the prompt with an error that has details, and stays usable', async () => {
    await rejects(demo.prompt('fail'), (error) => {
      ok(error instanceof RequestError);
      strictEqual(error.code, -32603);
      ok(JSON.stringify(error.data).includes('details'));
      return true;
    });
    ok(demo.text() !== '');
    strictEqual((await demo.prompt('hi')).stopReason, 'end_turn');
  });

  it('crashes in mid-stream with two lines on stderr and exit code 3', async () => {
    await rejects(demo.prompt('crash'));
    strictEqual(await demo.exited, 3);
    strictEqual(demo.stderr.trimEnd().split('\n').length, 2);
    ok(demo.text() !== '');
  });

  it('ends by refusal, by the token limit, or without a word', async () => {
    strictEqual((await demo.prompt('refuse')).stopReason, 'refusal');
    strictEqual((await demo.prompt('max tokens')).stopReason, 'max_tokens');
    demo.updates.length = 0;
    strictEqual((await demo.prompt('nothing')).stopReason, 'end_turn');
    deepStrictEqual(demo.updates, []);
  });

  it('sends update kinds, content types and tool kinds that no schema knows', async () => {
    strictEqual((await demo.prompt('unknown')).stopReason, 'end_turn');
    strictEqual(demo.ofKind('future_thing').length, 1);
    ok(JSON.stringify(demo.updates).includes('hologram'));
    strictEqual(demo.toolCall()['kind'], 'teleport');
  });

  it('prints lines between its frames that are no messages', async () => {
    strictEqual((await demo.prompt('noise')).stopReason, 'end_turn');
    deepStrictEqual(demo.noise, [
      'Loaded cached credentials.',
      '',
      '[warn] { this is not JSON',
      '42',
      '"just a string"',
    ]);
  });
});
