import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import type { JsonObject } from '../../src/acp/json';
import { notFound, refused } from '../../src/acp/rpcError';
import { stopAgents } from '../agent/inProcess';
import type { Script } from '../agent/script';
import { openSession, runTurn, type OpenedSession } from './openAgent';
import { agentFailure } from './support';

/** Everything that the agent asks while its first prompt runs; then the turn ends. */
function asking(...requests: readonly JsonObject[]): Script {
  const last = requests.findLast((request) => 'id' in request)?.['id'] as string;
  return {
    on: {
      'session/prompt': [
        [{ send: requests }, { wait: { id: last } }, { answer: { stopReason: 'end_turn' } }],
      ],
    },
  };
}

const request = (id: unknown, method: string, params: JsonObject = {}): JsonObject => ({
  id,
  method,
  params: { sessionId: 's1', ...params },
});

async function answers(script: Script, prepare?: (opened: OpenedSession) => void): Promise<OpenedSession> {
  const opened = await openSession(script);
  prepare?.(opened);
  await runTurn(opened.session);
  return opened;
}

describe('connection: what the agent asks for', () => {
  afterEach(stopAgents);

  it('answers an unknown request -32601 with the same id and ignores an unknown notification (B37)', async () => {
    const { agent } = await answers(
      asking({ method: '$/foo' }, { method: '_auth/status_update', params: null }, request('a-1', '_x/ping')),
    );
    const answer = await agent.answerTo('a-1');
    strictEqual((answer['error'] as JsonObject)['code'], -32601);
    strictEqual(agent.received().filter((message) => !('method' in message)).length, 1);
  });

  it('answers with ids of every kind, also those that it uses itself', async () => {
    const ids = ['5b1c7d9e-0000-4000-8000-00000000000a', 0, 1, 3, '1'];
    const { agent } = await answers(
      asking(...ids.map((id) => request(id, 'fs/read_text_file', { path: `/f/${id}` }))),
      ({ host }) => (host.read = async ({ path }) => `text of ${path}`),
    );
    for (const id of ids)
      deepStrictEqual((await agent.answerTo(id))['result'], { content: `text of /f/${id}` });
  });

  it('reads with line and limit, and writes, for the right session', async () => {
    const { agent, host, session } = await answers(
      asking(
        request('r', 'fs/read_text_file', { path: '/f', line: 2, limit: 3 }),
        request('w', 'fs/write_text_file', { path: '/g', content: 'x\r\n' }),
      ),
    );
    deepStrictEqual(host.reads, [{ path: '/f', line: 2, limit: 3 }]);
    deepStrictEqual(host.writes, [{ path: '/g', content: 'x\r\n' }]);
    deepStrictEqual((await agent.answerTo('w'))['result'], {});
    strictEqual(
      host.scopes.every(({ sessionKey, cwd }) => sessionKey === session.key && cwd === session.cwd),
      true,
    );
  });

  it('passes on the error of the host: a missing file is -32002 (B75)', async () => {
    const { agent } = await answers(
      asking(
        request('r', 'fs/read_text_file', { path: '/gone' }),
        request('w', 'fs/write_text_file', { path: '/w', content: '' }),
      ),
      ({ host }) => {
        host.read = ({ path }) => Promise.reject(notFound(`no such file: ${path}`, { path }));
        host.write = () => Promise.reject(refused('The person rejected the change.'));
      },
    );
    deepStrictEqual((await agent.answerTo('r'))['error'], {
      code: -32002,
      message: 'no such file: /gone',
      data: { path: '/gone' },
    });
    deepStrictEqual((await agent.answerTo('w'))['error'], {
      code: -32603,
      message: 'The person rejected the change.',
    });
  });

  it('answers -32603 when the host breaks, and goes on', async () => {
    const { agent } = await answers(
      asking(
        request('r', 'fs/read_text_file', { path: '/a' }),
        request('t', 'terminal/output', { terminalId: 't1' }),
      ),
      ({ host }) => (host.read = () => Promise.reject(new TypeError('bug'))),
    );
    strictEqual(((await agent.answerTo('r'))['error'] as JsonObject)['code'], -32603);
    deepStrictEqual((await agent.answerTo('t'))['result'], { output: 'hi\n', truncated: false });
  });

  it('answers bad parameters -32602 and an unknown session -32002, never with silence', async () => {
    const { agent, host } = await answers(
      asking(
        { id: 'b1', method: 'fs/read_text_file' },
        { id: 'b2', method: 'fs/read_text_file', params: [1] },
        request('b3', 'fs/read_text_file', { path: 'relative.ts' }),
        request('b4', 'terminal/create', { command: '' }),
        { id: 'b5', method: 'fs/read_text_file', params: { sessionId: 'other', path: '/a' } },
        { id: 'b6', method: 'session/request_permission', params: { sessionId: 'other', options: [] } },
      ),
    );
    for (const id of ['b1', 'b2', 'b3', 'b4'])
      strictEqual(((await agent.answerTo(id))['error'] as JsonObject)['code'], -32602, id);
    for (const id of ['b5', 'b6'])
      strictEqual(((await agent.answerTo(id))['error'] as JsonObject)['code'], -32002, id);
    deepStrictEqual(host.calls, []);
  });

  it('runs a command through all its calls', async () => {
    const terminal = { terminalId: 't1' };
    const { agent, host } = await answers(
      asking(
        request('c', 'terminal/create', { command: 'ls', args: ['-l'], cwd: '/w', outputByteLimit: 10 }),
        request('o', 'terminal/output', terminal),
        request('w', 'terminal/wait_for_exit', terminal),
        request('k', 'terminal/kill', terminal),
        request('l', 'terminal/release', terminal),
      ),
      ({ host }) => (host.wait = async () => ({ exitCode: 0, signal: null })),
    );
    deepStrictEqual(host.calls, ['create ls', 'output t1', 'wait t1', 'kill t1', 'release t1']);
    deepStrictEqual((await agent.answerTo('c'))['result'], { terminalId: 't1' });
    deepStrictEqual((await agent.answerTo('w'))['result'], { exitCode: 0, signal: null });
    deepStrictEqual((await agent.answerTo('k'))['result'], {});
  });

  it('reads a terminal while a permission and a wait for an exit are open', async () => {
    const opened = await openSession(
      asking(
        request('p', 'session/request_permission', {
          toolCall: { toolCallId: 'c1' },
          options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
        }),
        request('w', 'terminal/wait_for_exit', { terminalId: 't1' }),
        request('o', 'terminal/output', { terminalId: 't1' }),
      ),
    );
    await runTurn(opened.session);
    deepStrictEqual((await opened.agent.answerTo('o'))['result'], { output: 'hi\n', truncated: false });
  });

  it('answers -32800 when the agent takes a wait or a question back', async () => {
    const { agent, host } = await openSession(
      asking(
        request('w', 'terminal/wait_for_exit', { terminalId: 't1' }),
        { id: 'e', method: 'elicitation/create', params: { mode: 'form', message: 'Name?' } },
        { method: '$/cancel_request', params: { requestId: 'w' } },
        { method: '$/cancel_request', params: { requestId: 'e' } },
        { method: '$/cancel_request', params: { requestId: 'nothing' } },
      ),
    ).then(async (opened) => {
      await runTurn(opened.session);
      return opened;
    });
    deepStrictEqual(host.calls, ['wait t1', 'ask Name?']);
    for (const id of ['w', 'e'])
      strictEqual(((await agent.answerTo(id))['error'] as JsonObject)['code'], -32800, id);
  });

  it('refuses a question of a mode that it did not offer quickly (B68)', async () => {
    const { agent } = await answers(
      asking({ id: 'u', method: 'elicitation/create', params: { mode: 'url', url: 'https://x' } }),
    );
    strictEqual(((await agent.answerTo('u'))['error'] as JsonObject)['code'], -32602);
  });
});

