import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { JsonObject } from '../../src/acp/json';
import { Transcript } from '../../src/acp/transcript';
import { stopAgents } from '../agent/inProcess';
import type { Step } from '../agent/script';
import { openAgent, openSession, runTurn, turnEnded } from './openAgent';
import { eventually } from './support';
import { chunk, kinds, stopsOf, textOf, toolOf } from './transcriptTools';

const updateOf = (update: JsonObject, sessionId = 's1'): JsonObject => ({
  method: 'session/update',
  params: { sessionId, update },
});
const permission = (id: unknown, toolCallId = 'c1'): JsonObject => ({
  id,
  method: 'session/request_permission',
  params: {
    sessionId: 's1',
    toolCall: { toolCallId },
    options: [
      { optionId: 'x-17', name: 'Yes', kind: 'allow_once' },
      { optionId: 'nein', name: 'No', kind: 'reject_once' },
    ],
  },
});
const prompt = (
  text: string,
): Parameters<typeof turnEnded>[0]['prompt'] extends (input: infer I) => unknown ? I : never => ({
  text,
  attachments: [],
  blocks: [{ type: 'text', text }],
});
const ended: JsonObject = { id: '$id', result: { stopReason: 'end_turn' } };

describe('session over the wire', () => {
  afterEach(stopAgents);

  it('keeps updates that come before the answer to session/new, in order (B39)', async () => {
    const early = [
      updateOf({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'old' }] }),
      updateOf({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'new' }] }),
      updateOf({ sessionUpdate: 'session_info_update', title: 'Early' }),
      updateOf({ sessionUpdate: 'session_info_update', title: 'Not mine' }, 'other'),
      updateOf(chunk('hello')),
    ];
    const { transcript } = await openSession({
      on: {
        'session/new': [
          [{ send: [...early, { id: '$id', result: { sessionId: 's1' } }, updateOf(chunk(' you'))] }],
        ],
      },
    });
    await eventually(() => textOf(transcript) === 'hello you', 'the text');
    deepStrictEqual(
      transcript.info.commands.map(({ name }) => name),
      ['new'],
    );
    strictEqual(transcript.info.title, 'Early');
  });

  it('lets requests for a session that is being created wait for it (B39)', async () => {
    const read = (id: string, sessionId: string): JsonObject => ({
      id,
      method: 'fs/read_text_file',
      params: { sessionId, path: '/f' },
    });
    const { agent, connection } = await openAgent({
      on: {
        'session/new': [
          [{ send: [read('r', 's1'), read('x', 'other'), { id: '$id', result: { sessionId: 's1' } }] }],
        ],
      },
    });
    await connection.newSession('/', {
      transcript: new Transcript(() => undefined),
      changed: () => undefined,
    });
    deepStrictEqual((await agent.answerTo('r'))['result'], { content: 'text of the file' });
    strictEqual(((await agent.answerTo('x'))['error'] as JsonObject)['code'], -32002);
  });

  it('applies 100 updates that come in one chunk with the answer before the prompt ends', async () => {
    const updates = Array.from({ length: 100 }, (_none, index) => updateOf(chunk(`${index} `)));
    const { session, transcript } = await openSession({
      on: { 'session/prompt': [[{ send: [...updates, ended] }]] },
    });
    let seen = '';
    const { endTurn } = transcript;
    transcript.endTurn = () => {
      seen = textOf(transcript);
      return endTurn.call(transcript);
    };
    await runTurn(session);
    strictEqual(seen, Array.from({ length: 100 }, (_none, index) => `${index} `).join(''));
  });

  it('shows a permission between two updates exactly what came before it', async () => {
    const status = (word: string): JsonObject =>
      updateOf({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', title: word });
    const steps: Step[] = [{ send: [status('before'), permission('p'), status('after'), ended] }];
    const { session, transcript } = await openSession({ on: { 'session/prompt': [steps] } });
    const seen: string[] = [];
    const { ask } = session.permissions;
    session.permissions.ask = (...args) => {
      seen.push(toolOf(transcript, 'c1').call.title);
      return ask.apply(session.permissions, args);
    };
    await runTurn(session);
    deepStrictEqual(seen, ['before']);
    strictEqual(toolOf(transcript, 'c1').call.title, 'after');
  });

  it('adds what comes after the answer to the message, without being busy again (B38)', async () => {
    const tail = [
      updateOf(chunk(' there')),
      updateOf({ sessionUpdate: 'usage_update', used: 1, size: 2 }),
      updateOf(chunk('!')),
    ];
    const steps: Step[] = [
      { send: [updateOf(chunk('Hello')), ended] },
      { wait: { method: 'more' } },
      { send: tail },
    ];
    const { session, transcript, connection } = await openSession({ on: { 'session/prompt': [steps] } });
    await runTurn(session);
    connection.notify('more', {});
    await eventually(() => textOf(transcript).endsWith('!'), 'the tail');
    deepStrictEqual(kinds(transcript), ['user', 'agent']);
    strictEqual(textOf(transcript), 'Hello there!');
    strictEqual(session.turn, 'idle');
  });

  it('sends session/cancel first, then the cancelled outcomes, each once (B54)', async () => {
    const steps: Step[] = [
      { send: [permission('p1'), permission('p2', 'c2')] },
      { wait: { id: 'p1' } },
      { wait: { id: 'p2' } },
      { answer: { stopReason: 'cancelled' } },
    ];
    const { session, transcript, agent } = await openSession({ on: { 'session/prompt': [steps] } });
    session.prompt(prompt('go'));
    await eventually(() => session.permissions.open.length === 2, 'two permissions');
    session.cancel();
    session.cancel();
    await turnEnded(session);
    deepStrictEqual(agent.summary().slice(2), [
      'session/prompt',
      'session/cancel',
      'answer "p1"',
      'answer "p2"',
    ]);
    deepStrictEqual((await agent.answerTo('p1'))['result'], { outcome: { outcome: 'cancelled' } });
    deepStrictEqual(stopsOf(transcript), ['cancelled']);
  });

  it('answers a permission that comes after the cancel by itself (B55)', async () => {
    const steps: Step[] = [
      { wait: { method: 'session/cancel' } },
      { send: [permission('late')] },
      { wait: { id: 'late' } },
      { answer: { stopReason: 'cancelled' } },
    ];
    const { session, transcript, agent } = await openSession({ on: { 'session/prompt': [steps] } });
    session.prompt(prompt('go'));
    await eventually(() => agent.summary().includes('session/prompt'), 'the prompt');
    session.cancel();
    await turnEnded(session);
    deepStrictEqual((await agent.answerTo('late'))['result'], { outcome: { outcome: 'cancelled' } });
    strictEqual(toolOf(transcript, 'c1').permission?.state, 'cancelled');
  });

  it('holds the next prompt back until the cancelled one is answered (B42)', async () => {
    const first: Step[] = [
      { wait: { method: 'session/cancel' } },
      { wait: { method: 'now answer' } },
      { answer: { stopReason: 'cancelled' } },
    ];
    const { session, agent, connection } = await openSession({
      on: { 'session/prompt': [first, [{ answer: { stopReason: 'end_turn' } }]] },
    });
    session.prompt(prompt('one'));
    await eventually(() => agent.summary().includes('session/prompt'), 'the prompt');
    session.cancel();
    strictEqual(session.prompt(prompt('two')).queued, true);
    connection.notify('now answer', {});
    await eventually(
      () => agent.summary().filter((method) => method === 'session/prompt').length === 2,
      'both',
    );
    deepStrictEqual(agent.summary().slice(2), [
      'session/prompt',
      'session/cancel',
      'now answer',
      'session/prompt',
    ]);
    await turnEnded(session);
  });

  it('denies with the reject option that was offered, whatever its spelling (B56, B60)', async () => {
    const steps: Step[] = [
      { send: [permission(0)] },
      { wait: { id: 0 } },
      { answer: { stopReason: 'end_turn' } },
    ];
    const { session, agent } = await openSession({ on: { 'session/prompt': [steps] } });
    session.prompt(prompt('go'));
    const [open] = await eventually(
      () => session.permissions.open.length > 0 && session.permissions.open,
      'it',
    );
    strictEqual(session.permissions.answer(open?.requestId ?? '', 'nein'), true);
    await turnEnded(session);
    deepStrictEqual((await agent.answerTo(0))['result'], {
      outcome: { outcome: 'selected', optionId: 'nein' },
    });
  });

  it('takes a permission down that the agent withdraws, and answers -32800', async () => {
    const steps: Step[] = [
      { send: [permission('p'), { method: '$/cancel_request', params: { requestId: 'p' } }] },
      { wait: { id: 'p' } },
      { answer: { stopReason: 'end_turn' } },
    ];
    const { session, transcript, agent } = await openSession({ on: { 'session/prompt': [steps] } });
    await runTurn(session);
    strictEqual(((await agent.answerTo('p'))['error'] as JsonObject)['code'], -32800);
    strictEqual(toolOf(transcript, 'c1').permission?.state, 'cancelled');
    deepStrictEqual(session.permissions.open, []);
  });

  it('goes on after update kinds, content, tools and fields that nobody knows (B32)', async () => {
    const odd = [
      updateOf({ sessionUpdate: 'future_thing', x: 1 }),
      updateOf({ sessionUpdate: 'agent_message_chunk', content: { type: 'hologram' } }),
      updateOf({
        sessionUpdate: 'tool_call',
        toolCallId: 'c1',
        kind: 'teleport',
        status: 'dreaming',
        extra: [],
      }),
      { method: 'session/update', params: null },
      { method: 'session/update', params: { sessionId: 's1', update: 'text' } },
      updateOf({}),
      updateOf(chunk('for another'), 'unknown-session'),
      updateOf(chunk('fine')),
    ];
    const { session, transcript } = await openSession({
      on: { 'session/prompt': [[{ send: [...odd, ended] }]] },
    });
    await runTurn(session);
    deepStrictEqual(kinds(transcript), ['user', 'media', 'tool', 'agent']);
    strictEqual(textOf(transcript), 'fine');
  });

  it('keeps two sessions of one agent apart', async () => {
    const { connection, session, transcript, agent } = await openSession({
      on: {
        'session/new': [[{ answer: { sessionId: 's1' } }], [{ answer: { sessionId: 's2' } }]],
        'session/prompt': [[{ send: [updateOf(chunk('one')), updateOf(chunk('two'), 's2'), ended] }]],
      },
    });
    const other = new Transcript(() => undefined);
    await connection.newSession('/', { transcript: other, changed: () => undefined });
    await runTurn(session);
    deepStrictEqual([textOf(transcript), textOf(other)], ['one', 'two']);
    deepStrictEqual(
      agent
        .received()
        .slice(1, 3)
        .map(({ params }) => (params as JsonObject)['mcpServers']),
      [[], []],
    );
  });
});
