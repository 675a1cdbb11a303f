import * as assert from 'node:assert/strict';
import { AgentConnection } from '../../src/acp/connection';
import { asObject, type JsonObject } from '../../src/acp/json';
import { pathMap, toAgent, toHost } from '../../src/acp/pathMap';
import { Transcript } from '../../src/acp/transcript';
import { FakeHost } from './fakeHost';
import { inMemory, optionsFor, turnEnded } from './openAgent';

const paths = { kind: 'windowsFromWsl', distribution: 'Ubuntu' } as const;
const map = pathMap(paths);

describe('paths of an agent on another system (B159)', () => {
  for (const [host, agent] of [
    ['/mnt/c/Users/me/a b.ts', 'C:\\Users\\me\\a b.ts'],
    ['/mnt/d/', 'D:\\'],
    ['/home/me/project', '\\\\wsl.localhost\\Ubuntu\\home\\me\\project'],
    ['/mnt/cache/x', '\\\\wsl.localhost\\Ubuntu\\mnt\\cache\\x'],
  ] as const) {
    it(`are translated there and back: ${host}`, () => {
      assert.equal(map.toAgent(host), agent);
      assert.equal(map.toHost(agent), host);
    });
  }

  it('are understood as agents write them', () => {
    assert.equal(map.toHost('c:/Users/me/a.ts'), '/mnt/c/Users/me/a.ts');
    assert.equal(map.toHost('\\\\wsl$\\ubuntu\\home\\me'), '/home/me');
    assert.equal(map.toHost('//wsl.localhost/Ubuntu/home/me'), '/home/me');
    assert.equal(
      map.toHost('\\\\server\\share\\x'),
      '\\\\server\\share\\x',
      'another share stays what it is',
    );
    assert.equal(map.toHost('src/a.ts'), 'src/a.ts');
  });

  it('change in what is sent: folders, links and embedded files, and no text', () => {
    assert.deepEqual(
      toAgent(
        {
          cwd: '/mnt/c/work',
          additionalDirectories: ['/home/me/b'],
          prompt: [
            { type: 'text', text: '/mnt/c/work' },
            { type: 'resource_link', uri: 'file:///mnt/c/work/a%20b.ts', name: 'a b.ts' },
            { type: 'resource', resource: { uri: 'file:///home/me/c.ts#L1-L2', text: '/mnt/c' } },
            { type: 'resource_link', uri: 'untitled:Untitled-1', name: 'x' },
          ],
        },
        map,
      ),
      {
        cwd: 'C:\\work',
        additionalDirectories: ['\\\\wsl.localhost\\Ubuntu\\home\\me\\b'],
        prompt: [
          { type: 'text', text: '/mnt/c/work' },
          { type: 'resource_link', uri: 'file:///C:/work/a%20b.ts', name: 'a b.ts' },
          {
            type: 'resource',
            resource: { uri: 'file://wsl.localhost/Ubuntu/home/me/c.ts#L1-L2', text: '/mnt/c' },
          },
          { type: 'resource_link', uri: 'untitled:Untitled-1', name: 'x' },
        ],
      },
    );
  });

  it('cost nothing and change nothing where both sides are one', () => {
    const message: JsonObject = { path: 'C:\\x', update: { locations: [{ path: 'C:\\x' }] } };
    assert.equal(toHost(message, pathMap(undefined)), message);
    assert.equal(toAgent(message, pathMap(undefined)), message);
  });

  it('are those of this side wherever the editor meets them', async () => {
    const tool = {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'C:\\work\\a.ts',
      locations: [{ path: 'C:\\work\\a.ts', line: 3 }],
      content: [{ type: 'diff', path: 'c:/work/b.ts', oldText: null, newText: 'C:\\work' }],
    };
    const ask = (id: string, method: string, params: JsonObject): JsonObject => ({
      ask: { id, method, params: { sessionId: 's1', ...params } },
    });
    const agent = await inMemory({
      on: {
        'session/prompt': [
          [
            { update: tool },
            ask('r', 'fs/read_text_file', { path: 'C:\\work\\a.ts' }),
            ask('c', 'terminal/create', { command: 'dir', cwd: 'C:\\work' }),
            { answer: { stopReason: 'end_turn' } },
          ] as never,
        ],
      },
    });
    const host = new FakeHost();
    const options = optionsFor(agent.process, host);
    const plan = { ...agent.process.plan, paths };
    const process = new Proxy(agent.process, {
      get: (target, key) => (key === 'plan' ? plan : (Reflect.get(target, key) as unknown)),
    });
    const connection = await AgentConnection.open({ ...options, process });
    const transcript = new Transcript(() => undefined);
    const session = await connection.newSession('/mnt/c/work', { transcript, changed: () => undefined });
    session.prompt({ text: 'go', attachments: [], blocks: [{ type: 'text', text: 'go' }] });
    await turnEnded(session);
    assert.deepEqual(host.reads, [{ path: '/mnt/c/work/a.ts' }]);
    assert.equal(host.commands[0]?.cwd, '/mnt/c/work');
    assert.equal(session.cwd, '/mnt/c/work');
    const opened = agent.received().find(({ method }) => method === 'session/new');
    assert.equal(asObject(opened?.['params'])['cwd'], 'C:\\work');
    const call = transcript.tool('t')?.call;
    assert.ok(call !== undefined);
    assert.deepEqual(call.locations, [{ path: '/mnt/c/work/a.ts', line: 3 }]);
    assert.equal(call.title, 'C:\\work\\a.ts', 'a title is text');
    const [diff] = call.content;
    assert.ok(diff?.type === 'diff');
    assert.deepEqual([diff.diff.path, diff.diff.newText], ['/mnt/c/work/b.ts', 'C:\\work']);
    await connection.stop();
  });
});
