import { deepStrictEqual, match, notStrictEqual, strictEqual } from 'node:assert/strict';
import { classifyRequestError } from '../../src/acp/errors/classify';
import { stopped } from '../../src/acp/errors/wire';
import { SessionBench, promptFailed } from './sessionTools';
import { settled } from './support';
import { chunk, stopsOf, thought, toolCall } from './transcriptTools';

describe('session: turns and queue', () => {
  it('runs one turn at a time and sends what was queued in order (B43)', async () => {
    const bench = new SessionBench();
    deepStrictEqual([bench.prompt('one'), bench.prompt('two'), bench.prompt('three')], [false, true, true]);
    deepStrictEqual([bench.peer.sent, bench.queued], [['one'], ['two', 'three']]);
    await bench.peer.answer();
    deepStrictEqual([bench.peer.sent, bench.queued], [['one', 'two'], ['three']]);
    await bench.peer.answer();
    await bench.peer.answer();
    deepStrictEqual(bench.peer.sent, ['one', 'two', 'three']);
    strictEqual(bench.session.turn, 'idle');
  });

  it('shows a queued prompt in the transcript only when it is sent', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.prompt('two');
    deepStrictEqual(bench.recorder.texts, ['one']);
    await bench.peer.answer();
    deepStrictEqual(bench.recorder.texts, ['one', 'two']);
  });

  it('takes a prompt out of the queue by its id, also one with the same text (B43)', () => {
    const bench = new SessionBench();
    for (const text of ['one', 'same', 'same', 'last']) bench.prompt(text);
    const [first, second] = bench.session.queue;
    notStrictEqual(first?.id, second?.id);
    bench.session.removeQueued(second?.id ?? '');
    deepStrictEqual(bench.session.queue.map(({ id }) => id).includes(first?.id ?? ''), true);
    deepStrictEqual(bench.queued, ['same', 'last']);
    bench.session.removeQueued('unknown');
    deepStrictEqual(bench.queued, ['same', 'last']);
  });

  it('keeps what was queued after Stop until the next prompt', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.prompt('two');
    bench.session.cancel();
    await bench.peer.answer({ stopReason: 'cancelled' });
    deepStrictEqual([bench.peer.sent, bench.queued], [['one', 'session/cancel'], ['two']]);
    strictEqual(bench.prompt('three'), false);
    await bench.peer.answer();
    deepStrictEqual(bench.peer.sent.slice(2), ['two', 'three']);
  });

  it('sends a prompt typed while a turn is being cancelled after its answer (B42)', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.session.cancel();
    strictEqual(bench.prompt('two'), true);
    strictEqual(bench.session.turn, 'cancelling');
    deepStrictEqual(bench.peer.sent, ['one', 'session/cancel']);
    await bench.peer.answer({ stopReason: 'cancelled' });
    deepStrictEqual(bench.peer.sent, ['one', 'session/cancel', 'two']);
  });

  it('never has two prompts open, even if one is sent at the very end of a turn', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.prompt('two');
    bench.prompt('three');
    let once = true;
    bench.onChange = () => {
      if (bench.session.turn !== 'idle' || !once) return;
      once = false;
      bench.prompt('four');
    };
    await bench.peer.answer();
    deepStrictEqual(bench.peer.sent, ['one', 'two']);
    deepStrictEqual(bench.queued, ['three', 'four']);
  });

  it('ignores Stop when nothing runs', () => {
    const bench = new SessionBench();
    bench.session.cancel();
    deepStrictEqual(bench.peer.sent, []);
    strictEqual(bench.session.turn, 'idle');
  });

  it('sends nothing that was queued once it is closed', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.prompt('two');
    bench.session.close(stopped());
    await bench.peer.fail(stopped());
    deepStrictEqual(bench.peer.sent, ['one']);
    deepStrictEqual(bench.queued, ['two']);
    strictEqual(bench.session.turn, 'idle');
  });

  it('tells its listener about every change of turn and queue', async () => {
    const bench = new SessionBench();
    const seen: string[] = [];
    bench.onChange = () => seen.push(`${bench.session.turn} ${bench.queued.length}`);
    bench.prompt('one');
    bench.prompt('two');
    bench.session.cancel();
    await bench.peer.answer({ stopReason: 'cancelled' });
    deepStrictEqual(seen, ['running 0', 'running 1', 'cancelling 1', 'idle 1']);
  });

  it('ends scopes of a turn with the turn, and those of the session with the session', async () => {
    const bench = new SessionBench();
    const request = new AbortController();
    bench.prompt('one');
    const turn = bench.session.turnScope(request.signal);
    const whole = bench.session.sessionScope(request.signal);
    bench.session.cancel();
    deepStrictEqual([turn.signal.aborted, whole.signal.aborted], [true, false]);
    await bench.peer.answer();
    bench.prompt('two');
    strictEqual(bench.session.turnScope(request.signal).signal.aborted, false, 'the next turn has its own');
    bench.session.close();
    strictEqual(whole.signal.aborted, true);
    deepStrictEqual([whole.cwd, whole.sessionKey], ['/work', bench.session.key]);
  });
});

