import { win32 } from 'node:path';
import type { LaunchPlan } from '../process';
import { batchCommand } from './batchFile';
import { displayCommand } from './commandLine';
import { childEnvironment, expandPlaceholders } from './environment';
import type { BaseEnvironment } from './environment';
import { readNpmShim } from './npmShim';
import { findProgram } from './search';
import type { SearchDeps } from './search';
import { pathModule, VariableMap } from './variables';
import type { Variables } from './variables';

export interface LaunchRequest {
  /** A full path or a name to be looked for on PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** null removes a variable. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Absolute; the workspace folder. */
  readonly cwd: string;
}

export interface LaunchDeps extends SearchDeps {
  readonly home: string;
  readonly base: BaseEnvironment;
  /** The text of a small file, or nothing. */
  readText(path: string): Promise<string | undefined>;
}

/** Programs that fetch what they run. */
const INSTALLERS = /^(npx|npm|pnpm|pnpx|yarn|bunx|bun|uvx|uv|pipx)(\.\w+)?$/i;

/** What is started once the program was found. */
interface Resolved {
  readonly command: string;
  readonly args: readonly string[];
  readonly verbatim?: boolean;
}

/** A program of the person. A name that is not found stays a bare name, with the directories searched. */
export async function programLaunch(request: LaunchRequest, deps: LaunchDeps): Promise<LaunchPlan> {
  const { platform, home, base } = deps;
  const placeholders = { userHome: home, workspaceFolder: request.cwd };
  const asked = expandHome(expandPlaceholders(request.command, base, placeholders), deps);
  const args = request.args.map((arg) => expandPlaceholders(arg, base, placeholders));
  // The agent's own PATH counts for finding it, too.
  const searchEnv = childEnvironment(base, { ...placeholders, agentEnv: request.env });
  const { path, searched } = await findProgram(asked, searchEnv, deps);
  const display = displayCommand(asked, args, platform);
  if (path === undefined) {
    return { command: asked, args, env: searchEnv, cwd: request.cwd, display, searched };
  }
  const env = childEnvironment(base, { ...placeholders, agentEnv: request.env, program: path });
  const start = platform === 'win32' ? await startOnWindows(path, args, env, deps) : { command: path, args };
  return {
    command: start.command,
    args: start.args,
    env,
    cwd: request.cwd,
    ...(start.verbatim ? { windowsVerbatimArguments: true } : {}),
    display: displayCommand(path, args, platform),
    searched,
    ...(INSTALLERS.test(pathModule(platform).basename(path)) ? { mayInstall: true } : {}),
  };
}

export interface NodeScriptRequest {
  /** Full path. */
  readonly script: string;
  readonly args: readonly string[];
  /** Node, or VS Code's own Electron (process.execPath). */
  readonly runtime: string;
  readonly env: Readonly<Record<string, string | null>>;
  readonly cwd: string;
}

/** A Node script run by the runtime that runs us: the demo agent needs no Node of the person. */
export function nodeScriptLaunch(
  request: NodeScriptRequest,
  { platform, home, base }: Pick<LaunchDeps, 'platform' | 'home' | 'base'>,
): LaunchPlan {
  const { runtime, script, args, cwd } = request;
  const env = childEnvironment(base, { agentEnv: request.env, userHome: home, workspaceFolder: cwd });
  return {
    command: runtime,
    args: [script, ...args],
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    cwd,
    display: displayCommand(runtime, [script, ...args], platform),
  };
}

/** CreateProcess starts .exe files only; everything else needs its interpreter. */
async function startOnWindows(
  path: string,
  args: readonly string[],
  env: Variables,
  deps: LaunchDeps,
): Promise<Resolved> {
  switch (win32.extname(path).toLowerCase()) {
    case '.cmd':
    case '.bat':
      return (await startShimTarget(path, args, env, deps)) ?? startBatch(path, args, env);
    case '.ps1':
      return startPowerShell(path, args, env);
    case '.js':
    case '.mjs':
    case '.cjs':
      return { command: (await findNode(path, env, deps)) ?? path, args: [path, ...args] };
    default:
      return { command: path, args };
  }
}

/** Past the shim there is no cmd.exe: no quoting, no extra process, no "Terminate batch job (Y/N)?". */
async function startShimTarget(
  shim: string,
  args: readonly string[],
  env: Variables,
  deps: LaunchDeps,
): Promise<Resolved | undefined> {
  const text = await deps.readText(shim);
  const target = text === undefined ? undefined : readNpmShim(shim, text);
  if (target === undefined) return undefined;
  if (target.kind === 'program') return { command: target.program, args };
  const node = await findNode(shim, env, deps);
  return node === undefined
    ? undefined
    : { command: node, args: [...target.nodeArgs, target.script, ...args] };
}

/** The Node beside the program, as npm's shims prefer it, else that on PATH. */
async function findNode(beside: string, env: Variables, deps: LaunchDeps): Promise<string | undefined> {
  const neighbour = win32.join(win32.dirname(beside), 'node.exe');
  if (await deps.probes.isExecutable(neighbour).catch(() => false)) return neighbour;
  const { path } = await findProgram('node.exe', env, deps);
  return path;
}

function startBatch(path: string, args: readonly string[], env: Variables): Resolved {
  const variables = new VariableMap('win32', env);
  const comSpec = variables.get('ComSpec') ?? `${systemRoot(variables)}\\System32\\cmd.exe`;
  return { ...batchCommand(comSpec, path, args), verbatim: true };
}

function startPowerShell(path: string, args: readonly string[], env: Variables): Resolved {
  const root = systemRoot(new VariableMap('win32', env));
  return {
    command: `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
    args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', path, ...args],
  };
}

function systemRoot(variables: VariableMap): string {
  return variables.get('SystemRoot') ?? 'C:\\Windows';
}

function expandHome(command: string, { platform, home }: LaunchDeps): string {
  const rest = /^~[\\/](.*)$/s.exec(command)?.[1];
  return rest === undefined ? command : pathModule(platform).join(home, rest);
}
