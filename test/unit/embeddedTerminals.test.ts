import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { EmbeddedTerminals } from '../../src/acp/embeddedTerminals';
import type { JsonObject } from '../../src/acp/json';
import { Recorder, toolCall, toolUpdate } from './transcriptTools';

const info = (id: string, fields: JsonObject = {}): JsonObject => ({
  terminal_info: { terminal_id: id, ...fields },
});
const output = (id: string, data: string): JsonObject => ({ terminal_output: { terminal_id: id, data } });
const exit = (id: string, fields: JsonObject = {}): JsonObject => ({
  terminal_exit: { terminal_id: id, ...fields },
});

function terminals(...metas: readonly JsonObject[]): EmbeddedTerminals {
  const made = new EmbeddedTerminals();
  for (const meta of metas) made.apply(meta);
  return made;
}

describe('terminals in the _meta of tool calls', () => {
  it('shows a command from start to exit without terminal/create (B103)', () => {
    const recorder = new Recorder().apply(
      toolCall('c1', { content: [{ type: 'terminal', terminalId: 't1' }], _meta: info('t1', { cwd: '/w' }) }),
      toolUpdate('c1', { _meta: output('t1', 'one\n') }),
      toolUpdate('c1', { _meta: { terminal_output_delta: { terminal_id: 't1', data: 'two\n' } } }),
      toolUpdate('c1', { status: 'completed', _meta: exit('t1', { exit_code: 0, signal: null }) }),
    );
    deepStrictEqual(recorder.transcript.terminals.get('t1'), {
      id: 't1',
      cwd: '/w',
      output: 'one\ntwo\n',
      truncated: false,
      running: false,
      exitCode: 0,
      signal: undefined,
    });
    deepStrictEqual(
      recorder.changes.filter(({ kind }) => kind === 'terminal' || kind === 'output'),
      [
        { kind: 'terminal', id: 't1' },
        { kind: 'output', id: 't1', text: 'one\n' },
        { kind: 'output', id: 't1', text: 'two\n' },
        { kind: 'terminal', id: 't1' },
      ],
    );
  });

  it('takes everything at once, as agents do for quick commands', () => {
    const all = { ...info('t1'), ...output('t1', 'hi'), ...exit('t1', { exit_code: 1 }) };
    const {
      output: text,
      running,
      exitCode,
    } = terminals(all).get('t1') ?? { output: '', running: true, exitCode: 0 };
    deepStrictEqual([text, running, exitCode], ['hi', false, 1]);
  });

  it('takes output and exits of terminals that were never announced', () => {
    const made = terminals(output('t1', 'x'), exit('t2', { signal: 'SIGKILL' }));
    deepStrictEqual([made.get('t1')?.output, made.get('t1')?.running], ['x', true]);
    deepStrictEqual([made.get('t2')?.signal, made.get('t2')?.running], ['SIGKILL', false]);
  });

  it('keeps output when a terminal is announced again', () => {
    strictEqual(terminals(info('t1'), output('t1', 'x'), info('t1', { cwd: '/w' })).get('t1')?.output, 'x');
  });

  it('keeps several terminals apart', () => {
    const made = terminals(output('a', '1'), output('b', '2'), output('a', '3'));
    deepStrictEqual(
      [...made.all].map(({ id, output: text }) => [id, text]),
      [
        ['a', '13'],
        ['b', '2'],
      ],
    );
  });

  it('ignores what has no id, no text or the wrong type', () => {
    const made = new EmbeddedTerminals();
    for (const meta of [
      {},
      { terminal_info: null },
      { terminal_output: { data: 'x' } },
      output('t', ''),
      { terminal_output: { terminal_id: 't', data: 7 } },
      { terminal_exit: 'x' },
    ])
      deepStrictEqual(made.apply(meta), []);
    deepStrictEqual([...made.all], []);
  });

  it('shows output as a person would read it, also when sequences are cut', () => {
    const made = terminals(
      ...['\u001b[3', '1mred\u001b[0m\r', '\nnext\r'].map((data) => output('t', data)),
      exit('t'),
    );
    strictEqual(made.get('t')?.output, 'red\nnext\r');
  });

  it('does not run on when its turn ended without an exit; a late exit still counts', () => {
    const recorder = new Recorder();
    recorder.transcript.beginTurn('go', []);
    recorder.apply(toolCall('c1', { _meta: info('t1') }));
    recorder.transcript.endTurn();
    const state = (): unknown => {
      const { running, exitCode } = recorder.transcript.terminals.get('t1') ?? {};
      return [running, exitCode];
    };
    deepStrictEqual([state(), recorder.changes.at(-1)], [[false, undefined], { kind: 'terminal', id: 't1' }]);
    recorder.apply(toolUpdate('c1', { _meta: exit('t1', { exit_code: 3 }) }));
    deepStrictEqual(state(), [false, 3]);
  });

  it('keeps the end of a long output and says that it was cut', () => {
    const made = new EmbeddedTerminals();
    for (let line = 0; line < 60_000; line++) made.apply(output('t', `line ${line} ........\n`));
    const { output: text = '', truncated } = made.get('t') ?? {};
    strictEqual(truncated, true);
    ok(text.endsWith('line 59999 ........\n'));
    ok(text.length <= 512 * 1024, `${text.length} characters kept`);
  });

  it('does not cut a long output in the middle of a character', () => {
    const made = new EmbeddedTerminals();
    made.apply(output('t', `${'🚀'.repeat(300_000)}x`));
    ok(!/^[\udc00-\udfff]/.test(made.get('t')?.output ?? ''));
  });
});
