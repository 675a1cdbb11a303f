import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { JsonObject } from '../../src/acp/json';
import { chunk, Recorder, thought, toolCall, toolUpdate, userChunk } from './transcriptTools';

const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };

describe('transcript: messages', () => {
  it('puts chunks without an id together until a tool call, a plan or another speaker (B112)', () => {
    const { texts, kinds } = new Recorder().apply(
      chunk('a'),
      chunk('b'),
      toolCall('c1'),
      chunk('c'),
      { sessionUpdate: 'plan', entries: [] },
      chunk('d'),
      thought('e'),
      thought('f'),
      chunk('g'),
    );
    deepStrictEqual(texts, ['ab', 'c', 'd', 'ef', 'g']);
    deepStrictEqual(kinds, ['agent', 'tool', 'agent', 'agent', 'thought', 'agent']);
  });

  it('starts a message with each new id and continues the one that an id names (B112)', () => {
    const { texts } = new Recorder().apply(
      chunk('a', 'm1'),
      chunk('b', 'm1'),
      chunk('c', 'm2'),
      toolCall('c1'),
      chunk('d', 'm2'),
      chunk('e', 'm1'),
    );
    deepStrictEqual(texts, ['abe', 'cd']);
  });

  it('is not split by usage, commands, modes, options or titles in between (B112)', () => {
    const metadata: JsonObject[] = [
      { sessionUpdate: 'usage_update', used: 1, size: 2 },
      { sessionUpdate: 'available_commands_update', availableCommands: [] },
      { sessionUpdate: 'current_mode_update', currentModeId: 'x' },
      { sessionUpdate: 'config_option_update', configOptions: [] },
      { sessionUpdate: 'session_info_update', title: 't' },
      { sessionUpdate: 'future_thing' },
      chunk(''),
    ];
    deepStrictEqual(
      new Recorder().apply(chunk('a'), ...metadata.flatMap((update) => [update, chunk('b')])).texts,
      ['abbbbbbb'],
    );
  });

  it('keeps a thought and a message with the same id apart', () => {
    const { texts, kinds } = new Recorder().apply(
      chunk('t', 'm1', 'agent_thought_chunk'),
      chunk('a', 'm1'),
      chunk('u', 'm1', 'agent_thought_chunk'),
    );
    deepStrictEqual(
      [texts, kinds],
      [
        ['tu', 'a'],
        ['thought', 'agent'],
      ],
    );
  });

  it('shows content that is no text in its place, and splits the text around it', () => {
    const media: JsonObject = { sessionUpdate: 'agent_message_chunk', messageId: 'm1', content: image };
    const recorder = new Recorder().apply(chunk('a', 'm1'), media, chunk('b', 'm1'));
    deepStrictEqual(recorder.kinds, ['agent', 'media', 'agent']);
    deepStrictEqual([...recorder.transcript.entries][1], { kind: 'media', id: 'e2', content: image });
  });

  it('takes every content type, known or not (B32)', () => {
    const contents: readonly (readonly [content: unknown, kept: unknown])[] = [
      [
        { type: 'audio', mimeType: 'audio/wav', data: 'x' },
        { type: 'audio', mimeType: 'audio/wav', data: 'x' },
      ],
      [
        { type: 'resource_link', uri: 'file:///a', name: 'a' },
        { type: 'resource_link', uri: 'file:///a', name: 'a' },
      ],
      [
        { type: 'resource', resource: { uri: 'file:///a', text: 't' } },
        { type: 'resource', uri: 'file:///a', text: 't' },
      ],
      [
        { type: 'resource', resource: null },
        { type: 'resource', uri: '', text: undefined },
      ],
      [
        { type: 'hologram', x: 1 },
        { type: 'unknown', name: 'hologram' },
      ],
      [{}, { type: 'unknown', name: 'content' }],
      [null, { type: 'unknown', name: 'object' }],
      [undefined, { type: 'unknown', name: 'undefined' }],
    ];
    for (const [content, kept] of contents) {
      const recorder = new Recorder().apply({ sessionUpdate: 'agent_message_chunk', content });
      deepStrictEqual([...recorder.transcript.entries], [{ kind: 'media', id: 'e1', content: kept }]);
    }
    deepStrictEqual(
      new Recorder().apply({ sessionUpdate: 'agent_message_chunk', content: 'bare text' }).texts,
      ['bare text'],
    );
  });

  it('says nothing about empty chunks', () => {
    const recorder = new Recorder().apply(chunk(''), thought(''), chunk('', 'm1'));
    deepStrictEqual([recorder.kinds, recorder.changes], [[], []]);
  });

  it('reports one append per chunk with nothing but its text', () => {
    const recorder = new Recorder().apply(chunk('a'), chunk('b'), chunk('c'));
    deepStrictEqual(recorder.changes, [
      { kind: 'put', id: 'e1' },
      { kind: 'append', id: 'e1', text: 'b' },
      { kind: 'append', id: 'e1', text: 'c' },
    ]);
  });

  it('reports the same number of changes for an update however long the transcript is', () => {
    const recorder = new Recorder();
    const costOf = (...updates: readonly JsonObject[]): number => {
      const before = recorder.changes.length;
      recorder.apply(...updates);
      return recorder.changes.length - before;
    };
    const round = (): number =>
      costOf(
        chunk('a'),
        toolCall('c1'),
        toolUpdate('c1', { status: 'in_progress' }),
        thought('t'),
        chunk('b', 'm'),
        {
          sessionUpdate: 'plan',
          entries: [{ content: 'x' }],
        },
      );
    round();
    const early = round();
    for (let count = 0; count < 3000; count++)
      recorder.apply(chunk(`${count}`, `m${count}`), toolCall(`t${count}`));
    strictEqual(round(), early);
    strictEqual(early, 6);
  });

  it('continues the last message with what comes after the turn, and starts anew with the next turn (B38)', () => {
    const recorder = new Recorder();
    recorder.transcript.beginTurn('go', []);
    recorder.apply(chunk('Hel'));
    recorder.transcript.endTurn();
    recorder.apply(chunk('lo'));
    recorder.transcript.beginTurn('again', []);
    recorder.apply(chunk('Bye'));
    deepStrictEqual(recorder.texts, ['go', 'Hello', 'again', 'Bye']);
  });

  it('gives the ids of a new session a name space of their own', () => {
    const recorder = new Recorder().apply(chunk('a', 'm1'), toolCall('c1', { title: 'old' }), {
      sessionUpdate: 'session_info_update',
      title: 'T',
    });
    recorder.transcript.beginSession();
    recorder.apply(chunk('b', 'm1'), toolCall('c1', { title: 'new' }));
    deepStrictEqual(recorder.texts, ['a', 'b']);
    deepStrictEqual(recorder.kinds, ['agent', 'tool', 'agent', 'tool']);
    strictEqual(recorder.transcript.info.title, undefined);
  });
});

