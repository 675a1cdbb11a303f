import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentConnection } from '../../src/acp/connection';
import { AgentError, type AgentErrorTag } from '../../src/acp/errors';
import type { JsonObject } from '../../src/acp/json';
import { startProcess, type LaunchPlan } from '../../src/acp/process';
import { nodePlan, stopAgents } from '../agent/inProcess';
import type { Script, Step } from '../agent/script';
import { FakeHost } from './fakeHost';
import { inProcess, openInProcess, openSessionInProcess, optionsFor, turnEnded } from './openAgent';
import { agentFailure, temporaryFolder } from './support';

const onInitialize = (...steps: readonly Step[]): Script => ({ on: { initialize: [steps] } });

/** Starts a scripted agent that is expected to fail before it is ready. */
async function refused(script: Script, seconds?: number): Promise<AgentError> {
  const agent = await inProcess(script);
  return agentFailure(AgentConnection.open(optionsFor(agent.process, new FakeHost(), seconds)));
}

/** A program that may install the agent first, as npx does. */
async function installing(source: string, seconds?: number): Promise<AgentError> {
  const plan: LaunchPlan = { ...nodePlan(['-e', source]), mayInstall: true };
  const options = optionsFor(await startProcess(plan), new FakeHost(), seconds);
  return agentFailure(AgentConnection.open({ ...options, handshakeSeconds: 600 }));
}

function unstartable(plan: Partial<LaunchPlan>): Promise<AgentError> {
  return agentFailure(startProcess({ ...nodePlan([]), ...plan }));
}

/** What the card of a prompt says that is answered with these steps. */
async function afterPrompt(
  steps: readonly Step[],
  block: JsonObject = { type: 'text', text: 'x' },
): Promise<AgentError> {
  const { session, transcript } = await openSessionInProcess({ on: { 'session/prompt': [steps] } });
  session.prompt({ text: 'x', attachments: [], blocks: [block] });
  await turnEnded(session);
  const [error] = [...transcript.entries].flatMap((entry) => (entry.kind === 'error' ? [entry] : []));
  if (error === undefined) throw new Error('the turn ended without an error');
  deepStrictEqual(error.prompt?.blocks, [block], 'it can be sent again as it was');
  return error.error;
}

const answered = (code: number, message: string, data?: unknown): Promise<AgentError> =>
  afterPrompt([{ error: { code, message, data } }]);

async function afterRequest(method: string, step: Step): Promise<AgentError> {
  const { connection } = await openInProcess({ on: { [method]: [[step]] } });
  return agentFailure(connection.request(method, { sessionId: 's1' }));
}

async function late(): Promise<AgentError> {
  const { connection } = await openInProcess({ on: { bye: [[{ exit: 0 }]] } });
  connection.notify('bye', {});
  await connection.closed;
  return agentFailure(connection.request('session/new', {}));
}

async function stoppedByPerson(): Promise<AgentError> {
  const { connection } = await openInProcess();
  await connection.stop();
  return connection.closed;
}

async function tooLarge(params: JsonObject, step: Step): Promise<AgentError> {
  const agent = await inProcess({ on: { ask: [[step]] } });
  const connection = await AgentConnection.open({
    ...optionsFor(agent.process, new FakeHost()),
    maxMessageBytes: 100_000,
  });
  const error = await agentFailure(connection.request('ask', params));
  ok(await connection.request('session/new', {}), 'the connection goes on');
  return error;
}

function plainFile(): string {
  const file = join(temporaryFolder(), 'agent');
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o644);
  return file;
}

const big = 'x'.repeat(200_000);

