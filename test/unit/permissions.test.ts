import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { JsonObject } from '../../src/acp/json';
import { PermissionDesk, type PermissionAnswer } from '../../src/acp/permissions';
import { rpcFailure } from './support';
import { Recorder, toolCall, toolUpdate } from './transcriptTools';

const allowOrDeny = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Deny', kind: 'reject_once' },
];
const selected = (optionId: string): PermissionAnswer => ({ outcome: { outcome: 'selected', optionId } });
const cancelledAnswer: PermissionAnswer = { outcome: { outcome: 'cancelled' } };

class DeskBench {
  readonly recorder = new Recorder();
  readonly desk = new PermissionDesk(this.recorder.transcript, () => this.changes++, 'key');
  readonly withdraw = new AbortController();
  changes = 0;

  ask(
    toolCallId: string,
    options: unknown = allowOrDeny,
    fields: JsonObject = {},
  ): Promise<PermissionAnswer> {
    const params = { toolCall: { toolCallId, ...fields }, options };
    return this.desk.ask(params, this.withdraw.signal, false);
  }

  /** Answers the open request of this tool call. */
  click(toolCallId: string, optionId: string): boolean {
    const request = this.desk.open.find((open) => open.toolCallId === toolCallId);
    return this.desk.answer(request?.requestId ?? '', optionId);
  }

  permission(toolCallId: string): unknown {
    const { permission } = this.recorder.tool(toolCallId);
    return [permission?.state, permission?.answer];
  }
}