describe('transcript: the person', () => {
  function turn(prompt: string, ...updates: readonly JsonObject[]): Recorder {
    const recorder = new Recorder();
    recorder.transcript.beginTurn(prompt, [{ id: 'f', label: 'a.ts', detail: '/a.ts' }]);
    return recorder.apply(...updates);
  }

  it('shows the prompt at once, with what is attached to it', () => {
    const recorder = turn('hello');
    deepStrictEqual(
      [...recorder.transcript.entries],
      [{ kind: 'user', id: 'e1', text: 'hello', attachments: [{ id: 'f', label: 'a.ts', detail: '/a.ts' }] }],
    );
    strictEqual(recorder.transcript.hasPrompts, true);
  });

  it('folds an echo of the prompt into it, whole or in chunks (B113)', () => {
    for (const echo of [['hello you there'], ['hello ', 'you ', 'there'], ['h', '', 'ello you there']]) {
      deepStrictEqual(turn('hello you there', ...echo.map(userChunk), chunk('hi')).texts, [
        'hello you there',
        'hi',
      ]);
    }
  });

  it('shows an echo with a changed text (B113)', () => {
    deepStrictEqual(turn('hello', userChunk('/hello expanded')).texts, ['hello', '/hello expanded']);
  });

  it('shows only what an echo adds to the prompt', () => {
    deepStrictEqual(turn('hello', userChunk('hello and more')).texts, ['hello', ' and more']);
  });

  it('folds an echo only once', () => {
    deepStrictEqual(turn('hello', userChunk('hello'), userChunk('hello')).texts, ['hello', 'hello']);
  });

  it('drops the echo of an attachment, which the prompt shows already', () => {
    const echo = {
      sessionUpdate: 'user_message_chunk',
      content: { type: 'resource_link', uri: 'file:///a', name: 'a' },
    };
    deepStrictEqual(turn('hello', echo).kinds, ['user']);
  });

  it('shows what the person said when it is told outside of a turn, as in a replay (B113)', () => {
    const recorder = turn('hello');
    recorder.transcript.endTurn();
    recorder.apply(userChunk('hel'), userChunk('lo'), chunk('hi'), {
      sessionUpdate: 'user_message_chunk',
      content: image,
    });
    deepStrictEqual(recorder.texts, ['hello', 'hello', 'hi']);
    deepStrictEqual(recorder.kinds, ['user', 'user', 'agent', 'media']);
  });
});