/** How each kind of failure comes about with a real program; or why none can show it here. */
const ways: Readonly<Record<AgentErrorTag, readonly (() => Promise<AgentError>)[] | string>> = {
  'command-not-found': [() => unstartable({ command: 'no-such-agent-xyz' })],
  'not-executable':
    process.platform === 'win32' ? 'no such thing there' : [() => unstartable({ command: plainFile() })],
  'bad-directory': [() => unstartable({ cwd: join(temporaryFolder(), 'gone') })],
  'untrusted-workspace': 'known to the extension: test/host/untrusted.restricted.test.ts',
  'folder-not-on-disk': 'known to the extension: needs a virtual workspace',
  'unknown-agent': 'known to the extension: an agent of an earlier window that is gone now',
  'not-installed': 'known to the extension: test/host/agentsView.test.ts starts one that is not there',
  'needs-adapter': 'known to the extension: detect.test.ts has the state',
  'runtime-missing': 'made by planning: agents/plans.test.ts',
  'spawn-failed': [() => unstartable({ args: ['a\0b'] })],
  'install-failed': [
    () =>
      installing(`console.error('npm error code ETARGET\\nnpm error notarget No version'); process.exit(1)`),
  ],
  'exited-early': [
    () => refused(onInitialize({ stderr: 'no licence\n' }, { exit: 0 })),
    () => installing('process.exit(1)'),
  ],
  'startup-timeout': [() => installing('setInterval(() => {}, 1000)', 0.3)],
  'handshake-timeout': [() => refused(onInitialize(), 0.3)],
  'protocol-version': [() => refused(onInitialize({ answer: { protocolVersion: 2 } }))],
  'protocol-violation': [
    () => refused(onInitialize({ raw: 'Content-Length: 2\r\n\r\n{}' })),
    () => agentFailure(openSessionInProcess({ on: { 'session/new': [[{ answer: {} }]] } })),
  ],
  'message-too-large': [
    () => tooLarge({ big }, { answer: {} }),
    () => tooLarge({}, { answer: { big } }),
    () => tooLarge({}, { raw: `{"result":{"big":"${big}"},"id":$id}\n` }),
  ],
  'write-after-exit': [late],
  'connection-closed': [() => refused(onInitialize({ close: 'stdout' }), 600)],
  exited: [() => afterPrompt([{ stderr: 'segfault\n' }, { die: 'SIGKILL' }])],
  stopped: [stoppedByPerson],
  'auth-required': [
    () => afterRequest('session/new', { error: { code: -32000, message: 'Authentication required' } }),
    () => answered(-32603, 'Internal error', { details: 'OAuth token has expired' }),
  ],
  'auth-failed': [() => afterRequest('authenticate', { error: { code: -32603, message: 'no browser' } })],
  'usage-limit': [() => answered(429, 'Too Many Requests'), () => answered(-32603, 'Overloaded')],
  'method-not-found': [
    () => afterRequest('session/set_mode', { error: { code: -32601, message: 'Method not found' } }),
  ],
  'capability-missing': [() => afterRequest('session/load', { answer: {} })],
  'content-unsupported': [
    () => afterPrompt([], { type: 'image', mimeType: 'image/png', data: '' }),
    () => answered(-32603, 'Image input is not supported'),
  ],
  'session-not-found': [
    () => answered(-32002, 'Resource not found'),
    () => answered(-32603, 'Internal error', { details: 'unknown session: s1' }),
  ],
  'bring-back-failed': 'made by the extension: test/host/bringBack.test.ts',
  'session-busy': [() => answered(-32600, 'Already processing a prompt')],
  'turn-inactive': [() => answered(-32600, 'No active turn')],
  cancelled: [() => answered(-32800, 'Request cancelled')],
  'request-failed': [() => answered(-32603, 'Internal error', 'no luck')],
};

describe('errors as real programs cause them', () => {
  afterEach(stopAgents);

  for (const [tag, list] of Object.entries(ways)) {
    if (typeof list === 'string') continue;
    for (const [index, cause] of list.entries()) {
      it(`${tag}, ${index + 1} of ${list.length}`, async () => {
        const error = await cause();
        strictEqual(error.tag, tag, error.message);
        ok(error instanceof AgentError);
      });
    }
  }

  it('names the end of the agent and its last words', async () => {
    const error = await afterPrompt([{ stderr: 'segfault\n' }, { exit: 9 }]);
    match(error.message, /code 9/);
    match(error.details ?? '', /segfault/);
    match(
      (await installing(`console.error('npm error code E404'); process.exit(1)`)).message,
      /code 1.*E404/,
    );
  });

  it('sends nothing that the agent did not offer to take', async () => {
    const { connection, agent } = await openInProcess({
      on: {
        initialize: [
          [{ answer: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { list: {} } } } }],
        ],
      },
    });
    for (const method of ['session/load', 'session/resume', 'session/fork', 'logout'])
      strictEqual((await agentFailure(connection.request(method, {}))).tag, 'capability-missing');
    const image = { sessionId: 's1', prompt: [{ type: 'text', text: '' }, { type: 'image' }] };
    strictEqual((await agentFailure(connection.request('session/prompt', image))).tag, 'content-unsupported');
    void connection.request('session/list', {}).catch(() => undefined);
    await connection.request('session/new', {});
    deepStrictEqual(agent.summary(), ['initialize', 'session/list', 'session/new']);
  });

  it('takes a session for lost once the agent says so, and keeps what was queued', async () => {
    const { session, connection } = await openSessionInProcess({
      on: {
        'session/prompt': [
          [{ wait: { method: 'go' } }, { error: { code: -32002, message: 'Session s1 not found' } }],
        ],
      },
    });
    strictEqual(session.lost, false);
    session.prompt({ text: 'one', attachments: [], blocks: [] });
    session.prompt({ text: 'two', attachments: [], blocks: [] });
    connection.notify('go', {});
    await turnEnded(session);
    strictEqual(session.lost, true);
    deepStrictEqual(
      session.takeQueue().map(({ text }) => text),
      ['two'],
    );
    deepStrictEqual(session.queue, []);
  });
});
