import { badPackage } from '../errors/runtime';
import type { Attempt, LaunchPlan, Start } from '../launchPlan';
import { displayCommand } from './commandLine';
import { childEnvironment, expandPlaceholders } from './environment';
import type { NpxLaunch } from './launchSource';
import { findNpx } from './nodeRuntime';
import { npmOfOurs } from './npxFolder';
import { isNpmPackage } from './packageNames';
import type { PlanDeps, PlanRequest } from './planDeps';
import { foldersOf, startOf } from './program';
import { joinDirectories, pathDirectories, VariableMap } from './variables';
import type { Variables } from './variables';
import { withoutWorkspace } from './workspaceRule';

/** Lowest version of Node.js where an agent does not name one. */
const USUAL_NODE = '20.0.0';

/**
 * A package of npm, fetched by npx.
 * @throws AgentError runtime-missing, or spawn-failed for a name that is none
 */
export async function npxLaunch(
  source: NpxLaunch,
  request: PlanRequest,
  deps: PlanDeps,
): Promise<LaunchPlan> {
  if (!isNpmPackage(source.package)) throw badPackage(source.package, 'npm');
  const { base, home } = deps;
  const placeholders = { userHome: home, workspaceFolder: request.cwd };
  const bare = childEnvironment(base, { ...placeholders, agentEnv: source.env });
  const npx = await findNpx(source.minimumNode ?? USUAL_NODE, bare, request, deps);
  const own = await npmOfOurs(bare, npx.program, deps);
  const env = withFirst({ ...own.env, ...npx.env }, npx.first, deps);
  const interpreters = await withoutWorkspace(env, request, deps);
  const start = async (options: readonly string[], args: readonly string[]): Promise<Start> => {
    const expanded = args.map((arg) => expandPlaceholders(arg, base, placeholders));
    const typed = [...options, ...packageWords(source), ...expanded];
    const words = [...own.options, ...typed];
    const how = await startOf(npx.program, [...npx.leading, ...words], interpreters, deps);
    // What a person would type has neither our runtime and our folder nor the path of the script in it.
    return { ...how, display: displayCommand('npx', typed, deps.platform) };
  };
  const attempts = attemptsOf(source, request).map(
    async ({ when, ask, options, args }): Promise<Attempt> => ({
      when,
      start: await start(options, args),
      ...(ask === true ? { ask } : {}),
    }),
  );
  return {
    ...(await start(CACHE_FIRST, source.args)),
    env,
    ...foldersOf(
      { cwd: request.cwd, ...(source.cwd === undefined ? {} : { processFolder: source.cwd }) },
      deps,
    ),
    mayInstall: true,
    attempts: await Promise.all(attempts),
  };
}

const CACHE_FIRST = ['--yes', '--prefer-offline'];

interface Try extends Pick<Attempt, 'when' | 'ask'> {
  readonly options: readonly string[];
  readonly args: readonly string[];
}

function attemptsOf(
  { args, otherArgs = [], ...source }: NpxLaunch,
  { versionFrom }: PlanRequest,
): readonly Try[] {
  const pinned = versionFrom !== 'registry' && hasVersion(source.package);
  return [
    { when: 'corrupt-cache', options: CACHE_FIRST, args },
    { when: 'fetch-failed', options: ['--yes'], args },
    // The same version: another one than a person chose, or agreed to, is theirs to choose.
    { when: 'version-missing', options: ['--yes', '--prefer-online'], args, ask: pinned },
    ...otherArgs.map((words): Try => ({ when: 'wrong-flag', options: CACHE_FIRST, args: words })),
  ];
}

/** A tag such as @latest is no version. */
function hasVersion(name: string): boolean {
  return /^(?:@[^/@]+\/)?[^/@]+@(?:[\^~<>=v]*\d)/.test(name);
}

function packageWords({ package: name, bin }: NpxLaunch): readonly string[] {
  return bin === undefined ? [name] : [`--package=${name}`, '--', bin];
}

function withFirst(env: Variables, first: string | undefined, { platform }: PlanDeps): Variables {
  if (first === undefined) return env;
  const variables = new VariableMap(platform, env);
  const directories = pathDirectories(variables.get('PATH'), platform);
  const others = directories.filter((directory) => directory !== first);
  variables.set('PATH', joinDirectories([first, ...others], platform));
  return variables.toRecord();
}
