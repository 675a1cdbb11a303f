import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { AgentRunner, type RunnerOptions } from '../../src/acp/agentRunner';
import { remoteLaunch } from '../../src/acp/agents/remote';
import { baseEnvironment } from '../../src/acp/agents/environment';
import { startEphemeral } from '../../src/acp/ephemeralRun';
import { untrustedWorkspace } from '../../src/acp/errors/start';
import type { LaunchPlan } from '../../src/acp/launchPlan';
import { ProcessLedger } from '../../src/acp/processLedger';
import { say, scriptedAgent } from '../agent/scriptBuilder';
import { FakeHost } from './fakeHost';
import { runTurn } from './openAgent';
import { httpServer, serverFrame, webSocketServer } from './remoteServers';
import { agentFailure, eventually, temporaryFolder } from './support';

const big = 'ü'.repeat(200_000);
const script = scriptedAgent()
  .onPrompt('big')
  .sends(say(big))
  .thenAnswers('end_turn')
  .onPrompt()
  .sends(say('from afar'))
  .thenAnswers('end_turn');

function planFor(url: string, headers: Readonly<Record<string, string>> = {}): LaunchPlan {
  const base = baseEnvironment({
    platform: 'linux',
    processEnv: { TOKEN: 't1' },
    shellEnv: {},
    installed: [],
  });
  return remoteLaunch({ kind: 'remote', url, headers }, { cwd: temporaryFolder() }, { base, home: '/' });
}

function options(more: Partial<RunnerOptions> = {}): RunnerOptions {
  const host = new FakeHost();
  return {
    host,
    ledger: new ProcessLedger(temporaryFolder(), host.log),
    clientInfo: { name: 'test', title: 'Test', version: '1.0.0' },
    clientCapabilities: {},
    limits: () => ({ handshakeSeconds: 20, installSeconds: 20, stopGraceSeconds: 1 }),
    trace: () => undefined,
    changed: () => undefined,
    ...more,
  };
}

async function answerOf(plan: LaunchPlan, prompt = 'hello'): Promise<string> {
  await using run = await startEphemeral(plan, options());
  await runTurn(run.session, prompt);
  return [...run.transcript.entries].map((entry) => (entry.kind === 'agent' ? entry.text : '')).join('');
}

