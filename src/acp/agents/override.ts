import type { ConfiguredAgent } from './configured';
import type { LaunchSource } from './launchSource';
import { present } from './present';

/**
 * The launch of an agent from another source, changed by what the person wrote for its id: arguments are
 * replaced, variables added.
 */
export function overrideLaunch(
  launch: LaunchSource,
  { args, env, cwd }: Pick<ConfiguredAgent, 'args' | 'env' | 'cwd'>,
): LaunchSource {
  if (launch.kind === 'remote') return launch;
  const { otherArgs, ...rest } = launch;
  // Other spellings belong to the arguments that they are alternatives of.
  const spelling = args === undefined ? present({ otherArgs }) : { args };
  return { ...rest, ...spelling, env: { ...rest.env, ...env }, ...present({ cwd }) };
}
