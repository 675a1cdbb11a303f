import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { AgentConnection } from '../../src/acp/connection';
import type { AgentError } from '../../src/acp/errors';
import { FakeHost } from './fakeHost';
import { stopAgents } from '../agent/inProcess';
import type { Script, Step } from '../agent/script';
import type { ScriptedAgent } from '../agent/scriptedAgent';
import { openInProcess as openAgent, optionsFor, inProcess } from './openAgent';
import { agentFailure, eventually } from './support';

interface Refused {
  readonly agent: ScriptedAgent;
  readonly host: FakeHost;
  readonly error: AgentError;
}

async function refused(script: Script, seconds?: number): Promise<Refused> {
  const agent = await inProcess(script);
  const host = new FakeHost();
  const error = await agentFailure(AgentConnection.open(optionsFor(agent.process, host, seconds)));
  return { agent, host, error };
}

const onInitialize = (...steps: readonly Step[]): Script => ({ on: { initialize: [steps] } });

describe('connection: handshake', () => {
  afterEach(stopAgents);

  it('sends initialize with version 1, who we are and what we can, under id 1', async () => {
    const { agent } = await openAgent();
    deepStrictEqual(agent.received(), [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: 1,
          clientInfo: { name: 'unit', title: 'Unit tests', version: '0' },
          clientCapabilities: { terminal: true },
        },
      },
    ]);
  });

  it('gets through noise on stdout and logs each line of it once (B22)', async () => {
    const { host } = await openAgent({
      start: [{ raw: 'Loaded cached credentials.\n\n\t\n[Agent] initialized\n' }],
    });
    strictEqual(host.logged.filter((line) => line.startsWith('[wire] noise')).length, 2);
    ok(!host.logged.join().includes('credentials'), 'content stays out of the log above trace');
  });

  it('understands an answer that comes byte by byte (B25)', async () => {
    const raw =
      '{"jsonrpc":"2.0","id":$id,"result":{"protocolVersion":1,"agentInfo":{"name":"日本語 🚀"}}}\n';
    const { connection } = await openAgent(onInitialize({ bytewise: raw }));
    strictEqual(connection.agent.name, '日本語 🚀');
  });

  it('needs no more than a version in the answer (B35)', async () => {
    const { connection } = await openAgent();
    const { embeddedContext, image, authMethods, name } = connection.agent;
    deepStrictEqual(
      { embeddedContext, image, authMethods, name },
      { embeddedContext: false, image: false, authMethods: [], name: undefined },
    );
  });

  for (const [theirs, shown] of [
    [2, '2'],
    ['2025-06-18', '"2025-06-18"'],
    [undefined, 'null'],
  ] as const) {
    it(`names both versions and sends nothing else to an agent of version ${shown} (B34)`, async () => {
      const { agent, error } = await refused(onInitialize({ answer: { protocolVersion: theirs } }));
      strictEqual(error.tag, 'protocol-version');
      strictEqual(error.message, `The agent speaks protocol version ${shown}, this client version 1.`);
      deepStrictEqual(agent.summary(), ['initialize']);
      strictEqual(agent.process.running, false);
    });
  }

  for (const [end, text] of [
    [{ exit: 0 }, 'code 0'],
    [{ exit: 1 }, 'code 1'],
    [{ die: 'SIGKILL' }, 'signal SIGKILL'],
  ] as const) {
    it(`shows the last words of an agent that ends with ${text} before it answers (B12)`, async () => {
      const words = { stderr: 'warning: one\nwarning: two\nfatal: three\n' };
      const { error } = await refused(onInitialize(words, end));
      strictEqual(error.tag, 'exited-early');
      ok(error.message.includes(text), error.message);
      match(error.details ?? '', /Command\nnode .*program\.js/);
      match(error.details ?? '', /warning: one\nwarning: two\nfatal: three/);
    });
  }

  it('gives up on an agent that never answers, and ends it (B15)', async () => {
    const { agent, error } = await refused({ ...onInitialize(), stubborn: true }, 0.3);
    strictEqual(error.tag, 'handshake-timeout');
    match(error.message, /within 0.3 seconds/);
    strictEqual(agent.process.running, false);
    await openAgent();
  });

  it('shows what a silent agent printed instead of an answer (B16, B24)', async () => {
    const pretty = '{\n  "jsonrpc": "2.0",\n  "id": 1\n}\nHello! How can I help?\n';
    const { error } = await refused(onInitialize({ raw: pretty }), 0.3);
    strictEqual(error.tag, 'handshake-timeout');
    match(error.details ?? '', /Other output\n\{\n {2}"jsonrpc": "2.0",[^]*How can I help\?/);
  });

  it('recognises Content-Length framing at once (B36)', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"result":{}}';
    const { error } = await refused(
      onInitialize({ raw: `Content-Length: ${body.length}\r\n\r\n${body}` }),
      600,
    );
    strictEqual(error.tag, 'protocol-violation');
    match(error.message, /Content-Length/);
  });

  it('does not take a later line for framing', async () => {
    const { session } = await openAgent({
      on: { 'session/new': [[{ raw: 'Content-Length: 12\n' }, { answer: { sessionId: 's1' } }]] },
    }).then(async ({ connection }) => ({ session: await connection.request('session/new', {}) }));
    deepStrictEqual(session, { sessionId: 's1' });
  });

  it('shows the error and its data that initialize was answered with', async () => {
    const { error } = await refused(
      onInitialize({ error: { code: -32603, message: 'Internal error', data: { details: 'no node' } } }),
    );
    strictEqual(error.tag, 'request-failed');
    match(error.details ?? '', /initialize \(code -32603\)[^]*no node/);
  });

  it('ends at once an agent that is stopped while it starts', async () => {
    const agent = await inProcess({ ...onInitialize(), stubborn: true });
    const opening = agentFailure(AgentConnection.open(optionsFor(agent.process, new FakeHost(), 600)));
    await eventually(() => agent.received().length > 0, 'initialize');
    await agent.process.stop(0);
    strictEqual((await opening).tag, 'exited-early');
  });

  it('fails with what happened when the agent closes its output and stays', async () => {
    const { agent, error } = await refused(onInitialize({ stderr: 'lost it\n' }, { close: 'stdout' }), 600);
    strictEqual(error.tag, 'connection-closed');
    match(error.details ?? '', /lost it/);
    await agent.process.exited;
  });
});
