import type { Attempt, LaunchPlan, Start } from '../launchPlan';
import { displayCommand } from './commandLine';
import { childEnvironment, expandPlaceholders } from './environment';
import type { LaunchDeps } from './planDeps';
import { findProgram } from './search';
import { pathModule } from './variables';
import type { Variables } from './variables';
import { startOnWindows } from './windowsStart';
import { withoutWorkspace, type WorkspacePlace } from './workspaceRule';

export interface LaunchRequest extends WorkspacePlace {
  /** A full path or a name to be looked for on PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** Other spellings of `args`, tried in this order when the program does not take those. */
  readonly otherArgs?: readonly (readonly string[])[];
  /** null removes a variable. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Folder of the process, if another one. Placeholders are allowed. */
  readonly processFolder?: string;
}

/** Programs that fetch what they run. */
const INSTALLERS = /^(npx|npm|pnpm|pnpx|yarn|bunx|bun|uvx|uv|pipx)(\.\w+)?$/i;

/** A program of the person. A name that is not found stays a bare name, with the directories searched. */
export async function programLaunch(request: LaunchRequest, deps: LaunchDeps): Promise<LaunchPlan> {
  const { platform, home, base } = deps;
  const placeholders = { userHome: home, workspaceFolder: request.cwd };
  const expand = (text: string): string => expandPlaceholders(text, base, placeholders);
  const asked = expandHome(expand(request.command), deps);
  const [args = [], ...others] = [request.args, ...(request.otherArgs ?? [])].map((words) =>
    words.map(expand),
  );
  // The agent's own PATH counts for finding it, too.
  const searchEnv = childEnvironment(base, { ...placeholders, agentEnv: request.env });
  const fenced = await withoutWorkspace(searchEnv, request, deps);
  const { path, searched } = await findProgram(asked, fenced, deps);
  const folders = foldersOf(request, deps);
  if (path === undefined) {
    const display = displayCommand(asked, args, platform);
    return { command: asked, args, env: searchEnv, ...folders, display, searched };
  }
  const env = childEnvironment(base, { ...placeholders, agentEnv: request.env, program: path });
  const interpreters = await withoutWorkspace(env, request, deps);
  const start = (words: readonly string[]): Promise<Start> => startOf(path, words, interpreters, deps);
  const attempts = await Promise.all(
    others.map(async (words): Promise<Attempt> => ({ when: 'wrong-flag', start: await start(words) })),
  );
  return {
    ...(await start(args)),
    env,
    ...folders,
    searched,
    ...(INSTALLERS.test(pathModule(platform).basename(path)) ? { mayInstall: true } : {}),
    ...(attempts.length > 0 ? { attempts } : {}),
    ...pathsOf(path, env, platform),
  };
}

/** Decided by what was found and not by what was asked for: `agent` may be a Windows program on the PATH of WSL (B159). */
function pathsOf(path: string, env: Variables, platform: NodeJS.Platform): Pick<LaunchPlan, 'paths'> {
  const distribution = env['WSL_DISTRO_NAME'];
  if (platform !== 'linux' || !distribution || !/\.exe$/i.test(path)) return {};
  return { paths: { kind: 'windowsFromWsl', distribution } };
}

/** How the system starts a program at a full path. @param env to find its interpreter with, see withoutWorkspace */
export async function startOf(
  path: string,
  args: readonly string[],
  env: Variables,
  deps: LaunchDeps,
): Promise<Start> {
  const { platform } = deps;
  const start = platform === 'win32' ? await startOnWindows(path, args, env, deps) : { command: path, args };
  return {
    command: start.command,
    args: start.args,
    ...(start.verbatim === true ? { windowsVerbatimArguments: true } : {}),
    display: displayCommand(path, args, platform),
  };
}

/** The folder of the process, and that of the session where it is another one. */
export function foldersOf(
  { cwd, processFolder }: Pick<LaunchRequest, 'cwd' | 'processFolder'>,
  deps: LaunchDeps,
): Pick<LaunchPlan, 'cwd' | 'sessionFolder'> {
  if (processFolder === undefined) return { cwd };
  const placeholders = { userHome: deps.home, workspaceFolder: cwd };
  const folder = expandHome(expandPlaceholders(processFolder, deps.base, placeholders), deps);
  return { cwd: pathModule(deps.platform).resolve(cwd, folder), sessionFolder: cwd };
}

function expandHome(text: string, { platform, home }: LaunchDeps): string {
  const rest = /^~(?:[\\/](.*))?$/s.exec(text);
  return rest === null ? text : pathModule(platform).join(home, rest[1] ?? '');
}
