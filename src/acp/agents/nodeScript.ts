import type { LaunchPlan } from '../launchPlan';
import { displayCommand } from './commandLine';
import { childEnvironment } from './environment';
import type { LaunchDeps } from './planDeps';

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
