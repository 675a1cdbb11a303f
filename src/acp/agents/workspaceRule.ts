import { within } from './limit';
import type { ProgramProbes } from './programCheck';
import { isInside, joinDirectories, pathDirectories, VariableMap } from './variables';
import type { LooseVariables, Variables } from './variables';

/** Milliseconds for one look at a folder. */
const FOLDER_LIMIT = 1000;

export interface SearchFence {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly probes: Pick<ProgramProbes, 'realPath'>;
}

/** Where a session is: nothing that lies there decides what is started. */
export interface WorkspacePlace {
  /** Absolute: the folder of the session. */
  readonly cwd: string;
  /** All folders of the workspace, also those that the session is not in. */
  readonly forbidden?: readonly string[];
}

/**
 * The environment to look programs up by name in: without the directories of PATH that are inside the workspace, or
 * lead there, because a repository must not decide what `npx` is. Where a folder holds the person's home, that would
 * be everything they installed: then only its `node_modules/.bin` directories are left out.
 */
export async function withoutWorkspace(
  env: LooseVariables,
  { cwd, forbidden = [] }: WorkspacePlace,
  fence: SearchFence,
): Promise<Variables> {
  const { platform } = fence;
  const variables = new VariableMap(platform, env);
  const directories = pathDirectories(variables.get('PATH'), platform);
  const [homes, ...folders] = await Promise.all(
    [fence.home, cwd, ...forbidden].map((path) => namesOf(path, fence)),
  );
  const places = folders.map((names) => ({ names, holdsHome: areInside(homes ?? [], names, platform) }));
  const isForbidden = (names: readonly string[]): boolean =>
    places.some(
      ({ names: folder, holdsHome }) =>
        areInside(names, folder, platform) && (!holdsHome || names.some((name) => OF_PACKAGES.test(name))),
    );
  const allowed = await Promise.all(
    directories.map(async (directory) => !isForbidden(await namesOf(directory, fence))),
  );
  if (allowed.includes(false)) {
    const rest = directories.filter((_, index) => allowed[index]);
    variables.set('PATH', joinDirectories(rest, platform));
  }
  return variables.toRecord();
}

const OF_PACKAGES = /[\\/]node_modules[\\/]\.bin\b/;

/** The path, and what is behind its links where that can be told. */
async function namesOf(path: string, { probes }: SearchFence): Promise<readonly string[]> {
  const real = probes.realPath(path).catch(() => path);
  return [...new Set([path, await within(FOLDER_LIMIT, real, path)])];
}

function areInside(names: readonly string[], folder: readonly string[], platform: NodeJS.Platform): boolean {
  return names.some((name) => folder.some((place) => isInside(name, place, platform)));
}
