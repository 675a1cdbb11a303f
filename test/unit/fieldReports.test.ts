import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { AgentConnection } from '../../src/acp/connection';
import { refusal } from '../../src/acp/gates';
import { Transcript } from '../../src/acp/transcript';
import { buildPrompt, type PromptAttachment } from '../../src/extension/chat/prompt';
import { startInMemory } from '../agent/inMemory';
import { startInProcess, stopAgents } from '../agent/inProcess';
import { say, scriptedAgent, type AgentScript } from '../agent/scriptBuilder';
import { FakeHost } from './fakeHost';
import { openAgent, openSession, optionsFor, runTurn, turnEnded, type OpenedSession } from './openAgent';
import { promptOf } from './sessionTools';
import { agentFailure, eventually, temporaryFolder } from './support';
import { kinds, stopsOf, textOf, toolOf } from './transcriptTools';

const installing = { mayInstall: true };

describe('field reports: start', () => {
  afterEach(stopAgents);

  it('waits longer for an agent that may have to be installed first (B13)', async () => {
    const script = scriptedAgent()
      .complains('npm http fetch GET 200 https://registry.npmjs.org/an-agent 80ms\n')
      .onInitialize()
      .pauses(200)
      .thenAnswers({ protocolVersion: 1 });
    const agent = startInMemory(script, installing);
    const options = { ...optionsFor(agent.process, new FakeHost()), handshakeSeconds: 0.05 };
    strictEqual((await AgentConnection.open(options)).agent.version, 1);
  });

  it('gives up on the installation as well, and shows how far it was (B13)', async () => {
    const agent = startInMemory(
      scriptedAgent().complains('npm http fetch\n').onInitialize().stalls(),
      installing,
    );
    const options = { ...optionsFor(agent.process, new FakeHost()), installSeconds: 0.05 };
    const error = await agentFailure(AgentConnection.open(options));
    strictEqual(error.tag, 'startup-timeout');
    match(error.details ?? '', /npm http fetch/);
    strictEqual(agent.process.running, false);
  });

  it('shows what the package runner could not do, and how to go on (B14)', async () => {
    const script = scriptedAgent()
      .complains('npm error code ETARGET\nnpm error notarget No matching version found for an-agent@9.\n')
      .thenExits(1);
    const agent = startInMemory(script, installing);
    const error = await agentFailure(AgentConnection.open(optionsFor(agent.process, new FakeHost())));
    strictEqual(error.tag, 'install-failed');
    match(error.message, /ETARGET/);
    ok(error.remedy.template.length > 0);
  });

  it('works in the folder that was chosen: the process and the session (B50)', async () => {
    const cwd = realpathSync(temporaryFolder());
    const script = scriptedAgent().on('where').thenAnswers({ cwd: '$cwd' });
    const agent = await startInProcess(script, temporaryFolder(), { cwd });
    const connection = await AgentConnection.open(optionsFor(agent.process, new FakeHost()));
    await connection.newSession(cwd, {
      transcript: new Transcript(() => undefined),
      changed: () => undefined,
    });
    deepStrictEqual(await connection.request('where', {}), { cwd });
    deepStrictEqual(agent.received()[1]?.['params'], { cwd, mcpServers: [] });
  });
});

describe('field reports: turns', () => {
  it('makes one card of a call that was updated before it was announced (B41)', async () => {
    const update = (fields: object): Record<string, unknown> => ({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      ...fields,
    });
    const script = scriptedAgent()
      .onPrompt()
      .sends(update({ status: 'in_progress' }))
      .sends(
        update({ title: 'Look', content: [{ type: 'content', content: { type: 'text', text: 'seen' } }] }),
      )
      .sends({ ...update({ kind: 'read', title: 'Read it' }), sessionUpdate: 'tool_call' })
      .thenAnswers('end_turn');
    const { session, transcript } = await openSession(script);
    await runTurn(session);
    deepStrictEqual(kinds(transcript), ['user', 'tool']);
    const { title, toolKind, status, content } = toolOf(transcript, 'c1').call;
    deepStrictEqual([title, toolKind, status, content.length], ['Read it', 'read', 'cancelled', 1]);
  });

  it('sends two prompts that were typed during a turn afterwards, in order (B43)', async () => {
    const script = scriptedAgent()
      .onPrompt('one')
      .awaits('go on')
      .thenAnswers('end_turn')
      .onPrompt()
      .sends(say('done '))
      .thenAnswers('end_turn');
    const { session, transcript, agent, connection } = await openSession(script);
    for (const text of ['one', 'two', 'three']) session.prompt(promptOf(text));
    strictEqual(session.queue.length, 2);
    connection.notify('go on', {});
    await eventually(() => session.queue.length === 0 && session.turn === 'idle', 'the last turn');
    deepStrictEqual(kinds(transcript).filter((kind) => kind === 'user').length, 3);
    const prompts = agent.received().filter(({ method }) => method === 'session/prompt');
    deepStrictEqual(
      prompts.map(({ params }) => /one|two|three/.exec(JSON.stringify(params))?.[0]),
      ['one', 'two', 'three'],
    );
  });

  it('ends the turn of an agent that ignores a stop when it is stopped for good; the next one works (B44)', async () => {
    const { session, transcript, connection, agent } = await openSession(
      scriptedAgent().onPrompt().stalls().with({ stubborn: true }),
    );
    session.prompt(promptOf('go'));
    await eventually(() => agent.summary().includes('session/prompt'), 'the prompt');
    session.cancel();
    await eventually(() => agent.summary().includes('session/cancel'), 'the cancel');
    strictEqual(session.turn, 'cancelling');
    await connection.stop();
    await turnEnded(session);
    deepStrictEqual(stopsOf(transcript), ['agent_stopped']);
    const next = await openSession();
    await runTurn(next.session);
    strictEqual(next.session.turn, 'idle');
  });

  for (const reason of ['max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'weird']) {
    it(`shows the stop reason ${reason} and what came before it (B46)`, async () => {
      const { session, transcript } = await openSession(
        scriptedAgent().onPrompt().sends(say('some')).thenAnswers(reason),
      );
      await runTurn(session);
      deepStrictEqual([textOf(transcript), stopsOf(transcript)], ['some', [reason]]);
    });
  }

  it('says that nothing came of a turn: no update at all, or thoughts only (B47)', async () => {
    const thought = { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } };
    const script = scriptedAgent().onPrompt().thenAnswers('end_turn').onPrompt().sends(thought);
    const { session, transcript } = await openSession(script.thenAnswers('end_turn'));
    await runTurn(session);
    await runTurn(session);
    deepStrictEqual(stopsOf(transcript), ['no_output', 'no_output']);
  });

  it('keeps text and session when a prompt fails, and the prompt for another try (B48, B53)', async () => {
    const script = scriptedAgent()
      .onPrompt()
      .sends(say('a'), say('b'), say('c'))
      .thenFails(-32603, 'Internal error', { details: 'request entity too large' })
      .onPrompt()
      .sends(say('works'))
      .thenAnswers('end_turn');
    const { session, transcript } = await openSession(script);
    await runTurn(session, 'with a picture');
    const error = [...transcript.entries].find((entry) => entry.kind === 'error');
    match(`${error?.error.message} ${error?.error.details}`, /too large/);
    deepStrictEqual(error?.prompt?.text, 'with a picture');
    await runTurn(session);
    strictEqual(textOf(transcript), 'abcworks');
  });
});

