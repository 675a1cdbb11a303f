import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { nodeProbes } from '../../acp/agents/nodeProbes';
import { findProgram } from '../../acp/agents/search';
import type { CommandRequest } from '../../acp/ports';
import { refused } from '../../acp/rpcError';

export interface CommandPlan {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** As a person would type it. */
  readonly display: string;
}

/** Programs that wait for a person at a screen: commands of an agent must not stop there. */
const QUIET_ENV = { PAGER: 'cat', GIT_PAGER: 'cat', GIT_EDITOR: 'true', GIT_TERMINAL_PROMPT: '0' };

/**
 * What to run for a `terminal/create`. Many agents put a whole shell line into `command`: without arguments that
 * runs through the shell, unless it is the path of a program.
 * @throws RpcError when the folder or the program does not exist
 */
export async function planCommand(
  request: CommandRequest,
  cwd: string,
  baseEnv: Readonly<Record<string, string>>,
): Promise<CommandPlan> {
  const isFolder = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw refused(`The folder ${cwd} does not exist.`);
  const env = {
    ...baseEnv,
    ...QUIET_ENV,
    ...Object.fromEntries(request.env.map(({ name, value }) => [name, value])),
  };
  const display = [request.command, ...request.args].map(quoteForShow).join(' ');
  if (request.args.length === 0 && !(await isProgram(request.command))) {
    if (/[\s;&|<>()$`"'*?[\]{}~#=%!\\]/.test(request.command)) {
      return { ...shellLine(request.command), cwd, env, display: request.command };
    }
  }
  const file = await programPath(request.command, env);
  if (file === undefined) {
    if (request.args.length === 0) return { ...shellLine(request.command), cwd, env, display };
    throw refused(`The command ${request.command} was not found.`);
  }
  return { file, args: request.args, cwd, env, display };
}

function shellLine(line: string): Pick<CommandPlan, 'file' | 'args'> {
  if (process.platform === 'win32') {
    return { file: process.env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`] };
  }
  return { file: '/bin/sh', args: ['-c', line] };
}

async function isProgram(path: string): Promise<boolean> {
  return isAbsolute(path) && (await nodeProbes.isExecutable(path).catch(() => false));
}

/** Found the way agents are: no look into the current folder, and a folder of PATH that hangs is passed over. */
async function programPath(
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { path } = await findProgram(command, env, { platform: process.platform, probes: nodeProbes });
  return path !== undefined && (await isProgram(path)) ? path : undefined;
}

function quoteForShow(part: string): string {
  return part === '' || /[\s"'\\$`]/.test(part) ? JSON.stringify(part) : part;
}