describe('session: how a turn ends', () => {
  async function stops(
    answer: unknown,
    during: (bench: SessionBench) => void = () => undefined,
  ): Promise<readonly string[]> {
    const bench = new SessionBench();
    bench.prompt('go');
    during(bench);
    await bench.peer.answer(answer);
    return stopsOf(bench.transcript);
  }
  const say = (bench: SessionBench): void => void bench.recorder.apply(chunk('fine'));

  it('says nothing about a plain end', async () => {
    deepStrictEqual(await stops({ stopReason: 'end_turn' }, say), []);
  });

  for (const reason of ['max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'weird']) {
    it(`shows the stop reason ${reason} (B46)`, async () => {
      deepStrictEqual(await stops({ stopReason: reason }, say), [reason]);
    });
  }

  it('says that there was no output: nothing at all, or thoughts only (B47)', async () => {
    deepStrictEqual(await stops({ stopReason: 'end_turn' }), ['no_output']);
    deepStrictEqual(
      await stops({ stopReason: 'end_turn' }, ({ recorder }) => recorder.apply(thought('hm'))),
      ['no_output'],
    );
    deepStrictEqual(await stops({ stopReason: 'end_turn' }, ({ recorder }) => recorder.apply(chunk(''))), [
      'no_output',
    ]);
  });

  it('takes a tool call, or more text of an older message, for output', async () => {
    deepStrictEqual(
      await stops({ stopReason: 'end_turn' }, ({ recorder }) => recorder.apply(toolCall('c1'))),
      [],
    );
    const bench = new SessionBench();
    bench.recorder.apply(chunk('older', 'm1'));
    bench.prompt('go');
    bench.recorder.apply(chunk(' and more', 'm1'));
    await bench.peer.answer();
    deepStrictEqual(stopsOf(bench.transcript), []);
  });

  it('takes an answer without a stop reason for a plain end', async () => {
    for (const answer of [null, {}, { stopReason: 7 }, 'text']) deepStrictEqual(await stops(answer, say), []);
  });

  it('says cancelled when the agent ends a cancelled turn plainly', async () => {
    deepStrictEqual(await stops({ stopReason: 'end_turn' }, ({ session }) => session.cancel()), [
      'cancelled',
    ]);
  });

  it('takes an error that says aborted for a cancelled turn, but only after Stop', async () => {
    const aborted = promptFailed('The operation was aborted');
    const bench = new SessionBench();
    bench.prompt('go');
    bench.session.cancel();
    await bench.peer.fail(aborted);
    bench.prompt('again');
    await bench.peer.fail(aborted);
    deepStrictEqual(bench.recorder.kinds, ['user', 'stop', 'user', 'error']);
  });

  it('keeps text and shows the error of a failed prompt, and stays usable (B48)', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.recorder.apply(chunk('a'), chunk('b'), chunk('c'));
    await bench.peer.fail(promptFailed('context length exceeded'));
    bench.prompt('two');
    bench.recorder.apply(chunk('works'));
    await bench.peer.answer();
    deepStrictEqual(bench.recorder.kinds, ['user', 'agent', 'error', 'user', 'agent']);
    deepStrictEqual(bench.recorder.texts, ['one', 'abc', 'two', 'works']);
    const error = [...bench.transcript.entries].find((entry) => entry.kind === 'error');
    match(error?.error.details ?? '', /code -32603[^]*context length exceeded/);
  });

  it('keeps a failed prompt with its error, to be sent again once (B48)', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    await bench.peer.fail();
    const error = [...bench.transcript.entries].find(({ kind }) => kind === 'error');
    const prompt = bench.transcript.takePrompt(error?.id ?? '');
    deepStrictEqual([prompt?.text, prompt?.blocks], ['one', [{ type: 'text', text: 'one' }]]);
    strictEqual(bench.transcript.takePrompt(error?.id ?? ''), undefined);
    strictEqual(bench.transcript.takePrompt('nothing'), undefined);
  });

  it('sends nothing more in a session that the agent does not know any more', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.prompt('two');
    await bench.peer.fail(classifyRequestError('session/prompt', -32002, 'Session not found', undefined));
    deepStrictEqual([bench.peer.sent, bench.queued, bench.session.lost], [['one'], ['two'], true]);
    deepStrictEqual(bench.session.takeQueue().length, 1);
    deepStrictEqual(bench.queued, []);
  });

  it('takes the code for a cancelled request for a stop, but only after Stop', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.session.cancel();
    const cancelled = classifyRequestError('session/prompt', -32800, 'Request cancelled', undefined);
    await bench.peer.fail(cancelled);
    bench.prompt('two');
    await bench.peer.fail(cancelled);
    deepStrictEqual(bench.recorder.kinds, ['user', 'stop', 'user', 'error']);
  });

  it('goes on with the queue after a failed prompt', async () => {
    const bench = new SessionBench();
    bench.prompt('one');
    bench.prompt('two');
    await bench.peer.fail();
    deepStrictEqual(bench.peer.sent, ['one', 'two']);
  });

  it('cancels tool calls at once on Stop and closes those that are left at the end', async () => {
    const bench = new SessionBench();
    bench.prompt('go');
    bench.recorder.apply(toolCall('c1', { status: 'in_progress' }));
    bench.session.cancel();
    strictEqual(bench.recorder.tool('c1').call.status, 'cancelled');
    bench.recorder.apply(toolCall('c2', { status: 'pending' }));
    await bench.peer.answer({ stopReason: 'cancelled' });
    await settled();
    strictEqual(bench.recorder.tool('c2').call.status, 'cancelled');
  });
});
