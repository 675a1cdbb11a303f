import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSmallText } from './nodeProbes';
import type { PlanDeps } from './planDeps';
import { writeAtomically } from './registry/atomicFile';
import { SCRIPT_SHELL, SCRIPT_SHELL_VARIABLE } from './scriptShell';
import { pathModule, VariableMap } from './variables';
import type { Variables } from './variables';

/** What makes npx look nowhere but in its own cache and in the person's settings. */
export interface OwnNpm {
  readonly options: readonly string[];
  /** The whole environment. */
  readonly env: Variables;
}

/**
 * Without a folder of ours, npx runs a copy of the package that the workspace has in `node_modules`, and takes the
 * address of the registry from its `.npmrc`. But `--prefix` moves the settings of the whole machine as well, where
 * companies keep their own registry: those are named again. And programs of the workspace stay off PATH, see
 * scriptShell.ts; on Windows, cmd.exe would look in the current folder anyway.
 * @param program what runs npx
 */
export async function npmOfOurs(env: Variables, program: string, deps: PlanDeps): Promise<OwnNpm> {
  const { platform } = deps;
  const folder = await deps.npxFolder();
  const variables = new VariableMap(platform, env);
  if ((variables.get('npm_config_globalconfig') ?? '') === '') {
    const path = await machineSettings(variables, program, deps);
    if (path !== undefined) variables.set('npm_config_globalconfig', path);
  }
  if (platform !== 'win32') {
    for (const name of variables.names()) if (SCRIPT_SHELL_VARIABLE.test(name)) variables.delete(name);
    variables.set('npm_config_script_shell', pathModule(platform).join(folder, SCRIPT_SHELL.name));
  }
  return { options: ['--prefix', folder], env: variables.toRecord() };
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

/**
 * Sees to it that there is `folder`, which belongs to us, with the script shell and with nothing that npm would take
 * for a project. A script that is there already and the same is left alone: agents may be starting with it.
 */
export async function emptyNpxFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const name of ['node_modules', 'package.json', '.npmrc'])
    await rm(join(folder, name), { recursive: true, force: true });
  if (platform === 'win32') return folder;
  const path = join(folder, SCRIPT_SHELL.name);
  if ((await readSmallText(path)) !== SCRIPT_SHELL.text)
    await writeAtomically(path, SCRIPT_SHELL.text, 0o755);
  await chmod(path, 0o755);
  return folder;
}
