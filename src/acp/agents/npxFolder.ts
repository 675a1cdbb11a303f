import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanDeps } from './planDeps';
import { pathModule, VariableMap } from './variables';
import type { Variables } from './variables';

/** What makes npx look nowhere but in its own cache and in the person's settings. */
export interface OwnNpm {
  readonly options: readonly string[];
  readonly env: Variables;
}

/**
 * Without a folder of ours, npx runs a copy of the package that the workspace has in `node_modules`, and takes the
 * address of the registry from its `.npmrc`. But `--prefix` moves the settings of the whole machine as well, where
 * companies keep their own registry: those are named again.
 * @param program what runs npx
 */
export async function npmOfOurs(env: Variables, program: string, deps: PlanDeps): Promise<OwnNpm> {
  const options = ['--prefix', await deps.npxFolder()];
  const variables = new VariableMap(deps.platform, env);
  if ((variables.get('npm_config_globalconfig') ?? '') !== '') return { options, env: {} };
  const path = await machineSettings(variables, program, deps);
  return { options, env: path === undefined ? {} : { npm_config_globalconfig: path } };
}

/** The npmrc of the machine, if there is one, as npm finds it without `--prefix`. */
async function machineSettings(
  variables: VariableMap,
  program: string,
  deps: PlanDeps,
): Promise<string | undefined> {
  const { platform, home } = deps;
  const paths = pathModule(platform);
  const person = variables.get('npm_config_userconfig') ?? paths.join(home, '.npmrc');
  const named = /^\s*prefix\s*=\s*"?([^"\r\n]+?)"?\s*$/m.exec((await deps.readText(person)) ?? '')?.[1];
  const appData = variables.get('APPDATA');
  const prefix =
    variables.get('npm_config_prefix') ??
    named?.replace(/^(?:~|\$\{HOME\})(?=[\\/]|$)/, () => home) ??
    variables.get('PREFIX') ??
    (platform === 'win32' ? appData && paths.join(appData, 'npm') : paths.join(program, '..', '..'));
  if (!prefix) return undefined;
  const path = paths.join(prefix, 'etc', 'npmrc');
  return (await deps.readText(path)) === undefined ? undefined : path;
}

/** Sees to it that there is `folder`, which belongs to us, with nothing in it that npm would take for a project. */
export async function emptyNpxFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const name of ['node_modules', 'package.json', '.npmrc'])
    await rm(join(folder, name), { recursive: true, force: true });
  return folder;
}
