import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { AgentConnection } from '../../src/acp/connection';
import { parseDescription } from '../../src/acp/handshake';
import { Transcript } from '../../src/acp/transcript';
import {
  firstFolder,
  reachesAll,
  rootsOf,
  seenFrom,
  settleFolder,
  type Root,
  type WorkFolder,
} from '../../src/extension/chat/roots';
import { stopAgents } from '../agent/inProcess';
import { scriptedAgent, type AgentScript } from '../agent/scriptBuilder';
import { openAgent, type Opened } from './openAgent';

const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, path: `/w/${name}` })) as [Root, Root, Root];

function inA(...others: readonly Root[]): WorkFolder {
  return { ...a, others, scratch: false, chosen: false };
}

describe('the folders of a workspace', () => {
  it('works in the chosen folder, else in that of the editor, else in the first (B51)', () => {
    const path = (chosen?: string, active?: string): unknown => {
      const found = firstFolder([a, b, c], chosen, active);
      return [found?.path, found?.others.map(({ name }) => name).join(''), found?.chosen];
    };
    deepStrictEqual(path(), ['/w/a', 'bc', false]);
    deepStrictEqual(path(undefined, '/w/b'), ['/w/b', 'ac', false]);
    deepStrictEqual(path('/w/c', '/w/b'), ['/w/c', 'ab', true]);
    deepStrictEqual(path('/w/closed', '/w/b'), ['/w/b', 'ac', false]);
    strictEqual(firstFolder([], '/w/a', undefined), undefined);
  });

  it('sees the others from the folder of an earlier session, also of one that is closed (B51)', () => {
    const from = (path: string): unknown => {
      const { name, others } = seenFrom(inA(b, c), path);
      return [name, others.map((other) => other.name).join('')];
    };
    deepStrictEqual(from('/w/a'), ['a', 'bc']);
    deepStrictEqual(from('/w/b'), ['b', 'ac']);
    deepStrictEqual(from('/w/closed'), ['closed', 'abc']);
    const scratch: WorkFolder = { ...a, scratch: true, others: [], chosen: false };
    deepStrictEqual(rootsOf(scratch), []);
  });
});

describe('sessions in a workspace of several folders', () => {
  afterEach(stopAgents);

  const agentWith = (sessionCapabilities: object, more: object = {}): AgentScript =>
    scriptedAgent()
      .onInitialize()
      .thenAnswers({ protocolVersion: 1, agentCapabilities: { sessionCapabilities, ...more } });
  const view = () => ({ transcript: new Transcript(() => undefined), changed: () => undefined });
  const params = ({ agent }: Opened, method: string): unknown =>
    agent.received().find((message) => message['method'] === method)?.['params'];

  it('names the other folders to an agent that can work in several (B51)', async () => {
    const opened = await openAgent(agentWith({ additionalDirectories: {} }));
    await opened.connection.newSession('/w/a', view(), ['/w/b', '/w/c']);
    deepStrictEqual(params(opened, 'session/new'), {
      cwd: '/w/a',
      mcpServers: [],
      additionalDirectories: ['/w/b', '/w/c'],
    });
    strictEqual(reachesAll(opened.connection, inA(b)), true);
  });

  it('names none to an agent that cannot, and none where there is none (B51)', async () => {
    const plain = await openAgent();
    await plain.connection.newSession('/w/a', view(), ['/w/b']);
    deepStrictEqual(params(plain, 'session/new'), { cwd: '/w/a', mcpServers: [] });
    strictEqual(reachesAll(plain.connection, inA(b)), false);
    strictEqual(reachesAll(plain.connection, inA()), true);
    const alone = await openAgent(agentWith({ additionalDirectories: {} }));
    await alone.connection.newSession('/w/a', view());
    deepStrictEqual(params(alone, 'session/new'), { cwd: '/w/a', mcpServers: [] });
  });

  for (const [method, more] of [
    ['session/resume', { resume: {} }],
    ['session/load', {}],
  ] as const) {
    it(`does the same with ${method} (B51)`, async () => {
      for (const [capability, wanted] of [
        [{ additionalDirectories: {} }, { additionalDirectories: ['/w/b'] }],
        [{}, {}],
      ] as const) {
        const script = agentWith({ ...more, ...capability }, { loadSession: true })
          .on(method)
          .thenAnswers({});
        const opened = await openAgent(script);
        await opened.connection.bringBack('old', '/w/a', view(), ['/w/b']);
        deepStrictEqual(params(opened, method), { sessionId: 'old', cwd: '/w/a', mcpServers: [], ...wanted });
      }
    });
  }
});

describe('the choice of one folder', () => {
  const never = new Promise<never>(() => undefined);
  const connection = (can: boolean): Pick<AgentConnection, 'agent' | 'closed'> => ({
    agent: parseDescription(
      can ? { agentCapabilities: { sessionCapabilities: { additionalDirectories: {} } } } : {},
    ),
    closed: never,
  });
  const unasked = (): Promise<undefined> => {
    throw new Error('was asked');
  };

  it('is not put where it is not needed: one folder, all of them, chosen before (B51)', async () => {
    for (const [can, folder] of [
      [false, inA()],
      [true, inA(b)],
      [false, { ...inA(b), chosen: true }],
    ] as const)
      strictEqual(await settleFolder(connection(can), folder, unasked), folder);
  });

  it('counts, and without an answer the usual folder does (B51)', async () => {
    const picked: WorkFolder = { ...b, others: [a], scratch: false, chosen: true };
    strictEqual(await settleFolder(connection(false), inA(b), async () => picked), picked);
    const usual = inA(b);
    strictEqual(await settleFolder(connection(false), usual, async () => undefined), usual);
  });

  it('is over when the agent is (B51)', async () => {
    const opened = await openAgent();
    const settled = settleFolder(
      opened.connection,
      inA(b),
      (_folder, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(undefined));
        }),
    );
    await opened.connection.stop();
    strictEqual((await settled).path, '/w/a');
  });
});
