import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import type { AgentConnection } from '../../src/acp/connection';
import type { ExitInfo } from '../../src/acp/errors';
import type { JsonObject } from '../../src/acp/json';
import type { AuthMethod } from '../../src/acp/login';
import { LoginFlow, type LoginSteps } from '../../src/acp/loginFlow';
import { Transcript } from '../../src/acp/transcript';
import { stopAgents } from '../agent/inProcess';
import { scriptedAgent, type AgentScript } from '../agent/scriptBuilder';
import { openAgent, openInProcess, type Opened } from './openAgent';
import { agentFailure, eventually, settled } from './support';

const WAYS: readonly JsonObject[] = [
  { id: 'browser', name: 'Browser' },
  { id: 'tty', name: 'Terminal', type: 'terminal', args: ['--login'] },
  { id: 'key', name: 'Key', type: 'env_var', vars: [{ name: 'A_KEY' }] },
];

function offering(...authMethods: readonly JsonObject[]): AgentScript {
  return scriptedAgent().onInitialize().thenAnswers({ protocolVersion: 1, authMethods });
}

const needsLogin = (script: AgentScript): AgentScript =>
  script.onNewSession().thenFails(-32000, 'Authentication required');

async function newSession(connection: AgentConnection): Promise<void> {
  await connection.newSession('/', { transcript: new Transcript(() => undefined), changed: () => undefined });
}

/** A login terminal, ended by the test. */
class FakeTerminal {
  end: (how: ExitInfo | 'closed') => void = () => undefined;
  closed = 0;
  readonly ended = new Promise<ExitInfo | 'closed'>((resolve) => (this.end = resolve));
  close(): void {
    this.closed++;
  }
}

/** A flow whose steps are noted. */
class Bench {
  readonly done: string[] = [];
  readonly states: (string | undefined)[] = [];
  readonly terminal = new FakeTerminal();
  readonly flow: LoginFlow = new LoginFlow(() => this.states.push(this.flow.ongoing?.name));
  again: () => Promise<void> = () => Promise.resolve();
  authenticate: LoginSteps['authenticate'] = () => Promise.resolve();

  run(method: AuthMethod): Promise<boolean> {
    return this.flow.run(method, {
      methods: [method],
      authenticate: (login, signal) => {
        this.done.push('authenticate');
        return this.authenticate(login, signal);
      },
      openTerminal: () => {
        this.done.push('terminal');
        return Promise.resolve(this.terminal);
      },
      askVariables: () => {
        this.done.push('ask');
        return Promise.resolve(true);
      },
      tryAgain: (how) => {
        this.done.push(how);
        return this.again();
      },
    });
  }
}

/** As the conversation does it: the same connection authenticates and opens the session. */
function benchOn({ connection }: Opened): Bench {
  const bench = new Bench();
  bench.authenticate = ({ id }, signal) => connection.authenticate(id, { signal });
  bench.again = () => newSession(connection);
  return bench;
}

const terminalLogin: AuthMethod = {
  id: 'tty',
  name: 'Terminal',
  type: 'terminal',
  command: undefined,
  args: [],
  env: {},
};

describe('logging in with a real agent', () => {
  afterEach(stopAgents);

  for (const count of [0, 1, 3]) {
    it(`offers all ${count} ways, starts none by itself, and tries again once and no more (B122)`, async () => {
      const script = needsLogin(offering(...WAYS.slice(0, count)));
      const opened = await openInProcess(script.on('authenticate').thenAnswers({}));
      const { agent, connection } = opened;
      const error = await agentFailure(newSession(connection));
      strictEqual(error.tag, 'auth-required');
      deepStrictEqual(
        error.logins.map(({ id }) => id),
        ['browser', 'tty', 'key'].slice(0, count),
      );
      deepStrictEqual(agent.summary(), ['initialize', 'session/new']);
      const [first] = error.logins;
      if (first === undefined) {
        match(error.remedy.template, /names no way to log in/);
        return;
      }
      const again = await agentFailure(benchOn(opened).run(first));
      strictEqual(again.tag, 'auth-required');
      await settled();
      deepStrictEqual(agent.summary(), ['initialize', 'session/new', 'authenticate', 'session/new']);
      strictEqual(again.logins.length, count);
    });
  }

  it('opens the session once the person has logged in (B122)', async () => {
    const script = needsLogin(offering(...WAYS))
      .onNewSession()
      .thenAnswers({ sessionId: 's1' });
    const opened = await openInProcess(script.on('authenticate').thenAnswers({}));
    const error = await agentFailure(newSession(opened.connection));
    const [browser] = error.logins;
    ok(browser);
    const bench = benchOn(opened);
    strictEqual(await bench.run(browser), true);
    deepStrictEqual(bench.states, ['Browser', undefined]);
    const sent = opened.agent.received().find(({ method }) => method === 'authenticate');
    deepStrictEqual(sent?.['params'], { methodId: 'browser' });
  });

  it('says why a login failed, and offers every way again', async () => {
    const script = offering(...WAYS)
      .on('authenticate')
      .thenFails(-32603, 'The browser was closed');
    const opened = await openInProcess(script);
    const [browser] = opened.connection.agent.authMethods;
    ok(browser);
    const bench = benchOn(opened);
    const error = await agentFailure(bench.run(browser));
    strictEqual(error.tag, 'auth-failed');
    match(error.message, /The browser was closed/);
    strictEqual(error.logins.length, 3);
    deepStrictEqual(bench.done, ['authenticate']);
    strictEqual(bench.flow.ongoing, undefined);
  });

  it('cancels a login that takes long, tells the agent, and the connection stays usable (B125)', async () => {
    const script = offering(...WAYS)
      .on('authenticate')
      .awaits('late')
      .thenAnswers({});
    const opened = await openInProcess(script);
    const [browser] = opened.connection.agent.authMethods;
    ok(browser);
    const bench = benchOn(opened);
    const running = bench.run(browser);
    await eventually(() => opened.agent.summary().includes('authenticate'), 'the login has begun');
    bench.flow.cancel();
    strictEqual(await running, false);
    strictEqual(bench.flow.ongoing, undefined);
    await eventually(() => opened.agent.summary().includes('$/cancel_request'), 'the agent is told');
    // Its late answer belongs to nobody any more.
    opened.connection.notify('late', {});
    await newSession(opened.connection);
    deepStrictEqual(bench.done, ['authenticate']);
  });

  it('ends with the agent when that dies during a login', async () => {
    const opened = await openInProcess(
      offering(...WAYS)
        .on('authenticate')
        .thenExits(5),
    );
    const [browser] = opened.connection.agent.authMethods;
    ok(browser);
    const bench = benchOn(opened);
    strictEqual((await agentFailure(bench.run(browser))).tag, 'exited');
    strictEqual(bench.flow.ongoing, undefined);
  });

  it('never sends what is no login of the agent itself, nor a logout that is not offered', async () => {
    const { agent, connection } = await openAgent(offering(...WAYS));
    for (const id of ['tty', 'key'])
      strictEqual((await agentFailure(connection.authenticate(id))).tag, 'auth-failed');
    strictEqual((await agentFailure(connection.logout())).tag, 'capability-missing');
    deepStrictEqual(agent.summary(), ['initialize']);
  });

  it('logs out where the agent offers it', async () => {
    const script = scriptedAgent()
      .onInitialize()
      .thenAnswers({ protocolVersion: 1, agentCapabilities: { auth: { logout: {} } } })
      .on('logout')
      .thenAnswers({});
    const { agent, connection } = await openAgent(script);
    strictEqual(connection.agent.canLogOut, true);
    await connection.logout();
    deepStrictEqual(agent.summary(), ['initialize', 'logout']);
  });
});

