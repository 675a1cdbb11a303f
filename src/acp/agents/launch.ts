import type { LaunchPlan } from '../launchPlan';
import { withVariables } from './environment';
import type { LaunchSource } from './launchSource';
import type { PlanDeps, PlanRequest } from './planDeps';
import { programLaunch } from './program';
import { remoteLaunch } from './remote';
import { uvxLaunch } from './uvx';

export { nodeScriptLaunch, type NodeScriptRequest } from './nodeScript';
export { programLaunch, type LaunchRequest } from './program';
export type { LaunchDeps, PlanDeps, PlanRequest } from './planDeps';

/**
 * How an agent is started here. Nothing is started by the planning but Node.js, for its version.
 * @throws AgentError command-not-found or runtime-missing when what a package needs is not there; spawn-failed for a
 *   name of a package that is none, connection-closed for such an address
 */
export async function planLaunch(
  source: LaunchSource,
  { secrets, ...request }: PlanRequest,
  machine: PlanDeps,
): Promise<LaunchPlan> {
  const deps = secrets === undefined ? machine : { ...machine, base: withVariables(machine.base, secrets) };
  switch (source.kind) {
    case 'program': {
      const { command, args, env, otherArgs, cwd: processFolder } = source;
      const { cwd, forbidden = [] } = request;
      return programLaunch(
        {
          command,
          args,
          env,
          cwd,
          forbidden,
          ...(otherArgs === undefined ? {} : { otherArgs }),
          ...(processFolder === undefined ? {} : { processFolder }),
        },
        deps,
      );
    }
    case 'npx':
      // Comparing versions takes a library that most starts do not need.
      return (await import('./npx')).npxLaunch(source, request, deps);
    case 'uvx':
      return uvxLaunch(source, request, deps);
    case 'remote':
      return remoteLaunch(source, request, deps);
  }
}