describe('an agent that runs elsewhere, over a WebSocket', () => {
  it('answers, and gets the headers', async () => {
    await using server = await webSocketServer(script);
    const plan = planFor(`ws://${server.address}/acp`, { Authorization: 'Bearer ${env:TOKEN}' });
    equal(await answerOf(plan), 'from afar');
    equal(server.requests[0]?.authorization, 'Bearer t1');
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
  });

  it('takes messages of every size in pieces of every kind', async () => {
    await using server = await webSocketServer(script, (socket, line) => {
      const middle = Math.floor(line.length / 2);
      const bytes = Buffer.concat([
        serverFrame(line.subarray(0, middle), 1, false),
        serverFrame(Buffer.from('are you there'), 9),
        serverFrame(line.subarray(middle), 0),
      ]);
      for (let at = 0; at < bytes.length; at += 4099) socket.write(bytes.subarray(at, at + 4099));
    });
    equal(await answerOf(planFor(`ws://${server.address}/`), 'big'), big);
    equal(await answerOf(planFor(`ws://${server.address}/`), `not ${big}`.replace('big', '')), 'from afar');
  });

  it('answers a ping, and says goodbye', async () => {
    const heard: number[] = [];
    await using server = await webSocketServer(
      script,
      (socket, line) => {
        socket.write(serverFrame(Buffer.from('x'), 9));
        socket.write(serverFrame(line));
      },
      (opcode) => heard.push(opcode),
    );
    equal(await answerOf(planFor(`ws://${server.address}/`)), 'from afar');
    await eventually(() => heard.includes(8), 'the goodbye');
    ok(heard.includes(10));
  });

  it('tells why the other side ended the connection', async () => {
    await using server = await webSocketServer(script);
    const runner = new AgentRunner(options());
    const connection = await runner.start(planFor(`ws://${server.address}/`));
    const words = Buffer.concat([Buffer.from([0x03, 0xf3]), Buffer.from('going down')]);
    for (const socket of server.sockets) socket.write(serverFrame(words, 8));
    const reason = await connection.closed;
    equal(reason.tag, 'connection-closed');
    match(reason.message, /code 1011: going down/);
    equal(runner.state.kind, 'failed');
  });

  it('tells that the network broke', async () => {
    await using server = await webSocketServer(script);
    await using runner = new AgentRunner(options());
    const connection = await runner.start(planFor(`ws://${server.address}/`));
    for (const socket of server.sockets) socket.destroy();
    equal((await connection.closed).tag, 'connection-closed');
    equal((await agentFailure(connection.request('session/new', {}))).tag, 'write-after-exit');
  });

  it('tells why it cannot be reached: nobody there, no entry, no TLS; without secrets (B175)', async () => {
    await using server = await webSocketServer(script);
    const failure = async (url: string): Promise<string> => {
      const error = await agentFailure(new AgentRunner(options()).start(planFor(url)));
      equal(error.tag, 'connection-closed');
      return error.message;
    };
    match(await failure('ws://127.0.0.1:1/'), /ECONNREFUSED/);
    match(await failure(`ws://${server.address}/closed?token=secret`), /HTTP 401 Unauthorized/);
    match(await failure(`wss://${server.address}/`), /SSL|EPROTO/);
    ok(!(await failure(`ws://me:secret@${server.address}/closed?token=secret`)).includes('secret'));
  });

  it('breaks off a connection that a stop has overtaken, and one that does not answer', async () => {
    await using server = await webSocketServer(scriptedAgent().onInitialize().stalls());
    const runner = new AgentRunner(options());
    const failing = agentFailure(runner.start(planFor(`ws://${server.address}/`)));
    await eventually(() => server.sockets.size === 1, 'the connection');
    await runner.stop();
    equal((await failing).tag, 'stopped');
    await eventually(() => server.sockets.size === 0, 'the end of the connection');

    const limits: RunnerOptions['limits'] = () => ({
      handshakeSeconds: 0.2,
      installSeconds: 0.2,
      stopGraceSeconds: 0.1,
    });
    const impatient = new AgentRunner(options({ limits }));
    const error = await agentFailure(impatient.start(planFor(`ws://${server.address}/`)));
    equal(error.tag, 'handshake-timeout');
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
  });

  it('is not connected to when that is not allowed any more (B174)', async () => {
    await using server = await webSocketServer(script);
    const runner = new AgentRunner(options({ allowed: untrustedWorkspace }));
    const error = await agentFailure(runner.start(planFor(`ws://${server.address}/`)));
    equal(error.tag, 'untrusted-workspace');
    deepEqual(server.requests, []);
  });
});

describe('an agent that runs elsewhere, over HTTP', () => {
  it('answers, and gets the headers', async () => {
    await using server = await httpServer('from afar');
    const plan = planFor(`http://${server.address}/acp`, { Authorization: 'Bearer ${env:TOKEN}' });
    equal(await answerOf(plan), 'from afar');
    ok(server.requests.every(({ authorization }) => authorization === 'Bearer t1'));
  });

  it('tells why it cannot be reached', async () => {
    await using server = await httpServer('');
    const failure = async (url: string): Promise<string> => {
      const error = await agentFailure(new AgentRunner(options()).start(planFor(url)));
      equal(error.tag, 'connection-closed');
      return error.message;
    };
    match(await failure('http://127.0.0.1:1/'), /ECONNREFUSED|bad port/);
    match(await failure(`http://${server.address}/closed`), /401/);
    match(await failure(`https://${server.address}/`), /SSL|EPROTO/);
  });

  it('tells that the connection broke', async () => {
    const server = await httpServer('');
    const runner = new AgentRunner(options());
    const connection = await runner.start(planFor(`http://${server.address}/acp`));
    await server[Symbol.asyncDispose]();
    equal((await connection.closed).tag, 'connection-closed');
    equal(runner.state.kind, 'failed');
  });
});
