import { planLaunch, type PlanRequest } from '../../../src/acp/agents/launch';
import type { LaunchSource, NpxLaunch, ProgramLaunch, UvxLaunch } from '../../../src/acp/agents/launchSource';
import { AgentError } from '../../../src/acp/errors';
import { depsOf, homeOf, nodeIn, type Machine, type Platform } from './machines';

interface Case {
  readonly source: LaunchSource;
  readonly machine: Machine;
  readonly request?: Partial<PlanRequest>;
  readonly runtime?: string;
}

/** Every kind of source on one platform, by name. */
export function casesOf(platform: Platform): Readonly<Record<string, Case>> {
  const windows = platform === 'win32';
  const home = homeOf(platform);
  const bin = windows ? 'C:\\tools with blanks' : '/usr/bin';
  const nodeHome = windows ? 'C:\\Program Files\\nodejs' : '/usr/bin';
  const file = (name: string): string => (windows ? `${bin}\\${name}` : `${bin}/${name}`);
  const managed = (version: string): string =>
    windows ? `${home}\\AppData\\Roaming\\nvm\\v${version}` : `${home}/.nvm/versions/node/v${version}/bin`;
  const env: Readonly<Record<string, string>> = windows ? { APPDATA: `${home}\\AppData\\Roaming` } : {};
  const machine = (...parts: readonly Partial<Machine>[]): Machine => ({
    platform,
    path: windows ? [bin, nodeHome] : [bin],
    programs: Object.assign({}, ...parts.map(({ programs }) => programs)) as Record<string, string>,
    files: Object.assign({}, ...parts.map(({ files }) => files)) as Record<string, string>,
    env,
  });
  const node = (version: string): Partial<Machine> => nodeIn(platform, nodeHome, version);
  const current = machine(node('22.1.0'));
  const exe = windows ? '.exe' : '';
  const agent = machine({ programs: { [file(`agent${exe}`)]: '' } });

  return {
    'program by name': { source: program('agent', { args: ['--acp', 'a b'] }), machine: agent },
    'program by name, not there': { source: program('agent'), machine: machine() },
    'program by full path': {
      source: program(file(`agent${exe}`), { args: ['${workspaceFolder}'] }),
      machine: agent,
    },
    'program with a folder, variables and another spelling': {
      source: program('agent', {
        args: ['--acp'],
        otherArgs: [['--experimental-acp']],
        cwd: '${userHome}',
        env: { KEY: '${env:PATH}', APPDATA: null },
      }),
      machine: agent,
    },
    ...(windows ? windowsCases(machine) : {}),
    'npx, plain': { source: npx('pi-acp'), machine: current },
    'npx, scoped, with arguments': {
      source: npx('@google/gemini-cli', { args: ['--acp', '100% "x" & y'], env: { A: '1' } }),
      machine: current,
    },
    'npx, version of a person': { source: npx('@scope/name@1.2.3'), machine: current },
    'npx, version of the registry': {
      source: npx('@scope/name@1.2.3'),
      machine: current,
      request: { versionFrom: 'registry' },
    },
    'npx, one program of several, and another spelling': {
      source: npx('name@^1', { bin: 'tool', args: ['--acp'], otherArgs: [['--experimental-acp']] }),
      machine: current,
    },
    'npx, old Node.js, newer ones of a version manager': {
      source: npx('name', { minimumNode: '20.10.0' }),
      machine: machine(
        node('18.20.4'),
        nodeIn(platform, managed('16.0.0'), '16.0.0'),
        nodeIn(platform, managed('20.11.0'), '20.11.0'),
        nodeIn(platform, managed('22.3.0'), '22.3.0'),
        nodeIn(platform, managed('24.0.0'), '24.0.0', false),
      ),
    },
    'npx, old Node.js and no other: the editor’s own': {
      source: npx('name', { minimumNode: '20.10.0' }),
      machine: machine(node('18.20.4')),
    },
    'npx, nothing is new enough': {
      source: npx('name', { minimumNode: '24.0.0' }),
      machine: machine(node('18.20.4')),
    },
    'npx, no Node.js': { source: npx('name'), machine: machine() },
    'npx, Node.js without npm': {
      source: npx('name'),
      machine: machine(nodeIn(platform, nodeHome, '22.1.0', false)),
    },
    uvx: {
      source: uvx('minion-code@0.1.44', { args: ['acp'] }),
      machine: machine({ programs: { [file(`uvx${exe}`)]: '' } }),
    },
    'uvx, one command of several': {
      source: uvx('fast-agent-acp==0.10.1', { command: 'fast-agent', args: ['-x'], otherArgs: [['--acp']] }),
      machine: machine({ programs: { [file(`uvx${exe}`)]: '' } }),
    },
    'uvx, not there': { source: uvx('minion-code'), machine: machine() },
    'remote, WebSocket': {
      source: {
        kind: 'remote',
        url: 'wss://me:secret@agents.example/acp?token=${env:TOKEN}',
        headers: { Authorization: 'Bearer ${env:TOKEN}' },
      },
      machine: { ...machine(), env: { TOKEN: 't1' } },
    },
    'remote, HTTP': {
      source: { kind: 'remote', url: 'http://localhost:8080/acp', headers: {} },
      machine: machine(),
    },
    'remote, no such scheme': { source: { kind: 'remote', url: 'ftp://x', headers: {} }, machine: machine() },
  };
}

function windowsCases(
  machine: (...parts: readonly Partial<Machine>[]) => Machine,
): Readonly<Record<string, Case>> {
  const shim = 'C:\\tools with blanks\\agent.cmd';
  const bat = 'C:\\tools with blanks\\agent.bat';
  const ps1 = 'C:\\tools with blanks\\agent.ps1';
  const text = 'SET dp0=%~dp0\r\nSET "_prog=node"\r\n"%_prog%"  "%dp0%\\node_modules\\agent\\cli.js" %*';
  const args = ['--acp', 'a b', '100% "x" & y'];
  return {
    'program by a .cmd shim of npm': {
      source: program('agent', { args }),
      machine: machine(nodeIn('win32', 'C:\\Program Files\\nodejs', '22.1.0'), {
        programs: { [shim]: text },
      }),
    },
    'program by another .cmd': {
      source: program('agent', { args }),
      machine: machine({ programs: { [shim]: '' } }),
    },
    'program by a .bat': {
      source: program('agent', { args, otherArgs: [['--other']] }),
      machine: machine({ programs: { [bat]: '' } }),
    },
    'program by a .ps1': {
      source: program('agent', { args }),
      machine: machine({ programs: { [ps1]: '' } }),
    },
  };
}

function program(command: string, more: Partial<ProgramLaunch> = {}): ProgramLaunch {
  return { kind: 'program', command, args: [], env: {}, ...more };
}

function npx(name: string, more: Partial<NpxLaunch> = {}): NpxLaunch {
  return { kind: 'npx', package: name, args: [], env: {}, ...more };
}

function uvx(name: string, more: Partial<UvxLaunch> = {}): UvxLaunch {
  return { kind: 'uvx', package: name, args: [], env: {}, ...more };
}

/** What becomes of every source, as it is kept in golden/. */
export async function planTable(platform: Platform): Promise<Readonly<Record<string, unknown>>> {
  const table: Record<string, unknown> = {};
  const cwd = platform === 'win32' ? 'C:\\work' : '/work';
  for (const [name, { source, machine, request, runtime }] of Object.entries(casesOf(platform))) {
    try {
      table[name] = await planLaunch(source, { cwd, ...request }, depsOf(machine, runtime));
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      table[name] = { tag: error.tag, title: error.message, details: error.details };
    }
  }
  return table;
}
