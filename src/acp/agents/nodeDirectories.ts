import { existingPlaces, type InstallDeps, type Place } from './installDirectories';
import { VariableMap } from './variables';
import type { LooseVariables } from './variables';

/** Directories where version managers keep their copies of Node.js, of each manager the newest first. */
export function nodeDirectories(env: LooseVariables, deps: InstallDeps): Promise<readonly string[]> {
  const variables = new VariableMap(deps.platform, env);
  return existingPlaces(
    deps.platform === 'win32' ? windowsPlaces(variables, deps) : unixPlaces(variables, deps),
    deps,
  );
}

function unixPlaces(variables: VariableMap, { platform, home }: InstallDeps): readonly Place[] {
  const mac = platform === 'darwin';
  const data = mac ? `${home}/Library/Application Support` : `${home}/.local/share`;
  const root = (name: string, usual: string): string => variables.get(name) ?? usual;
  const brew = root('HOMEBREW_PREFIX', mac ? '/opt/homebrew' : '/home/linuxbrew/.linuxbrew');
  return [
    { base: `${root('NVM_DIR', `${home}/.nvm`)}/versions/node`, versions: 'bin' },
    { base: `${root('FNM_DIR', `${data}/fnm`)}/node-versions`, versions: 'installation/bin' },
    { base: `${root('VOLTA_HOME', `${home}/.volta`)}/tools/image/node`, versions: 'bin' },
    { base: `${brew}/bin` },
    { base: `${brew}/opt`, versions: 'bin', named: /^node(@\d+)?$/ },
    { base: '/usr/local/bin' },
    { base: '/usr/local/opt', versions: 'bin', named: /^node(@\d+)?$/ },
    { base: `${root('N_PREFIX', '/usr/local')}/n/versions/node`, versions: 'bin' },
    { base: `${root('ASDF_DATA_DIR', `${home}/.asdf`)}/installs/nodejs`, versions: 'bin' },
    { base: `${root('MISE_DATA_DIR', `${home}/.local/share/mise`)}/installs/node`, versions: 'bin' },
  ];
}

function windowsPlaces(variables: VariableMap, { home }: InstallDeps): readonly Place[] {
  const below = (name: string, rest: string, versions?: string, named?: RegExp): readonly Place[] => {
    const root = variables.get(name);
    if (!root) return [];
    const base = rest === '' ? root : `${root}\\${rest}`;
    return [{ base, ...(versions === undefined ? {} : { versions }), ...(named ? { named } : {}) }];
  };
  return [
    ...below('ProgramFiles', 'nodejs'),
    ...below('NVM_HOME', '', '', /^v\d/),
    ...below('APPDATA', 'nvm', '', /^v\d/),
    ...below('APPDATA', 'fnm\\node-versions', 'installation'),
    ...below('LOCALAPPDATA', 'Volta\\tools\\image\\node', ''),
    { base: `${home}\\.volta\\tools\\image\\node`, versions: '' },
    ...below('LOCALAPPDATA', 'mise\\installs\\node', ''),
    { base: `${home}\\scoop\\apps`, versions: 'current', named: /^nodejs/ },
  ];
}
