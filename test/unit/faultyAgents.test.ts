import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { AgentConnection } from '../../src/acp/connection';
import { startInMemory } from '../agent/inMemory';
import { stopAgents } from '../agent/inProcess';
import { updateOf, type Faults } from '../agent/script';
import { say, scriptedAgent, type AgentScript } from '../agent/scriptBuilder';
import { FakeHost } from './fakeHost';
import { inMemory, inProcess, openSession, optionsFor, runTurn } from './openAgent';
import { agentFailure, eventually } from './support';
import { kinds, textOf, toolOf } from './transcriptTools';

const spoken = '日本語 🚀 ünï\u2028code';

/** Faults that a conversation must survive without the person seeing anything of them. */
const harmless: Readonly<Record<string, Faults>> = {
  'prints lines that are no messages all the time (B22)': { noise: ['[warn] {"x":', '[1]', '', '{', 'null'] },
  'writes byte by byte (B25)': { pieces: 1 },
  'writes in pieces of three bytes, which cuts every character apart (B25)': { pieces: 3 },
  'sends 1 MB of ballast with every message (B30)': { ballast: 1 << 20 },
  'sends updates of a kind that nobody knows before every message (B32)': { updates: 'unknown' },
  'answers everything twice': { answers: 'twice' },
  'sends its updates only after the answer (B38)': { updates: 'late' },
  'reads a few bytes at a time (B33)': { reading: 'slowly' },
  'does all of this at once': {
    noise: ['{'],
    pieces: 700,
    ballast: 5000,
    updates: 'unknown',
    answers: 'twice',
  },
};

function conversation(faults: Faults): AgentScript {
  return scriptedAgent()
    .onPrompt()
    .sends(say(spoken), {
      sessionUpdate: 'tool_call',
      toolCallId: 'c1',
      title: 'Look',
      status: 'in_progress',
    })
    .asks('fs/read_text_file', { path: '/f' })
    .sends({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' })
    .thenAnswers('end_turn')
    .with(faults);
}

describe('an agent that', () => {
  afterEach(stopAgents);

  for (const [place, start] of Object.entries({ 'in memory': inMemory, 'as a process': inProcess })) {
    for (const [what, faults] of Object.entries(harmless)) {
      it(`${what}, ${place}`, async () => {
        const { session, transcript, agent } = await openSession(conversation(faults), start);
        await runTurn(session, 'x'.repeat(20_000));
        await eventually(() => kinds(transcript).includes('tool'), 'the updates');
        strictEqual(textOf(transcript), spoken);
        await eventually(() => toolOf(transcript, 'c1').call.title === 'Look', 'the call');
        deepStrictEqual(
          kinds(transcript).filter((kind) => kind === 'error'),
          [],
        );
        const read = await agent.answerTo('ask-1');
        deepStrictEqual(read['result'], { content: 'text of the file' });
      });
    }
  }

  it('prints one message over many lines loses that one, and none behind it (B24)', async () => {
    const pretty = JSON.stringify({ jsonrpc: '2.0', ...updateOf(say('lost')) }, undefined, 2);
    const script = scriptedAgent()
      .onPrompt()
      .prints(`${pretty}\n[warn] unclosed {"a": [\n`)
      .sends(say('heard'))
      .prints('[info\n')
      .sends(say(', too'))
      .thenAnswers('end_turn');
    const { session, transcript } = await openSession(script);
    await runTurn(session);
    deepStrictEqual([kinds(transcript), textOf(transcript)], [['user', 'agent'], 'heard, too']);
  });

  it('prints all its messages over many lines fails with what it printed (B24)', async () => {
    const agent = startInMemory(scriptedAgent().with({ framing: 'pretty' }));
    const error = await agentFailure(AgentConnection.open(optionsFor(agent.process, new FakeHost(), 0.2)));
    strictEqual(error.tag, 'handshake-timeout');
    match(error.details ?? '', /"protocolVersion": 1/);
  });

  it('uses Content-Length headers is told so (B36)', async () => {
    const agent = startInMemory(scriptedAgent().with({ framing: 'contentLength' }));
    const error = await agentFailure(AgentConnection.open(optionsFor(agent.process, new FakeHost(), 600)));
    strictEqual(error.tag, 'protocol-violation');
  });

  for (const ids of ['wrong', 'text', 'null'] as const) {
    it(`answers under another id (${ids}) has not answered`, async () => {
      const agent = startInMemory(scriptedAgent().with({ ids }));
      const host = new FakeHost();
      const error = await agentFailure(AgentConnection.open(optionsFor(agent.process, host, 0.2)));
      strictEqual(error.tag, 'handshake-timeout');
      ok(host.logged.some((line) => line.includes('an answer to no request of ours')));
      strictEqual(agent.process.running, false);
    });
  }

  it('never reads holds back nothing but itself', async () => {
    const agent = startInMemory(scriptedAgent().with({ reading: 'never' }));
    const error = await agentFailure(AgentConnection.open(optionsFor(agent.process, new FakeHost(), 0.2)));
    strictEqual(error.tag, 'handshake-timeout');
  });

  it('breaks off in the middle of a message ends the turn with its exit', async () => {
    const script = scriptedAgent()
      .onPrompt()
      .sends(say('before'))
      .breaksOffIn(updateOf(say('half')))
      .thenExits(0);
    const { session, transcript } = await openSession(script, inProcess);
    await runTurn(session);
    deepStrictEqual([kinds(transcript), textOf(transcript)], [['user', 'agent', 'error'], 'before']);
  });

  it('nests its error or its version too deep for any text still gets a card', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const script = scriptedAgent()
      .onPrompt()
      .prints(`{"id":$id,"error":{"code":-32603,"message":"no","data":${deep}}}\n`)
      .onPrompt()
      .sends(say('fine'))
      .thenAnswers('end_turn');
    const { session, transcript } = await openSession(script);
    await runTurn(session);
    await runTurn(session);
    deepStrictEqual(kinds(transcript), ['user', 'error', 'user', 'agent']);

    const newer = startInMemory(
      scriptedAgent().onInitialize().prints(`{"id":$id,"result":{"protocolVersion":${deep}}}\n`),
    );
    const error = await agentFailure(AgentConnection.open(optionsFor(newer.process, new FakeHost())));
    strictEqual(error.tag, 'protocol-version');
  });
});