describe('field reports: images', () => {
  const image = { mimeType: 'image/png', data: 'AAAA', thumbnail: '', size: 3 };
  const shot: PromptAttachment = {
    id: 'a1',
    label: 'shot.png',
    detail: 'shot.png',
    heading: 'shot.png',
    uri: '',
    text: undefined,
    languageId: undefined,
    image,
  };
  const taking = (takes: boolean): AgentScript =>
    scriptedAgent()
      .onInitialize()
      .thenAnswers({ protocolVersion: 1, agentCapabilities: { promptCapabilities: { image: takes } } });
  const prompts = ({ agent }: OpenedSession): unknown[] =>
    agent.received().flatMap(({ method, params }) => (method === 'session/prompt' ? [params] : []));

  it('sends an image as a block of its own to an agent that takes images (B52)', async () => {
    const opened = await openSession(taking(true));
    opened.session.prompt(buildPrompt('', [shot], false));
    await turnEnded(opened.session);
    deepStrictEqual(prompts(opened), [
      { sessionId: 's1', prompt: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] },
    ]);
  });

  it('does not send it, nor the rest of the prompt, to one that takes none (B52)', async () => {
    const opened = await openSession(taking(false));
    const prompt = buildPrompt('look', [shot], false);
    const refused = refusal('session/prompt', { prompt: prompt.blocks }, opened.connection.agent);
    strictEqual(refused?.tag, 'content-unsupported');
    opened.session.prompt(prompt);
    await turnEnded(opened.session);
    deepStrictEqual(prompts(opened), []);
  });

  it('sends text and image again whole after an error -32603 (B53)', async () => {
    const opened = await openSession(
      taking(true).onPrompt().thenFails(-32603, 'Internal error').onPrompt().thenAnswers('end_turn'),
    );
    const { session, transcript } = opened;
    session.prompt(buildPrompt('look', [shot], false));
    await turnEnded(session);
    const card = [...transcript.entries].find(({ kind }) => kind === 'error');
    const again = transcript.takePrompt(card?.id ?? '');
    ok(again !== undefined);
    deepStrictEqual(again.attachments, [{ id: 'a1', label: 'shot.png', detail: 'shot.png', image }]);
    session.prompt(again);
    await turnEnded(session);
    const [first, second] = prompts(opened);
    deepStrictEqual(first, second);
  });
});

describe('field reports: login', () => {
  for (const count of [0, 1, 3]) {
    it(`names the ${count} ways to log in when a session needs one, and starts none of them (B122)`, async () => {
      const authMethods = ['Browser', 'API key', 'Gateway']
        .slice(0, count)
        .map((name) => ({ id: name.toLowerCase(), name }));
      const script = scriptedAgent()
        .onInitialize()
        .thenAnswers({ protocolVersion: 1, authMethods })
        .onNewSession()
        .thenFails(-32000, 'Authentication required');
      const { agent, connection } = await openAgent(script);
      for (let attempt = 0; attempt < 2; attempt++) {
        const error = await agentFailure(connection.request('session/new', {}));
        strictEqual(error.tag, 'auth-required');
        deepStrictEqual(
          error.logins.map(({ name }) => name),
          authMethods.map(({ name }) => name),
        );
      }
      deepStrictEqual(agent.summary(), ['initialize', 'session/new', 'session/new']);
    });
  }

  it('goes on in a new session when the agent forgot the old one, below what was said (B129)', async () => {
    const script = scriptedAgent()
      .onPrompt()
      .sends(say('before'))
      .thenAnswers('end_turn')
      .onPrompt()
      .thenFails(-32002, 'Session s1 not found')
      .onPrompt()
      .sends(say('after'))
      .thenAnswers('end_turn');
    const { session, transcript, connection } = await openSession(script);
    await runTurn(session);
    await runTurn(session, 'lost');
    strictEqual(session.lost, true);
    connection.closeSession(session);
    await runTurn(await connection.newSession('/', { transcript, changed: () => undefined }), 'lost');
    deepStrictEqual(kinds(transcript), ['user', 'agent', 'user', 'error', 'user', 'agent']);
  });
});
