import { workspace } from 'vscode';
import { isAbsolute } from 'node:path';
import { commandNotFound, untrustedWorkspace } from '../../acp/errors/start';
import type { LaunchPlan } from '../../acp/launchPlan';
import type { LoginTerminal } from '../../acp/loginFlow';
import { checkProgram } from '../../acp/process';
import type { EditorTerminals } from '../terminals/terminals';

/**
 * Runs a program of an agent where the person can use it: with the same care as an agent is started with. A name that
 * was not found is not left to the terminal, which would look for it in the workspace.
 * @throws AgentError
 */
export async function agentTerminal(
  terminals: EditorTerminals,
  { command: file, args, cwd, env, display, searched, transport, ...plan }: LaunchPlan,
  name: string,
): Promise<LoginTerminal> {
  if (transport !== undefined || !isAbsolute(file)) throw commandNotFound(file, searched ?? []);
  const unusable = await checkProgram({ ...plan, command: file, args, cwd, env, display });
  if (unusable !== undefined) throw unusable;
  if (!workspace.isTrusted) throw untrustedWorkspace();
  return terminals.interactive({ file, args, cwd, env, display }, name);
}
