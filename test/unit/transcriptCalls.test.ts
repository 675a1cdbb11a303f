import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { JsonObject } from '../../src/acp/json';
import type { ToolCall } from '../../src/acp/toolCall';
import { Recorder, toolCall, toolUpdate } from './transcriptTools';

/** The one call that comes of these updates. */
function call(...updates: readonly JsonObject[]): ToolCall {
  const recorder = new Recorder().apply(...updates);
  deepStrictEqual(recorder.kinds, ['tool']);
  return recorder.tool('c1').call;
}

describe('transcript: tool calls', () => {
  it('keeps all that an agent says about a call', () => {
    const said = call(
      toolCall('c1', {
        title: 'Edit a.ts',
        kind: 'edit',
        status: 'in_progress',
        content: [
          { type: 'diff', path: '/a.ts', oldText: 'x', newText: 'y' },
          { type: 'terminal', terminalId: 't1' },
        ],
        locations: [{ path: '/a.ts', line: 3 }, { path: '/b.ts' }],
        rawInput: { path: '/a.ts' },
        rawOutput: ['done'],
        _meta: { claudeCode: { parentToolUseId: 'c0' } },
      }),
    );
    deepStrictEqual(said, {
      toolCallId: 'c1',
      title: 'Edit a.ts',
      toolKind: 'edit',
      status: 'in_progress',
      content: [
        { type: 'diff', diff: { path: '/a.ts', oldText: 'x', newText: 'y' } },
        { type: 'terminal', terminalId: 't1' },
      ],
      locations: [
        { path: '/a.ts', line: 3 },
        { path: '/b.ts', line: undefined },
      ],
      rawInput: { path: '/a.ts' },
      rawOutput: ['done'],
      parentId: 'c0',
    });
  });

  it('changes only what an update names', () => {
    const before = toolCall('c1', { title: 'T', kind: 'read', status: 'pending', rawInput: { a: 1 } });
    deepStrictEqual(call(before, toolUpdate('c1', { status: 'completed' })), {
      ...call(before),
      status: 'completed',
    });
  });

  it('replaces content and locations, by nothing too when an update says so', () => {
    const text = (words: string): JsonObject => ({ type: 'content', content: { type: 'text', text: words } });
    const first = toolCall('c1', { content: [text('a'), text('b')], locations: [{ path: '/a' }] });
    const second = call(first, toolUpdate('c1', { content: [text('c')], locations: [{ path: '/b' }] }));
    deepStrictEqual(second.content, [{ type: 'content', content: { type: 'text', text: 'c' } }]);
    deepStrictEqual(second.locations, [{ path: '/b', line: undefined }]);
    deepStrictEqual(call(first, toolUpdate('c1', { content: [] })).content, []);
  });

  it('makes a card of an update for an unknown id and invents nothing; a later call merges into it (B41)', () => {
    const blank = call(toolUpdate('c1', { status: 'completed' }));
    deepStrictEqual([blank.title, blank.toolKind, blank.status], ['', 'other', 'completed']);
    const filled = call(
      toolUpdate('c1', { title: 'Read a.ts', content: [{ type: 'terminal', terminalId: 't' }] }),
      toolCall('c1', { title: 'Read /project/a.ts', kind: 'read', status: 'pending' }),
    );
    deepStrictEqual(
      [filled.title, filled.toolKind, filled.content.length],
      ['Read /project/a.ts', 'read', 1],
    );
  });

  it('does not go back when a known call is announced again', () => {
    const known = toolUpdate('c1', {
      title: 'npm test',
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command: 'npm test' },
    });
    const again = call(
      known,
      toolCall('c1', { title: 'Tool call', kind: 'other', status: 'pending', rawInput: {}, content: [] }),
    );
    deepStrictEqual(again, call(known));
    strictEqual(
      call(known, toolCall('c1', { status: 'completed' }), toolCall('c1', { status: 'pending' })).status,
      'completed',
    );
  });

  it('takes a better title and a step back that an update tells', () => {
    const better = call(
      toolCall('c1', { title: 'Preparing file…' }),
      toolUpdate('c1', { title: 'Write notes.txt' }),
    );
    strictEqual(better.title, 'Write notes.txt');
    strictEqual(
      call(toolCall('c1', { status: 'in_progress' }), toolUpdate('c1', { status: 'pending' })).status,
      'pending',
    );
  });

  it('does not lose the input to an empty one (B61)', () => {
    for (const empty of [{}, null, '', [], undefined]) {
      const { rawInput } = call(
        toolCall('c1', { rawInput: { command: 'ls' } }),
        toolUpdate('c1', { rawInput: empty }),
      );
      deepStrictEqual(rawInput, { command: 'ls' });
    }
  });

  it('reads an input that is JSON in a string, and keeps any other string', () => {
    deepStrictEqual(call(toolCall('c1', { rawInput: '{"path":"a"}' })).rawInput, { path: 'a' });
    strictEqual(call(toolCall('c1', { rawInput: '{broken' })).rawInput, '{broken');
    strictEqual(call(toolCall('c1', { rawInput: 'plain' })).rawInput, 'plain');
  });

  it('takes bare content blocks, and leaves out what has no path or no id', () => {
    const { content } = call(
      toolCall('c1', {
        content: [
          { type: 'text', text: 'bare' },
          { type: 'image', mimeType: 'image/png', data: 'x' },
          { type: 'hologram' },
          { type: 'diff', path: '/new' },
          { type: 'diff', newText: 'no path' },
          { type: 'terminal' },
          null,
          'text',
        ],
      }),
    );
    deepStrictEqual(content, [
      { type: 'content', content: { type: 'text', text: 'bare' } },
      { type: 'content', content: { type: 'image', mimeType: 'image/png', data: 'x' } },
      { type: 'content', content: { type: 'unknown', name: 'hologram' } },
      { type: 'diff', diff: { path: '/new', oldText: undefined, newText: '' } },
    ]);
  });

  it('takes a diff without an earlier text, or with an empty one, as it is (B89)', () => {
    const olds = [null, undefined, ''].map((oldText) => {
      const [item] = call(
        toolCall('c1', { content: [{ type: 'diff', path: '/a', oldText, newText: 'n' }] }),
      ).content;
      return item?.type === 'diff' ? item.diff.oldText : 'none';
    });
    deepStrictEqual(olds, [undefined, undefined, '']);
  });

  it('makes lines of locations whole and at least 1, and leaves out what is no place', () => {
    const lines = [0, 1, 2.7, -4, '3', null].map((line) => ({ path: '/a', line }));
    const { locations } = call(toolCall('c1', { locations: [...lines, { path: '' }, { line: 3 }, null] }));
    deepStrictEqual(
      locations.map(({ line }) => line),
      [1, 1, 2, undefined, undefined, undefined],
    );
  });

  it('keeps kinds and statuses that nobody knows (B32)', () => {
    const odd = call(toolCall('c1', { kind: 'teleport', status: 'dreaming' }));
    deepStrictEqual([odd.toolKind, odd.status], ['teleport', 'dreaming']);
  });

  it('takes values of the wrong type for absent', () => {
    const known = toolCall('c1', {
      title: 'T',
      kind: 'read',
      status: 'pending',
      content: [{ type: 'text', text: 'x' }],
    });
    const fields = { title: 7, kind: null, status: false, content: 'text', locations: {}, _meta: 'm' };
    deepStrictEqual(call(known, toolUpdate('c1', fields)), call(known));
  });

  it('ignores a call without an id', () => {
    const recorder = new Recorder().apply(
      { sessionUpdate: 'tool_call', title: 'x' },
      { sessionUpdate: 'tool_call_update', toolCallId: 7 },
    );
    deepStrictEqual([recorder.kinds, recorder.changes], [[], []]);
  });

  it('keeps calls with names such as constructor apart', () => {
    const recorder = new Recorder().apply(
      toolCall('constructor'),
      toolCall('__proto__'),
      toolUpdate('constructor'),
    );
    deepStrictEqual(recorder.kinds, ['tool', 'tool']);
  });

  it('closes what is unfinished with the turn, and a straggler does not reopen it', () => {
    const recorder = new Recorder();
    recorder.transcript.beginTurn('go', []);
    recorder.apply(
      toolCall('c1'),
      toolCall('c2', { status: 'completed' }),
      toolCall('c3', { status: 'failed' }),
    );
    recorder.transcript.endTurn();
    const statuses = (): readonly string[] => ['c1', 'c2', 'c3'].map((id) => recorder.tool(id).call.status);
    deepStrictEqual(statuses(), ['cancelled', 'completed', 'failed']);
    recorder.apply(toolUpdate('c1', { status: 'in_progress', title: 'late' }));
    deepStrictEqual([recorder.tool('c1').call.status, recorder.tool('c1').call.title], ['cancelled', 'late']);
    recorder.apply(toolUpdate('c1', { status: 'completed' }));
    deepStrictEqual(statuses(), ['completed', 'completed', 'failed']);
  });
});
