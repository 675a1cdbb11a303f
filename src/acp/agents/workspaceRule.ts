import { joinDirectories, pathDirectories, pathModule, VariableMap } from './variables';
import type { LooseVariables, Variables } from './variables';

export interface SearchFence {
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/**
 * The environment to look programs up by name in: without the directories of PATH that are inside the workspace,
 * because a repository must not decide what `npx` is. Where the workspace holds the person's home, that would be
 * everything they installed: then only its `node_modules/.bin` directories are left out.
 */
export function withoutWorkspace(env: LooseVariables, folder: string, fence: SearchFence): Variables {
  const { platform, home } = fence;
  const variables = new VariableMap(platform, env);
  const directories = pathDirectories(variables.get('PATH'), platform);
  const holdsHome = isInside(home, folder, platform);
  const allowed = directories.filter(
    (directory) =>
      !isInside(directory, folder, platform) ||
      (holdsHome && !/[\\/]node_modules[\\/]\.bin\b/.test(directory)),
  );
  if (allowed.length < directories.length) variables.set('PATH', joinDirectories(allowed, platform));
  return variables.toRecord();
}

function isInside(path: string, folder: string, platform: NodeJS.Platform): boolean {
  const paths = pathModule(platform);
  const way = paths.relative(folder, path);
  return way === '' || (!/^\.\.(?:[\\/]|$)/.test(way) && !paths.isAbsolute(way));
}