describe('connection: errors of the agent', () => {
  afterEach(stopAgents);

  it('shows code, message and data, as text or as details', async () => {
    for (const [data, shown] of [
      ['plain text', /plain text/],
      [{ details: 'the details' }, /the details/],
      [{ kind: 'odd' }, /"kind": "odd"/],
      [null, /^Request\nsession\/new \(code 500\)$/],
    ] as const) {
      const { connection } = await openSession({
        on: {
          'session/new': [
            [{ answer: { sessionId: 's1' } }],
            [{ error: { code: 500, message: 'No luck', data } }],
          ],
        },
      });
      const error = await agentFailure(connection.request('session/new', {}));
      strictEqual(error.tag, 'request-failed');
      match(error.message, /No luck/);
      match(error.details ?? '', shown);
    }
  });

  it('names the ways to log in when the agent wants that first', async () => {
    const { connection } = await openSession({
      on: {
        initialize: [
          [{ answer: { protocolVersion: 1, authMethods: [{ id: 'a', name: 'Browser' }, { id: 'key' }] } }],
        ],
        'session/new': [
          [{ answer: { sessionId: 's1' } }],
          [{ error: { code: -32000, message: 'Please log in' } }],
        ],
      },
    });
    const error = await agentFailure(connection.request('session/new', {}));
    strictEqual(error.tag, 'auth-required');
    deepStrictEqual(
      error.logins.map(({ name }) => name),
      ['Browser', 'key'],
    );
    match(error.message, /Please log in/);
  });
});
