import { baseEnvironment } from '../../../src/acp/agents/environment';
import type { PlanDeps } from '../../../src/acp/agents/launch';
import { pathModule } from '../../../src/acp/agents/variables';
import { FakeFiles } from './fakes';

export type Platform = 'win32' | 'darwin' | 'linux';

/** A machine of files only. */
export interface Machine {
  readonly platform: Platform;
  /** Directories of PATH. */
  readonly path: readonly string[];
  /** Full paths of programs; those named node tell the version. */
  readonly programs: Readonly<Record<string, string>>;
  /** Files that are no programs, with their text. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const places = {
  win32: {
    home: 'C:\\Users\\A B',
    runtime: 'C:\\Program Files\\Microsoft VS Code\\Code.exe',
    shims: 'C:\\shims',
    npx: 'C:\\npx',
  },
  darwin: {
    home: '/Users/u',
    runtime: '/Applications/Visual Studio Code.app/Contents/Frameworks/Code Helper (Plugin)',
    shims: '/shims',
    npx: '/npx',
  },
  linux: { home: '/home/u', runtime: '/usr/share/code/code', shims: '/shims', npx: '/npx' },
} as const;

export function homeOf(platform: Platform): string {
  return places[platform].home;
}

/** Planning on that machine. @param runtime version of the editor's own Node.js */
export function depsOf(machine: Machine, runtime = '22.19.0'): PlanDeps {
  const { platform, programs, files = {} } = machine;
  const windows = platform === 'win32';
  const { home, runtime: path, shims, npx } = places[platform];
  const flags = [
    ...Object.keys(programs).map((name) => [name, true]),
    ...Object.keys(files).map((name) => [name, false]),
  ];
  return {
    platform,
    home,
    probes: new FakeFiles(windows ? '\\' : '/', Object.fromEntries(flags) as Record<string, boolean>),
    base: baseEnvironment({
      platform,
      processEnv: {
        [windows ? 'Path' : 'PATH']: machine.path.join(windows ? ';' : ':'),
        ...(windows ? { ComSpec: 'C:\\Windows\\System32\\cmd.exe', SystemRoot: 'C:\\Windows' } : {}),
        ...machine.env,
      },
      shellEnv: {},
      installed: [],
    }),
    readText: async (name) => files[name] ?? programs[name],
    runtime: { path, version: runtime },
    nodeVersion: async (name) => programs[name],
    nodeShims: async () => shims,
    npxFolder: async () => npx,
  };
}

/** A directory with Node.js and, unless told otherwise, its npm. */
export function nodeIn(
  platform: Platform,
  directory: string,
  version: string,
  npm = true,
): Pick<Machine, 'programs' | 'files'> & { readonly files: Readonly<Record<string, string>> } {
  const paths = pathModule(platform);
  const windows = platform === 'win32';
  const bin = windows ? ['node_modules', 'npm', 'bin'] : ['..', 'lib', 'node_modules', 'npm', 'bin'];
  const node = paths.join(directory, windows ? 'node.exe' : 'node');
  const npx = paths.join(directory, windows ? 'npx.cmd' : 'npx');
  return {
    programs: { [node]: version, ...(npm ? { [npx]: '' } : {}) },
    files: npm ? { [paths.join(directory, ...bin, 'npx-cli.js')]: '' } : {},
  };
}
