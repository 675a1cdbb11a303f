import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAgents } from '../../../src/acp/agents/configured';
import { foreignFiles, readForeignAgents } from '../../../src/acp/agents/foreign';
import type { ForeignAgents } from '../../../src/acp/agents/foreign';
import { english } from '../../../src/acp/errors';
import { TempFolder } from './fakes';

describe('agents of other editors', () => {
  let folder: TempFolder;

  beforeEach(() => {
    folder = new TempFolder();
  });
  afterEach(() => folder.remove());

  function read(): Promise<readonly ForeignAgents[]> {
    return readForeignAgents({ platform: 'linux', home: folder.path, env: {} });
  }

  async function zed(settings: string): Promise<ForeignAgents> {
    folder.file('.config/zed/settings.json', settings);
    const [found] = await read();
    if (found === undefined) throw new Error('nothing was read');
    return found;
  }

  it('are looked for where each system has them', () => {
    const paths = (platform: NodeJS.Platform, home: string, env = {}): readonly string[] =>
      foreignFiles({ platform, home, env }).map(({ path }) => path);
    for (const platform of ['linux', 'darwin'] as const) {
      deepStrictEqual(paths(platform, '/h'), ['/h/.config/zed/settings.json', '/h/.jetbrains/acp.json']);
    }
    strictEqual(paths('linux', '/h', { XDG_CONFIG_HOME: '/c' })[0], '/c/zed/settings.json');
    deepStrictEqual(paths('win32', 'C:\\U', { AppData: 'D:\\R' }), [
      'D:\\R\\Zed\\settings.json',
      'C:\\U\\.jetbrains\\acp.json',
    ]);
    strictEqual(paths('win32', 'C:\\U')[0], 'C:\\U\\AppData\\Roaming\\Zed\\settings.json');
  });

  it('are nothing where there are no files', async () => {
    deepStrictEqual(await read(), []);
  });

  it('come from the settings of Zed, comments and trailing commas included', async () => {
    const { editor, entries, problems } = await zed(`\uFEFF// Zed settings
      {
        "theme": "One", /* with a comment */
        "agent_servers": {
          "My Agent": { "command": "node", "args": ["/a b/x.js", "--acp"], "env": { "A": "1" } },
          "other": { "type": "custom", "command": "/opt/my agent/run", "default_mode": "plan", },
          "claude-acp": { "type": "registry", "env": { "B": "2" } },
          "ext": { "type": "extension" },
          "gemini": { "ignore_system_version": false },
        },
      }`);
    strictEqual(editor, 'Zed');
    deepStrictEqual(problems, []);
    deepStrictEqual(entries, {
      'my-agent': { name: 'My Agent', command: 'node', args: ['/a b/x.js', '--acp'], env: { A: '1' } },
      other: { name: 'other', command: '/opt/my agent/run', args: [], mode: 'plan' },
    });
    const { agents } = parseAgents(entries, { setting: 'x', platform: 'linux' });
    deepStrictEqual(
      agents.map(({ launch }) => launch?.kind === 'program' && launch.command),
      ['node', '/opt/my agent/run'],
    );
  });

  it('come from the acp.json of JetBrains', async () => {
    const file = {
      default_mcp_settings: { use_idea_mcp: true },
      agent_servers: { Mine: { command: 'mine', args: ['acp'], use_idea_mcp: true } },
    };
    folder.file('.jetbrains/acp.json', JSON.stringify(file));
    const [found] = await read();
    deepStrictEqual(found, {
      editor: 'JetBrains',
      path: join(folder.path, '.jetbrains', 'acp.json'),
      entries: { mine: { name: 'Mine', command: 'mine', args: ['acp'] } },
      problems: [],
    });
  });

  it('get ids of our form, each once', async () => {
    const server = '{ "command": "a" }';
    const names = ['My Agent', 'my-agent', 'MY AGENT!', '7', '日本', 'demo', '__proto__', 'constructor'];
    const members = names.map((name) => `${JSON.stringify(name)}: ${server}`).join();
    const { entries } = await zed(`{ "agent_servers": { ${members} } }`);
    deepStrictEqual(Object.keys(entries).sort(), [
      'agent',
      'agent-7',
      'constructor',
      'demo-2',
      'my-agent',
      'my-agent-2',
      'my-agent-3',
    ]);
    strictEqual(parseAgents(entries, { setting: 'x', platform: 'linux' }).problems.length, 0);
  });

  it('are left out with a sentence where they cannot be used', async () => {
    const { entries, problems } = await zed(`{ "agent_servers": {
      "bad": { "command": "x", "args": "acp" }, "worse": { "type": "custom" }, "good": { "command": "y" },
      "sly": { "__proto__": { "command": "z" } } } }`);
    deepStrictEqual(Object.keys(entries), ['good']);
    const texts = problems.map(english);
    strictEqual(texts.length, 2);
    ok(texts[0]?.includes('settings.json: agent_servers.bad.args: write a list of texts'), texts[0]);
    ok(texts[1]?.includes('agent_servers.worse.command'), texts[1]);
  });

  it('are read as far as possible when the file is broken', async () => {
    const { entries, problems } = await zed('{ "agent_servers": { "a": { "command": "x" } },\n  oops');
    deepStrictEqual(Object.keys(entries), ['a']);
    ok(english(problems[0] ?? { template: '', args: [] }).includes('settings.json, line 2: '));
    for (const text of ['', 'null', '[]', '7', '{ "agent_servers": null }', '\0\0']) {
      deepStrictEqual((await zed(text)).entries, {}, text);
    }
    strictEqual((await zed('{ "agent_servers": [] }')).problems.length, 1);
  });

  it('do not come from a file that is too large, too deep or no file', async () => {
    const large = await zed(`{ "x": "${'x'.repeat(1024 * 1024)}" }`);
    ok(english(large.problems[0] ?? { template: '', args: [] }).includes('too large'));
    deepStrictEqual((await zed('['.repeat(500_000))).entries, {});
    folder.remove();
    mkdirSync(join(folder.path, '.config/zed/settings.json'), { recursive: true });
    deepStrictEqual(await read(), []);
  });

  it('do not wait for a pipe in place of a file', async function () {
    const path = join(folder.path, '.jetbrains/acp.json');
    mkdirSync(join(folder.path, '.jetbrains'));
    if (process.platform === 'win32' || spawnSync('mkfifo', [path]).status !== 0) this.skip();
    deepStrictEqual(await read(), []);
  });
});
