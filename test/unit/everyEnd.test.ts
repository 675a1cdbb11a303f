import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { AgentConnection } from '../../src/acp/connection';
import { AgentError, exitText, type ExitInfo } from '../../src/acp/errors';
import { Transcript } from '../../src/acp/transcript';
import { stopAgents } from '../agent/inProcess';
import { say, scriptedAgent, type AgentScript } from '../agent/scriptBuilder';
import { FakeHost } from './fakeHost';
import { inMemory, inProcess, openSession, optionsFor, runTurn } from './openAgent';
import { eventually, isAlive } from './support';
import { kinds } from './transcriptTools';

const onPosix = process.platform === 'win32' ? it.skip : it;

type Method = 'initialize' | 'session/new' | 'session/prompt';

/** The places in a conversation at which an agent can fall silent or end, each in the handling of a method. */
const places: Readonly<Record<string, readonly [Method, (script: AgentScript) => AgentScript]>> = {
  'when asked to initialize': ['initialize', (script) => script],
  'when asked for a session': ['session/new', (script) => script],
  'when prompted': ['session/prompt', (script) => script],
  'in the middle of its reply': ['session/prompt', (script) => script.sends(say('half a '))],
  'while its own request is open': [
    'session/prompt',
    (script) => script.asksAndGoesOn('terminal/wait_for_exit', { terminalId: 't1' }),
  ],
  'right after it was answered': [
    'session/prompt',
    (script) => script.asks('fs/read_text_file', { path: '/f' }),
  ],
};

const codes = [0, 1, 127, 255].map((code): ExitInfo => ({ code, signal: null }));
const signals = ['SIGTERM', 'SIGKILL', 'SIGSEGV'].map((signal): ExitInfo => ({ code: null, signal }));

/** Goes as far as the agent lets it; the failure that ends it. */
async function failureOf(script: AgentScript): Promise<AgentError> {
  const agent = await inProcess(script);
  try {
    const connection = await AgentConnection.open(optionsFor(agent.process, new FakeHost()));
    const transcript = new Transcript(() => undefined);
    const session = await connection.newSession('/', { transcript, changed: () => undefined });
    await runTurn(session);
    const errors = [...transcript.entries].flatMap((entry) => (entry.kind === 'error' ? [entry.error] : []));
    strictEqual(errors.length, 1, 'one card');
    strictEqual(session.closed, true);
    return await connection.closed;
  } catch (error) {
    if (error instanceof AgentError) return error;
    throw error;
  }
}

describe('an agent that ends', () => {
  afterEach(stopAgents);

  for (const [place, [method, at]] of Object.entries(places)) {
    for (const end of [...codes, ...signals]) {
      const test = end.signal === null ? it : onPosix;
      test(`${place} with ${exitText(end)} is reported as that (B12, B28)`, async () => {
        const dying = at(scriptedAgent().on(method)).complains('last words\n');
        const script =
          end.signal === null ? dying.thenExits(end.code ?? 0) : dying.thenDies(end.signal as NodeJS.Signals);
        const error = await failureOf(script);
        ok(['exited', 'exited-early'].includes(error.tag), error.tag);
        match(error.message, new RegExp(`\\(${exitText(end)}\\)`));
        match(error.details ?? '', /last words/);
      });
    }
  }

  it('leaves nothing of what it started, also when it was killed (B18)', async () => {
    const script = scriptedAgent().on('start').startsGrandchild().thenAnswers({ pid: '$pid' });
    const { agent, connection } = await openSession(script.on('die').thenDies('SIGKILL'), inProcess);
    const { pid } = (await connection.request('start', {})) as { readonly pid: number };
    ok(isAlive(pid));
    connection.notify('die', {});
    await agent.process.exited;
    await eventually(() => !isAlive(pid), 'the end of the grandchild');
  });

  it('can write 100 MB to stderr: it is never held up, and nothing of it is kept (B20)', async () => {
    const script = scriptedAgent()
      .onPrompt()
      .floodsStderr(100 << 20)
      .sends(say('done'))
      .thenAnswers('end_turn');
    const { session, transcript, agent } = await openSession(script.on('bye').thenExits(3), inProcess);
    const kept = (): number => {
      globalThis.gc?.();
      const { external, heapUsed } = process.memoryUsage();
      return external + heapUsed;
    };
    const before = kept();
    await runTurn(session);
    deepStrictEqual(kinds(transcript), ['user', 'agent']);
    ok(Buffer.byteLength(agent.process.stderrTail()) <= 64 * 1024);
    await eventually(() => kept() - before < 20 << 20, 'memory to be given back');
  });
});

/** From the handshake to the end of a turn. */
async function converse(opening: Promise<AgentConnection>): Promise<void> {
  const transcript = new Transcript(() => undefined);
  const session = await (await opening).newSession('/', { transcript, changed: () => undefined });
  await runTurn(session);
}

describe('an agent that falls silent', () => {
  const failures = { initialize: 'exited-early', 'session/new': 'stopped', 'session/prompt': undefined };

  for (const [place, [method, at]] of Object.entries(places)) {
    it(`${place} can be stopped, and another one started (B15)`, async () => {
      const agent = await inMemory(at(scriptedAgent().on(method)).stalls().with({ stubborn: true }));
      const opening = AgentConnection.open(optionsFor(agent.process, new FakeHost(), 600));
      const talk = converse(opening).catch((error: unknown) => error);
      await eventually(() => agent.summary().includes(method), method);
      await (method === 'initialize' ? agent.process.stop(0) : (await opening).stop());
      const ended = await talk;
      strictEqual(ended instanceof AgentError ? ended.tag : ended, failures[method]);
      await converse(AgentConnection.open(optionsFor((await inMemory({})).process, new FakeHost())));
    });
  }
});
