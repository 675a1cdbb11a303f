import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { stopAgents } from '../agent/inProcess';
import { updateOf } from '../agent/script';
import { say, scriptedAgent } from '../agent/scriptBuilder';
import { inMemory, inProcess, openAgent, openSession, runTurn } from './openAgent';
import { textOf } from './transcriptTools';

const places = { 'in memory': inMemory, 'as a process': inProcess };

describe('the scripted agent', () => {
  afterEach(stopAgents);

  for (const [place, start] of Object.entries(places)) {
    it(`does in order what its script says, ${place}`, async () => {
      const script = scriptedAgent()
        .complains('starting\n')
        .onPrompt()
        .sends(say('Reading. '), say('Still. '))
        .asks('fs/read_text_file', { path: '/f' })
        .sends(say('Read.'))
        .thenAnswers('max_tokens');
      const { session, transcript, agent } = await openSession(script, start);
      await runTurn(session);
      strictEqual(textOf(transcript), 'Reading. Still. Read.');
      deepStrictEqual(agent.summary(), ['initialize', 'session/new', 'session/prompt', 'answer "ask-1"']);
      strictEqual(agent.process.stderrTail(), 'starting\n');
    });

    it(`handles calls one after the other, and prompts by what they say, ${place}`, async () => {
      const script = scriptedAgent()
        .onPrompt('weather')
        .sends(say('Rain. '))
        .thenAnswers('end_turn')
        .onPrompt()
        .sends(say('First. '))
        .thenAnswers('end_turn')
        .onPrompt()
        .sends(say('Later. '))
        .thenAnswers('end_turn');
      const { session, transcript } = await openSession(script, start);
      for (const text of ['hi', 'the weather?', 'hi', 'hi']) await runTurn(session, text);
      strictEqual(textOf(transcript), 'First. Rain. Later. Later. ');
    });

    it(`fills in what it was asked, ${place}`, async () => {
      const script = scriptedAgent().on('echo').thenAnswers({ text: '$text', cwd: '$cwd' });
      const { connection } = await openAgent(script, start);
      const prompt = [{ type: 'text', text: 'hello' }];
      deepStrictEqual(await connection.request('echo', { prompt }), { text: 'hello', cwd: process.cwd() });
    });

    it(`answers out of order when its script says so, ${place}`, async () => {
      const script = scriptedAgent()
        .on('first')
        .awaits('second')
        .awaits('third')
        .thenAnswers({ is: 1 })
        .on('second')
        .thenAnswers({ is: 2 });
      const { connection } = await openAgent(script, start);
      const order: unknown[] = [];
      const ask = (method: string): Promise<number> =>
        connection.request(method, {}).then((answer) => order.push(answer));
      const both = [ask('first'), ask('second')];
      await both[1];
      connection.notify('third', {});
      await Promise.all(both);
      deepStrictEqual(order, [{ is: 2 }, { is: 1 }]);
    });

    it(`is slow, silent or gone as its script says, ${place}`, async () => {
      const script = scriptedAgent().on('slow').pauses(10).thenAnswers({}).on('bye').thenExits(7);
      const { connection, agent } = await openAgent(script, start);
      deepStrictEqual(await connection.request('slow', {}), {});
      connection.notify('bye', {});
      deepStrictEqual(await agent.process.exited, { code: 7, signal: null });
    });
  }

  it('is data, the same whether it was built or written', () => {
    const built = scriptedAgent()
      .prints('hi\n')
      .onPrompt()
      .sends(say('a'))
      .thenFails(-32603, 'no')
      .with({ pieces: 1 });
    deepStrictEqual(JSON.parse(JSON.stringify(built)), {
      start: [{ raw: 'hi\n' }],
      on: {
        'session/prompt': [
          { steps: [{ send: [updateOf(say('a'))] }, { error: { code: -32603, message: 'no' } }] },
        ],
      },
      pieces: 1,
    });
  });

  it('leaves a script as it is when another one is made from it', async () => {
    const base = scriptedAgent().onPrompt().sends(say('base'));
    base.sends(say(' and more'));
    const { session, transcript } = await openSession(base.thenAnswers('end_turn'));
    await runTurn(session);
    strictEqual(textOf(transcript), 'base');
  });
});
