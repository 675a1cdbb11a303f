import { badPackage, uvMissing } from '../errors/runtime';
import type { LaunchPlan } from '../launchPlan';
import type { UvxLaunch } from './launchSource';
import { isPythonPackage } from './packageNames';
import type { LaunchDeps, PlanRequest } from './planDeps';
import { programLaunch } from './program';
import { isFullPath } from './variables';

/**
 * A package of the Python index, fetched by uv.
 * @throws AgentError command-not-found when there is no uvx, or spawn-failed for a name that is none
 */
export async function uvxLaunch(
  source: UvxLaunch,
  { cwd, forbidden = [] }: PlanRequest,
  deps: LaunchDeps,
): Promise<LaunchPlan> {
  const { package: name, command, env, cwd: processFolder, otherArgs } = source;
  if (!isPythonPackage(name)) throw badPackage(name, 'Python');
  const words = (args: readonly string[]): readonly string[] =>
    command === undefined ? [name, ...args] : ['--from', name, command, ...args];
  const plan = await programLaunch(
    {
      command: 'uvx',
      args: words(source.args),
      env,
      cwd,
      forbidden,
      ...(otherArgs === undefined ? {} : { otherArgs: otherArgs.map(words) }),
      ...(processFolder === undefined ? {} : { processFolder }),
    },
    deps,
  );
  if (!isFullPath(plan.command, deps.platform)) throw uvMissing(name, plan.searched ?? []);
  return plan;
}
