import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import type { JsonObject } from '../../src/acp/json';
import { Transcript } from '../../src/acp/transcript';
import { untilAborted } from './fakeHost';
import { stopAgents } from '../agent/inProcess';
import type { Step } from '../agent/script';
import {
  openInProcess as openAgent,
  openSessionInProcess as openSession,
  runTurn,
  turnEnded,
} from './openAgent';
import { agentFailure, eventually, settled } from './support';
import { kinds, textOf, toolOf } from './transcriptTools';

const ask = (id: string, method: string, params: JsonObject = {}): JsonObject => ({
  id,
  method,
  params: { sessionId: 's1', ...params },
});

/** A permission, a held write and a wait for an exit, all open. */
const openRequests: Step = {
  send: [
    {
      method: 'session/update',
      params: { sessionId: 's1', update: { sessionUpdate: 'tool_call', toolCallId: 'c1' } },
    },
    ask('p', 'session/request_permission', {
      toolCall: { toolCallId: 'c1' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    }),
    ask('w', 'fs/write_text_file', { path: '/f', content: '' }),
    ask('t', 'terminal/wait_for_exit', { terminalId: 't1' }),
  ],
};

describe('connection: the end', () => {
  afterEach(stopAgents);

  it('settles everything when the agent crashes in mid-turn (B28)', async () => {
    const steps: Step[] = [
      openRequests,
      { wait: { method: 'go on' } },
      { stderr: 'segfault\n' },
      { die: 'SIGKILL' },
    ];
    const { session, transcript, host, connection } = await openSession({
      on: { 'session/prompt': [steps] },
    });
    host.write = (_request, { signal }) => untilAborted(signal);
    const turn = runTurn(session);
    await eventually(() => host.calls.length === 2 && session.permissions.open.length === 1, 'the requests');
    const other = agentFailure(connection.request('other', {}));
    connection.notify('go on', {});
    await turn;

    strictEqual((await connection.closed).tag, 'exited');
    strictEqual((await other).tag, 'exited');
    strictEqual(
      host.scopes.every(({ signal }) => signal.aborted),
      true,
    );
    deepStrictEqual(session.permissions.open, []);
    strictEqual(toolOf(transcript, 'c1').call.status, 'cancelled');
    strictEqual(toolOf(transcript, 'c1').permission?.state, 'cancelled');
    const errors = [...transcript.entries].filter((entry) => entry.kind === 'error');
    strictEqual(errors.length, 1, 'one error card, not one per request');
    match(errors[0]?.error.message ?? '', /signal SIGKILL/);
    match(errors[0]?.error.details ?? '', /segfault/);
    strictEqual(session.closed, true);
    ok(host.calls.includes('release all'));
  });

  it('ends the turn normally when the answer is the last thing an agent says, without a newline (B27)', async () => {
    const steps: Step[] = [
      { raw: '{"jsonrpc":"2.0","id":$id,"result":{"stopReason":"refusal"}}' },
      { exit: 0 },
    ];
    const { session, transcript, connection } = await openSession({ on: { 'session/prompt': [steps] } });
    await runTurn(session);
    await connection.closed;
    deepStrictEqual(kinds(transcript), ['user', 'stop', 'error']);
  });

  it('shows every word that came before the crash, also what is still in the pipe', async () => {
    const say = (text: string): JsonObject => ({
      method: 'session/update',
      params: {
        sessionId: 's1',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      },
    });
    // Each request takes a turn of the event loop: so the exit is known long before the last word is read.
    const words = Array.from({ length: 300 }, (_none, index) => [
      say(`${index} `),
      ask(`r${index}`, '_x/ping'),
    ]);
    const steps: Step[] = [{ send: [...words.flat(), say('last')] }, { exit: 3 }];
    const { session, transcript } = await openSession({ on: { 'session/prompt': [steps] } });
    await runTurn(session);
    deepStrictEqual(kinds(transcript), ['user', 'agent', 'error']);
    match(textOf(transcript), /^0 1 .* 299 last$/);
  });

  it('says so when an idle agent ends, once', async () => {
    const { connection, transcript } = await openSession({
      on: { 'session/new': [[{ answer: { sessionId: 's1' } }, { wait: { method: 'bye' } }, { exit: 0 }]] },
    });
    connection.notify('bye', {});
    await connection.closed;
    await settled();
    deepStrictEqual(kinds(transcript), ['error']);
  });

  it('survives an agent that closes its input: prompt, cancel and stop all end (B29)', async () => {
    const { session, transcript, connection, agent } = await openSession({
      on: { 'session/new': [[{ answer: { sessionId: 's1' } }, { close: 'stdin' }]] },
      stubborn: true,
    });
    session.prompt({ text: 'x', attachments: [], blocks: [{ type: 'text', text: 'x'.repeat(1_000_000) }] });
    session.cancel();
    await turnEnded(session);
    strictEqual((await connection.closed).tag, 'write-after-exit');
    deepStrictEqual(kinds(transcript), ['user', 'error']);
    await connection.stop();
    strictEqual(agent.process.running, false);
    strictEqual((await agentFailure(connection.request('late', {}))).tag, 'write-after-exit');
  });

  it('ends the turn without an error card when the person stops the agent', async () => {
    const { session, transcript, connection, host } = await openSession({
      on: { 'session/prompt': [[openRequests]] },
    });
    host.write = (_request, { signal }) => untilAborted(signal);
    const turn = runTurn(session);
    await eventually(() => host.calls.length === 2, 'the requests');
    await connection.stop();
    await turn;
    strictEqual((await connection.closed).tag, 'stopped');
    deepStrictEqual(kinds(transcript), ['user', 'tool', 'stop']);
    strictEqual(
      host.scopes.every(({ signal }) => signal.aborted),
      true,
    );
  });

  it('ignores a click on a permission after the agent ended (B55)', async () => {
    const { session, transcript, connection } = await openSession({
      on: { 'session/prompt': [[openRequests]] },
    });
    const turn = runTurn(session);
    const [open] = await eventually(
      () => session.permissions.open.length > 0 && session.permissions.open,
      'a permission',
    );
    await connection.stop();
    await turn;
    strictEqual(session.permissions.answer(open?.requestId ?? '', 'yes'), false);
    strictEqual(toolOf(transcript, 'c1').permission?.state, 'cancelled');
  });

  it('shows nothing any more of what an agent says after it was stopped', async () => {
    const late = { sessionUpdate: 'tool_call', toolCallId: 'late', status: 'in_progress' };
    const lastWords = '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}';
    const { transcript, connection, agent } = await openSession({
      start: [{ wait: { method: 'last words' } }, { update: late }, { raw: lastWords }, { exit: 0 }],
      stubborn: true,
    });
    connection.notify('last words', {});
    const stopping = connection.stop();
    await agent.process.exited;
    await stopping;
    await settled();
    deepStrictEqual(kinds(transcript), []);
  });

  it('fails a session that is asked for when the agent ends', async () => {
    const { connection } = await openAgent({ on: { 'session/new': [[{ stderr: 'no\n' }, { exit: 2 }]] } });
    const failed = await agentFailure(
      connection.newSession('/', { transcript: new Transcript(() => undefined), changed: () => undefined }),
    );
    strictEqual(failed.tag, 'exited');
  });

  it('refuses an answer to session/new that names no session', async () => {
    for (const answer of [null, {}, { sessionId: '' }, { sessionId: 7 }]) {
      const { connection } = await openAgent({ on: { 'session/new': [[{ answer }]] } });
      const failed = await agentFailure(
        connection.newSession('/', { transcript: new Transcript(() => undefined), changed: () => undefined }),
      );
      strictEqual(failed.tag, 'protocol-violation');
    }
  });

  it('stops the turn of a session that is closed, and knows the session no more', async () => {
    const steps: Step[] = [
      openRequests,
      { wait: { method: 'session/cancel' } },
      { send: [ask('late', 'fs/read_text_file', { path: '/f' })] },
    ];
    const { session, connection, agent, host } = await openSession({ on: { 'session/prompt': [steps] } });
    session.prompt({ text: 'x', attachments: [], blocks: [] });
    await eventually(() => session.permissions.open.length === 1, 'the permission');
    connection.closeSession(session);
    strictEqual(((await agent.answerTo('late'))['error'] as JsonObject)['code'], -32002);
    deepStrictEqual((await agent.answerTo('p'))['result'], { outcome: { outcome: 'cancelled' } });
    ok(host.calls.includes('release all'));
  });
});
