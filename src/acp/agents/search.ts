import { within } from './limit';
import { isFullPath, pathDirectories, pathModule, VariableMap } from './variables';
import type { LooseVariables } from './variables';

/** Milliseconds that one directory may take; a network directory that hangs is left out. */
const DIRECTORY_LIMIT = 1000;
// Also the order of preference inside one directory. PowerShell scripts are not in PATHEXT, yet npm makes them.
const WINDOWS_EXTENSIONS = ['.exe', '.com', '.cmd', '.bat', '.ps1'];

/** What the search asks of the file system; rejections count as "not there". */
export interface FileProbes {
  /** Names of the entries of a directory. */
  list(directory: string): Promise<readonly string[]>;
  /** Whether the path is a file that may be executed. */
  isExecutable(path: string): Promise<boolean>;
}

export interface SearchDeps {
  readonly platform: NodeJS.Platform;
  readonly probes: FileProbes;
  /** Milliseconds per directory. */
  readonly directoryLimit?: number;
}

export interface SearchResult {
  /** Absolute path by the name asked for; names that were not found are absent. */
  readonly found: ReadonlyMap<string, string>;
  /** All paths by the name asked for, in the order of PATH; `found` has the first of each. */
  readonly candidates: ReadonlyMap<string, readonly string[]>;
  /** In the order of PATH. */
  readonly searched: readonly string[];
  /** Directories that did not answer in time. */
  readonly hanging: readonly string[];
}

/** Looks for all `names` at once in the directories of PATH; each directory is read once. */
export async function searchPrograms(
  names: readonly string[],
  env: LooseVariables,
  deps: SearchDeps,
): Promise<SearchResult> {
  const variables = new VariableMap(deps.platform, env);
  const directories = pathDirectories(variables.get('PATH'), deps.platform);
  return searchDirectories(names, directories, variables.get('PATHEXT'), deps);
}

/** A configured command: a full path as it is (on Windows its extension may be missing), a name through PATH. */
export async function findProgram(
  command: string,
  env: LooseVariables,
  deps: SearchDeps,
): Promise<{ readonly path?: string; readonly searched: readonly string[] }> {
  const { platform } = deps;
  if (isFullPath(command, platform)) {
    if (platform !== 'win32' || extensionOf(command) !== '') return { path: command, searched: [] };
    const paths = pathModule(platform);
    const name = paths.basename(command);
    const result = await searchDirectories([name], [paths.dirname(command)], undefined, deps);
    return { path: result.found.get(name) ?? command, searched: result.searched };
  }
  // "./tool" and "bin/tool" would be taken from the current directory, that is from the workspace.
  if (/[\\/]/.test(command)) return { searched: [] };
  const { found, searched } = await searchPrograms([command], env, deps);
  const path = found.get(command);
  return path === undefined ? { searched } : { path, searched };
}

async function searchDirectories(
  names: readonly string[],
  directories: readonly string[],
  pathExt: string | undefined,
  deps: SearchDeps,
): Promise<SearchResult> {
  const extensions = deps.platform === 'win32' ? windowsExtensions(pathExt) : [''];
  const limit = deps.directoryLimit ?? DIRECTORY_LIMIT;
  const visits = await Promise.all(
    directories.map(async (directory) => {
      const visit = visitDirectory(directory, names, extensions, deps).catch(() => NOTHING);
      return { directory, matches: await within(limit, visit, undefined) };
    }),
  );
  const found = new Map<string, string>();
  const candidates = new Map<string, readonly string[]>();
  for (const { matches } of visits) {
    for (const [name, path] of matches ?? []) {
      if (!found.has(name)) found.set(name, path);
      candidates.set(name, [...(candidates.get(name) ?? []), path]);
    }
  }
  const hanging = visits.filter(({ matches }) => matches === undefined).map(({ directory }) => directory);
  return { found, candidates, searched: directories, hanging };
}

const NOTHING: ReadonlyMap<string, string> = new Map();

async function visitDirectory(
  directory: string,
  names: readonly string[],
  extensions: readonly string[],
  { platform, probes }: SearchDeps,
): Promise<ReadonlyMap<string, string>> {
  const fold = (name: string): string => (platform === 'win32' ? name.toLowerCase() : name);
  const entries = new Map<string, string>();
  for (const entry of await probes.list(directory)) entries.set(fold(entry), entry);
  const found = new Map<string, string>();
  for (const name of names) {
    const complete = platform === 'win32' && extensions.includes(extensionOf(name));
    for (const extension of complete ? [''] : extensions) {
      const entry = entries.get(fold(name + extension));
      if (entry === undefined) continue;
      const path = pathModule(platform).join(directory, entry);
      if (!(await isExecutable(path, probes))) continue;
      found.set(name, path);
      break;
    }
  }
  return found;
}

async function isExecutable(path: string, probes: FileProbes): Promise<boolean> {
  try {
    return await probes.isExecutable(path);
  } catch {
    return false;
  }
}

function windowsExtensions(pathExt: string | undefined): readonly string[] {
  const listed = (pathExt ?? '')
    .toLowerCase()
    .split(';')
    .map((extension) => extension.trim());
  const usable = WINDOWS_EXTENSIONS.filter((extension) => listed.includes(extension) || extension === '.ps1');
  return usable.length > 1 ? usable : WINDOWS_EXTENSIONS;
}

function extensionOf(name: string): string {
  return WINDOWS_EXTENSIONS.find((extension) => name.toLowerCase().endsWith(extension)) ?? '';
}
