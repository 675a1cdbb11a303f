import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { parseAgents, unknownOverrides } from '../../../src/acp/agents/configured';
import type { ConfiguredAgent } from '../../../src/acp/agents/configured';
import type { LaunchSource } from '../../../src/acp/agents/launchSource';
import { overrideLaunch } from '../../../src/acp/agents/override';
import { english } from '../../../src/acp/errors';

interface Read {
  readonly agents: readonly ConfiguredAgent[];
  readonly problems: readonly string[];
}

function read(value: unknown, platform: NodeJS.Platform = 'linux'): Read {
  const { agents, problems } = parseAgents(value, { setting: 'x.agents', platform });
  return { agents, problems: problems.map(english) };
}

function launchOf(entry: object, platform: NodeJS.Platform = 'linux'): LaunchSource | undefined {
  const { agents, problems } = read({ one: entry }, platform);
  deepStrictEqual(problems, []);
  return agents[0]?.launch;
}

/** Command and arguments of a command in one line. */
function line(command: string, platform: NodeJS.Platform = 'linux'): readonly string[] | undefined {
  const launch = launchOf({ command }, platform);
  return launch?.kind === 'program' ? [launch.command, ...launch.args] : undefined;
}

describe('agents in the settings', () => {
  it('reads each of the four kinds', () => {
    deepStrictEqual(launchOf({ command: 'my', args: ['acp'], env: { A: '1', B: null }, cwd: '/w' }), {
      kind: 'program',
      command: 'my',
      args: ['acp'],
      env: { A: '1', B: null },
      cwd: '/w',
    });
    deepStrictEqual(launchOf({ npx: '@s/p@1.2.3', args: ['--acp'], bin: 'b', minimumNode: '20.10.0' }), {
      kind: 'npx',
      package: '@s/p@1.2.3',
      args: ['--acp'],
      env: {},
      bin: 'b',
      minimumNode: '20.10.0',
    });
    deepStrictEqual(launchOf({ uvx: 'fast-agent-acp==0.10.1', args: ['-x'] }), {
      kind: 'uvx',
      package: 'fast-agent-acp==0.10.1',
      args: ['-x'],
      env: {},
    });
    deepStrictEqual(launchOf({ url: 'wss://host/acp', headers: { 'X-Team': 'blue' } }), {
      kind: 'remote',
      url: 'wss://host/acp',
      headers: { 'X-Team': 'blue' },
    });
  });

  it('reads what sessions begin with', () => {
    const rest = {
      name: 'One',
      mode: 'plan',
      model: 'big',
      config: { thinking: 'high', web: true },
      permissions: 'allowReads',
      passCredentials: false,
      disabled: true,
    };
    const { agents } = read({ one: { command: 'my', ...rest } });
    const launch = { kind: 'program', command: 'my', args: [], env: {} };
    deepStrictEqual(agents, [{ id: 'one', env: {}, launch, ...rest }]);
  });

  it('takes an entry without a command for a change of an agent that another source has', () => {
    const { agents, problems } = read({ gemini: { args: ['--acp', '-d'], env: { A: '1' }, model: 'pro' } });
    deepStrictEqual(agents, [{ id: 'gemini', env: { A: '1' }, args: ['--acp', '-d'], model: 'pro' }]);
    deepStrictEqual(problems, []);
    deepStrictEqual(
      unknownOverrides(agents, (id) => id === 'gemini', 'x.agents'),
      [],
    );
    const [lost] = unknownOverrides(agents, () => false, 'x.agents').map(english);
    ok(lost?.startsWith('x.agents.gemini: no agent has this id. Add a command'), lost);
  });

  it('changes the launch of another source by what was written', () => {
    const launch: LaunchSource = {
      kind: 'program',
      command: '/b/gemini',
      args: ['--acp'],
      env: { A: '1', B: '2' },
      otherArgs: [['--experimental-acp']],
    };
    deepStrictEqual(overrideLaunch(launch, { env: { B: null, C: '3' } }), {
      ...launch,
      env: { A: '1', B: null, C: '3' },
    });
    const { otherArgs, ...rest } = launch;
    ok(otherArgs);
    deepStrictEqual(overrideLaunch(launch, { env: {}, args: ['-d'], cwd: '/w' }), {
      ...rest,
      args: ['-d'],
      cwd: '/w',
    });
  });

  it('B04: takes a command in one line apart by the rules of the platform', () => {
    deepStrictEqual(line(String.raw`C:\opt\agents\my.exe --acp "a b"`, 'win32'), [
      String.raw`C:\opt\agents\my.exe`,
      '--acp',
      'a b',
    ]);
    deepStrictEqual(line('my acp "a b"'), ['my', 'acp', 'a b']);
    deepStrictEqual(line(`'/opt/my agent/run' --acp`), ['/opt/my agent/run', '--acp']);
  });

  it('B04: keeps the blanks of a full path without quotes', () => {
    deepStrictEqual(line('/opt/my agent/run'), ['/opt/my agent/run']);
    deepStrictEqual(line('/opt/my agent/run --acp -x 1'), ['/opt/my agent/run', '--acp', '-x', '1']);
    deepStrictEqual(line('/opt/a - b/run'), ['/opt/a - b/run']);
    deepStrictEqual(line('~/my agents/run'), ['~/my agents/run']);
    deepStrictEqual(line('${userHome}/my agents/run --acp'), ['${userHome}/my agents/run', '--acp']);
    deepStrictEqual(line(String.raw`/opt/my\ agent/run --acp`), ['/opt/my agent/run', '--acp']);
    const tool = String.raw`C:\Program Files\O'Brien\tool.cmd`;
    deepStrictEqual(line(tool, 'win32'), [tool]);
    deepStrictEqual(line(`${tool} acp serve`, 'win32'), [tool, 'acp', 'serve']);
  });

  it('B04: takes a command as it is when the arguments stand by themselves', () => {
    deepStrictEqual(launchOf({ command: '/opt/a b --x', args: [] }), {
      kind: 'program',
      command: '/opt/a b --x',
      args: [],
      env: {},
    });
  });

  it('says which entry and which field is wrong, and keeps the others', () => {
    const cases: readonly (readonly [entry: unknown, wanted: RegExp])[] = [
      ['text', /^x\.agents\.bad: write an object, such as/],
      [{ command: '' }, /^x\.agents\.bad\.command: write a text that is not empty/],
      [{ command: 7 }, /^x\.agents\.bad\.command: write a text/],
      [{ command: './evil' }, /^x\.agents\.bad\.command: “\.\/evil” is a relative path\. Write a full path/],
      [{ command: 'a', npx: 'b' }, /^x\.agents\.bad: write only one of .*\. It has command and npx\.$/],
      [{ command: 'a', args: 'acp' }, /^x\.agents\.bad\.args: write a list of texts/],
      [{ command: 'a', args: [1] }, /^x\.agents\.bad\.args: write a list of texts/],
      [{ command: 'a', env: { A: 1 } }, /^x\.agents\.bad\.env: .*null to remove it/],
      [{ command: 'a', env: ['A=1'] }, /^x\.agents\.bad\.env: /],
      [{ command: 'a', env: { 'A=B': '1' } }, /^x\.agents\.bad\.env: /],
      [{ command: 'a', cwd: 'sub' }, /^x\.agents\.bad\.cwd: write a full path/],
      [{ npx: '--yes' }, /^x\.agents\.bad\.npx: write the name of an npm package/],
      [{ npx: 'pkg --acp' }, /^x\.agents\.bad\.npx: .*Arguments go into args/],
      [{ npx: 'pkg', minimumNode: 'new' }, /^x\.agents\.bad\.minimumNode: write a version/],
      [{ uvx: 'pkg acp' }, /^x\.agents\.bad\.uvx: write the name of a Python package/],
      [{ url: 'host:80' }, /^x\.agents\.bad\.url: write an address that begins with wss/],
      [{ url: 'file:///x' }, /^x\.agents\.bad\.url: /],
      [{ url: 'ws://h', headers: { A: 'x\r\nB: y' } }, /^x\.agents\.bad\.headers: /],
      [{ command: 'a', name: '' }, /^x\.agents\.bad\.name: /],
      [{ command: 'a', mode: 1 }, /^x\.agents\.bad\.mode: /],
      [{ command: 'a', config: { n: 1 } }, /^x\.agents\.bad\.config: /],
      [{ command: 'a', permissions: 'yes' }, /^x\.agents\.bad\.permissions: write one of ask, allowReads/],
      [{ passCredentials: 'no' }, /^x\.agents\.bad\.passCredentials: write true or false, without quotes/],
      [{ disabled: 0 }, /^x\.agents\.bad\.disabled: write true or false/],
    ];
    for (const [bad, wanted] of cases) {
      const { agents, problems } = read({ first: { command: 'a' }, bad, last: { command: 'b' } });
      deepStrictEqual(
        agents.map(({ id }) => id),
        ['first', 'last'],
        JSON.stringify(bad),
      );
      strictEqual(problems.length, 1, problems.join('\n'));
      ok(wanted.test(problems[0] ?? ''), problems[0]);
    }
  });

  it('names every mistake of an entry', () => {
    const { problems } = read({ bad: { command: 'a', args: 1, env: 2, disabled: 3 } });
    strictEqual(problems.length, 3);
  });

  it('uses an entry in spite of a field that does not belong there', () => {
    const { agents, problems } = read({ one: { command: 'a', arguments: [], headers: {}, bin: 'x' } });
    strictEqual(agents.length, 1);
    deepStrictEqual(
      problems.map((text) => /^[^:]+: .{20}/.exec(text)?.[0]),
      [
        'x.agents.one.arguments: this is not known an',
        'x.agents.one.headers: this is ignored; it ',
        'x.agents.one.bin: this is ignored; it ',
      ],
    );
    strictEqual(read({ one: { url: 'ws://h', env: { A: '1' } } }).problems.length, 1);
  });

  it('takes null for absent', () => {
    deepStrictEqual(read({ one: { command: 'a', npx: null, args: null, env: null } }).problems, []);
    deepStrictEqual(read(null), { agents: [], problems: [] });
    deepStrictEqual(read(undefined), { agents: [], problems: [] });
  });

  it('says once what became of the list', () => {
    const { agents, problems } = read([{ id: 'a', command: 'a' }, 7]);
    deepStrictEqual(agents, []);
    strictEqual(problems.length, 1);
    ok(problems[0]?.startsWith('x.agents is no longer a list. Write an object with one entry per agent'));
    strictEqual(read('text').problems.length, 1);
  });

  it('refuses ids of other forms and that of the demo agent', () => {
    const { agents, problems } = read({ 'My Agent': {}, '1a': {}, '': {}, demo: { command: 'a' } });
    deepStrictEqual(agents, []);
    strictEqual(problems.length, 4);
    ok(problems[3]?.includes('built-in demo agent'));
  });

  it('is not led astray by names of the prototype', () => {
    const value: unknown = JSON.parse(
      '{ "__proto__": { "command": "a" }, "constructor": { "command": "b", "env": { "__proto__": "1" } },' +
        ' "plain": { "__proto__": { "command": "c" } } }',
    );
    const { agents, problems } = read(value);
    deepStrictEqual(
      agents.map(({ id, launch }) => [id, launch?.kind]),
      [
        ['constructor', 'program'],
        ['plain', undefined],
      ],
    );
    ok(Object.hasOwn(agents[0]?.env ?? {}, '__proto__'));
    strictEqual(problems.length, 2);
    strictEqual(unknownOverrides(agents, (id) => id in {}, 'x.agents').length, 1);
  });
});
