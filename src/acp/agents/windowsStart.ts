import { win32 } from 'node:path';
import { batchCommand } from './batchFile';
import { readNpmShim } from './npmShim';
import type { LaunchDeps } from './planDeps';
import { findProgram } from './search';
import { VariableMap } from './variables';
import type { Variables } from './variables';

/** What is started once the program was found. */
export interface Resolved {
  readonly command: string;
  readonly args: readonly string[];
  readonly verbatim?: boolean;
}

/** CreateProcess starts .exe files only; everything else needs its interpreter. */
export async function startOnWindows(
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