describe('logging in in a terminal', () => {
  it('tries again, with the agent started anew, when the program has ended well (B124)', async () => {
    const bench = new Bench();
    const running = bench.run(terminalLogin);
    bench.terminal.end({ code: 0, signal: null });
    strictEqual(await running, true);
    deepStrictEqual(bench.done, ['terminal', 'restart']);
  });

  it('goes on when the person says so while the terminal stays open, and closes it once that worked (B125)', async () => {
    const bench = new Bench();
    const running = bench.run(terminalLogin);
    await settled();
    strictEqual(bench.flow.ongoing?.canConfirm, true);
    bench.flow.confirm();
    strictEqual(await running, true);
    deepStrictEqual(bench.done, ['terminal', 'restart']);
    strictEqual(bench.terminal.closed, 1);
  });

  it('leaves the terminal open when the person said so too early', async () => {
    const bench = new Bench();
    bench.again = () => Promise.reject(new Error('still not logged in'));
    const running = bench.run(terminalLogin).catch((error: unknown) => String(error));
    await settled();
    bench.flow.confirm();
    match(String(await running), /still not logged in/);
    strictEqual(bench.terminal.closed, 0);
    strictEqual(bench.flow.ongoing, undefined);
    bench.flow.cancel();
    strictEqual(bench.terminal.closed, 1);
  });

  it('takes a closed terminal for a cancel, and Cancel closes it (B125)', async () => {
    for (const act of ['closed', 'cancel']) {
      const bench = new Bench();
      const running = bench.run(terminalLogin);
      await settled();
      if (act === 'closed') bench.terminal.end('closed');
      else bench.flow.cancel();
      strictEqual(await running, false);
      deepStrictEqual(bench.done, ['terminal']);
      strictEqual(bench.flow.ongoing, undefined);
      strictEqual(bench.terminal.closed, act === 'cancel' ? 1 : 0);
    }
  });

  it('says how the program failed', async () => {
    const bench = new Bench();
    const running = bench.run(terminalLogin);
    bench.terminal.end({ code: 3, signal: null });
    match((await agentFailure(running)).message, /“Terminal” did not work \(code 3\)/);
    deepStrictEqual(bench.done, ['terminal']);
  });
});

describe('one login at a time', () => {
  it('ends the one before when another way is chosen', async () => {
    const bench = new Bench();
    const first = bench.run(terminalLogin);
    await settled();
    const second = bench.run({ id: 'b', name: 'Browser', type: 'agent' });
    deepStrictEqual(await Promise.all([first, second]), [false, true]);
    deepStrictEqual(bench.done, ['terminal', 'authenticate', 'running']);
    deepStrictEqual(bench.states, ['Terminal', undefined, 'Browser', undefined]);
  });

  it('is over at once when it is cancelled, however long its steps still take', async () => {
    const bench = new Bench();
    bench.authenticate = () => new Promise(() => undefined);
    void bench.run({ id: 'b', name: 'Browser', type: 'agent' });
    strictEqual(bench.flow.ongoing?.canConfirm, false);
    bench.flow.confirm();
    strictEqual(bench.flow.ongoing.name, 'Browser');
    bench.flow.cancel();
    strictEqual(bench.flow.ongoing as unknown, undefined);
    bench.flow.cancel();
  });

  it('starts the agent again with the keys that were entered', async () => {
    const bench = new Bench();
    strictEqual(await bench.run({ id: 'k', name: 'Key', type: 'env_var', variables: [] }), true);
    deepStrictEqual(bench.done, ['ask', 'restart']);
  });
});
