import { coerceVersion, compareNewestFirst, isVersionAtLeast, validVersion } from '../libraries/tools';
import { runtimeMissing } from '../errors/runtime';
import { within } from './limit';
import { nodeDirectories } from './nodeDirectories';
import { RUNTIME_VARIABLE } from './nodeShims';
import type { PlanDeps } from './planDeps';
import { directoryKey, pathDirectories, pathModule, VariableMap } from './variables';
import type { Variables } from './variables';
import { withoutWorkspace, type WorkspacePlace } from './workspaceRule';

/** Milliseconds for what is asked of one directory. */
const LIMIT = 1000;
/** How many copies of Node.js are asked for their version. */
const MOST = 24;

/** How npx is started, and what that needs of the environment. */
export interface NpxRunner {
  /** Full path of npx, or of the runtime that runs it. */
  readonly program: string;
  /** npm's own script, where a runtime runs it. */
  readonly leading: readonly string[];
  /** Directory that has to come first on PATH, so that `node` is the one that was chosen. */
  readonly first?: string;
  readonly env: Variables;
}

interface Place {
  readonly directory: string;
  readonly node?: string;
  readonly npx?: string;
  /** npx-cli.js of the npm that belongs to it. */
  readonly script?: string;
}

interface Versioned extends Place {
  readonly node: string;
  readonly version: string | undefined;
}

/**
 * The Node.js that runs npx: the first on PATH if it is new enough, else the newest one that a version manager has,
 * else the runtime of the editor with the npm of an old Node.js.
 * @param wanted lowest version, such as `20.10.0` or `20`
 * @param place the workspace, from which nothing is taken
 * @throws AgentError runtime-missing
 */
export async function findNpx(
  wanted: string,
  env: Variables,
  place: WorkspacePlace,
  deps: PlanDeps,
): Promise<NpxRunner> {
  const { platform } = deps;
  const minimum = coerceVersion(wanted)?.version ?? '0.0.0';
  const allowed = new Set(directoriesOf(await withoutWorkspace(env, place, deps), deps));
  const everywhere = await survey(directoriesOf(env, deps), deps);
  const onPath = everywhere.filter(({ directory }) => allowed.has(directory));
  const npxOnPath = onPath.find(({ npx }) => npx !== undefined);
  const version = async (of: Place & { readonly node: string }): Promise<Versioned> => {
    return { ...of, version: validVersion(await deps.nodeVersion(of.node, place.cwd)) ?? undefined };
  };
  const fits = ({ version: own }: Versioned): boolean => own !== undefined && isVersionAtLeast(own, minimum);

  const [first, ...rest] = onPath.filter(hasNode);
  const known = first === undefined ? [] : [await version(first)];
  const [current] = known;
  // Then PATH stays in the order in which the person wants it.
  const isFirst = everywhere.find(hasNode)?.directory === current?.directory;
  if (current !== undefined && fits(current)) {
    const runner = runnerOf(current, npxOnPath);
    if (runner !== undefined) return isFirst ? withoutFirst(runner) : runner;
  }

  const seen = new Set(onPath.map(({ directory }) => directoryKey(directory, platform)));
  const elsewhere = (await nodeDirectories(env, deps)).filter(
    (directory) => !seen.has(directoryKey(directory, platform)),
  );
  const others = [...rest, ...(await survey(elsewhere, deps)).filter(hasNode)].slice(0, MOST);
  known.push(...(await Promise.all(others.map(version))));
  const [best] = known.filter(fits).sort(better);
  const runner = best && runnerOf(best, npxOnPath);
  if (runner !== undefined) return runner;

  const script = [...known, ...onPath].find((one) => one.script !== undefined)?.script;
  if (script !== undefined && isVersionAtLeast(deps.runtime.version, minimum)) {
    return {
      program: deps.runtime.path,
      leading: [script],
      first: await deps.nodeShims(),
      env: {
        ELECTRON_RUN_AS_NODE: '1',
        ...(platform === 'win32' ? { [RUNTIME_VARIABLE]: deps.runtime.path } : {}),
      },
    };
  }
  throw runtimeMissing(minimum, known, script !== undefined || npxOnPath !== undefined);
}

/** Its own npx counts more than a newer version: an npx of elsewhere may belong to another version. */
function better(a: Versioned, b: Versioned): number {
  const own = ({ npx, script }: Versioned): number => (npx === undefined && script === undefined ? 1 : 0);
  return own(a) - own(b) || compareNewestFirst(a.version ?? '0.0.0', b.version ?? '0.0.0');
}

/** A script is preferred on Windows alone, where npx is a batch file. */
function runnerOf(node: Versioned, onPath: Place | undefined): NpxRunner | undefined {
  const { directory: first, npx, script } = node;
  const own = npx ?? (script === undefined ? onPath?.npx : undefined);
  if (script !== undefined && (own === undefined || /\.cmd$/i.test(own)))
    return { program: node.node, leading: [script], first, env: {} };
  return own === undefined ? undefined : { program: own, leading: [], first, env: {} };
}

function withoutFirst({ program, leading, env }: NpxRunner): NpxRunner {
  return { program, leading, env };
}

function hasNode(place: Place): place is Place & { readonly node: string } {
  return place.node !== undefined;
}

function directoriesOf(env: Variables, { platform }: PlanDeps): readonly string[] {
  return pathDirectories(new VariableMap(platform, env).get('PATH'), platform);
}

/** What there is of Node.js and npm in each directory; those without either are left out. */
async function survey(directories: readonly string[], deps: PlanDeps): Promise<readonly Place[]> {
  const places = await Promise.all(
    directories.map((directory) => within(LIMIT, look(directory, deps), undefined)),
  );
  return places.flatMap((place) => (place?.node === undefined && place?.npx === undefined ? [] : [place]));
}

async function look(directory: string, { platform, probes }: PlanDeps): Promise<Place> {
  const paths = pathModule(platform);
  const windows = platform === 'win32';
  const program = async (name: string): Promise<string | undefined> => {
    const path = paths.join(directory, name);
    return (await probes.isExecutable(path).catch(() => false)) ? path : undefined;
  };
  const [node, npx] = await Promise.all([
    program(windows ? 'node.exe' : 'node'),
    program(windows ? 'npx.cmd' : 'npx'),
  ]);
  if (node === undefined && npx === undefined) return { directory };
  const bins = windows
    ? [paths.join(directory, 'node_modules', 'npm', 'bin')]
    : [
        paths.join(directory, '..', 'lib', 'node_modules', 'npm', 'bin'),
        // Debian has its own place.
        ...(directory === '/usr/bin' ? ['/usr/share/nodejs/npm/bin'] : []),
      ];
  const lists = await Promise.all(bins.map((bin) => probes.list(bin).catch((): readonly string[] => [])));
  const bin = bins.find((_, index) => lists[index]?.includes('npx-cli.js'));
  return {
    directory,
    ...(node === undefined ? {} : { node }),
    ...(npx === undefined ? {} : { npx }),
    ...(bin === undefined ? {} : { script: paths.join(bin, 'npx-cli.js') }),
  };
}