describe('permissions', () => {
  it('returns the option that was clicked and shows it as answered', async () => {
    const bench = new DeskBench();
    const asked = bench.ask('c1');
    deepStrictEqual(bench.permission('c1'), ['open', undefined]);
    strictEqual(bench.click('c1', 'yes'), true);
    deepStrictEqual(await asked, selected('yes'));
    deepStrictEqual(bench.permission('c1'), ['answered', 'Allow']);
  });

  it('denies with the reject option, not with cancelled (B56)', async () => {
    const bench = new DeskBench();
    const asked = bench.ask('c1');
    bench.click('c1', 'no');
    deepStrictEqual(await asked, selected('no'));
  });

  it('keeps every option, in order, with its label and exact id (B57, B60)', async () => {
    const bench = new DeskBench();
    const options = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map((name) => ({
      optionId: `ID ${name}!`,
      name,
      kind: 'allow_once',
    }));
    const asked = bench.ask('c1', options);
    deepStrictEqual(bench.desk.open[0]?.options, options);
    deepStrictEqual(bench.recorder.tool('c1').permission?.options, options);
    bench.click('c1', 'ID Charlie!');
    deepStrictEqual(await asked, selected('ID Charlie!'));
  });

  it('honours a click when only lasting options are offered (B59)', async () => {
    const bench = new DeskBench();
    const asked = bench.ask('c1', [
      { optionId: 'a', name: 'Always', kind: 'allow_always' },
      { optionId: 'r', name: 'Never', kind: 'reject_always' },
    ]);
    bench.click('c1', 'a');
    deepStrictEqual(await asked, selected('a'));
  });

  it('refuses an option that was not offered, an unknown request and a second click (B60)', async () => {
    const bench = new DeskBench();
    const asked = bench.ask('c1');
    strictEqual(bench.click('c1', 'allow'), false);
    strictEqual(bench.desk.answer('unknown', 'yes'), false);
    const id = bench.desk.open[0]?.requestId ?? '';
    strictEqual(bench.desk.answer(id, 'yes'), true);
    strictEqual(bench.desk.answer(id, 'no'), false);
    deepStrictEqual(await asked, selected('yes'));
  });

  it('leaves out options without an id and names those without a name by their id', () => {
    const bench = new DeskBench();
    void bench.ask('c1', [{ optionId: 'x' }, null, 'text', { name: 'no id' }, { optionId: 7 }]);
    deepStrictEqual(bench.desk.open[0]?.options, [{ optionId: 'x', name: 'x', kind: '' }]);
  });

  it('answers cancelled when there is nothing to choose from', async () => {
    for (const options of [[], null, 'yes', [{}]]) {
      const bench = new DeskBench();
      deepStrictEqual(await bench.ask('c1', options), cancelledAnswer);
      deepStrictEqual(bench.permission('c1'), ['cancelled', undefined]);
    }
  });

  it('shows what is known of the call when the request says little (B61)', () => {
    for (const fields of [{}, { rawInput: {} }, { title: '', rawInput: null, content: [], locations: [] }]) {
      const bench = new DeskBench();
      const content = [{ type: 'diff', path: '/a', newText: 'x' }];
      bench.recorder.apply(
        toolCall('c1', {
          title: 'rm -r x',
          rawInput: { command: 'rm' },
          content,
          locations: [{ path: '/a' }],
        }),
      );
      const before = bench.recorder.tool('c1').call;
      void bench.ask('c1', allowOrDeny, fields);
      deepStrictEqual(bench.recorder.tool('c1').call, before);
    }
  });

  it('makes the card when the request comes first, and keeps it for later updates (B62)', () => {
    const bench = new DeskBench();
    void bench.ask('c1', allowOrDeny, { title: 'Write a.txt', kind: 'edit', rawInput: { path: 'a.txt' } });
    bench.click('c1', 'yes');
    bench.recorder.apply(toolUpdate('c1', { status: 'completed' }));
    deepStrictEqual(bench.recorder.kinds, ['tool']);
    const { call } = bench.recorder.tool('c1');
    deepStrictEqual([call.title, call.toolKind, call.status], ['Write a.txt', 'edit', 'completed']);
  });

  it('keeps the question when updates of the call come in between', () => {
    const bench = new DeskBench();
    void bench.ask('c1');
    bench.recorder.apply(toolUpdate('c1', { title: 'new' }), toolCall('c1', { status: 'in_progress' }));
    deepStrictEqual(bench.permission('c1'), ['open', undefined]);
  });

  it('takes four questions at once, answered in the order 3, 1, 4, 2 (B64)', async () => {
    const bench = new DeskBench();
    const asked = ['c1', 'c2', 'c3', 'c4'].map((id) => bench.ask(id));
    for (const id of ['c3', 'c1', 'c4', 'c2']) strictEqual(bench.click(id, id === 'c4' ? 'no' : 'yes'), true);
    deepStrictEqual(await Promise.all(asked), ['yes', 'yes', 'yes', 'no'].map(selected));
  });

  it('shows two questions about one call one after the other (B64)', async () => {
    const bench = new DeskBench();
    const [first, second] = [
      bench.ask('c1'),
      bench.ask('c1', [{ optionId: 'b', name: 'B', kind: 'allow_once' }]),
    ];
    strictEqual(bench.desk.open.length, 2);
    for (let left = 2; left > 0; left--) {
      const shown = bench.recorder.tool('c1').permission;
      strictEqual(shown?.state, 'open');
      strictEqual(bench.desk.answer(shown.requestId, shown.options[0]?.optionId ?? ''), true);
    }
    deepStrictEqual(await Promise.all([first, second]), [selected('yes'), selected('b')]);
    strictEqual(bench.recorder.tool('c1').permission?.state, 'answered');
  });

  it('answers all that is open with cancelled, each once (B54)', async () => {
    const bench = new DeskBench();
    const asked = [bench.ask('c1'), bench.ask('c2'), bench.ask('c2')];
    bench.desk.cancelAll();
    bench.desk.cancelAll();
    deepStrictEqual(await Promise.all(asked), [cancelledAnswer, cancelledAnswer, cancelledAnswer]);
    deepStrictEqual(
      [bench.permission('c1'), bench.permission('c2')],
      [
        ['cancelled', undefined],
        ['cancelled', undefined],
      ],
    );
    strictEqual(bench.click('c1', 'yes'), false);
  });

  it('answers cancelled at once while the turn is being cancelled (B55)', async () => {
    const bench = new DeskBench();
    const params = { toolCall: { toolCallId: 'c1' }, options: allowOrDeny };
    deepStrictEqual(await bench.desk.ask(params, bench.withdraw.signal, true), cancelledAnswer);
    deepStrictEqual(bench.desk.open, []);
  });

  it('takes a question down that the agent withdraws, before or after it is shown', async () => {
    const bench = new DeskBench();
    const asked = rpcFailure(() => bench.ask('c1'));
    bench.withdraw.abort();
    strictEqual((await asked).code, -32800);
    deepStrictEqual([bench.permission('c1'), bench.desk.open], [['cancelled', undefined], []]);
    strictEqual((await rpcFailure(() => bench.ask('c2'))).code, -32800);
    deepStrictEqual([bench.permission('c2'), bench.desk.open], [['cancelled', undefined], []]);
  });

  it('asks also without a tool call, each time on a card of its own', () => {
    const bench = new DeskBench();
    void bench.desk.ask({ options: allowOrDeny }, bench.withdraw.signal, false);
    void bench.desk.ask({ toolCall: null, options: allowOrDeny }, bench.withdraw.signal, false);
    deepStrictEqual(bench.recorder.kinds, ['tool', 'tool']);
  });

  it('never chooses by itself: an open question stays open', async () => {
    const bench = new DeskBench();
    let settledBy = '';
    void bench
      .ask('c1', [{ optionId: 'only', name: 'Only', kind: 'allow_once' }])
      .then(() => (settledBy = 'itself'));
    await new Promise((resolve) => setImmediate(resolve));
    strictEqual(settledBy, '');
  });
});
