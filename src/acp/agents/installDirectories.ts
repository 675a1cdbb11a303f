import { within } from './limit';
import type { FileProbes } from './search';
import { pathModule, VariableMap } from './variables';
import type { LooseVariables } from './variables';

/** Milliseconds for one directory. */
const LIMIT = 1000;

export interface InstallDeps {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly probes: Pick<FileProbes, 'list'>;
}

/** Directories where package managers put programs and that exist here, most specific first. */
export async function installDirectories(env: LooseVariables, deps: InstallDeps): Promise<readonly string[]> {
  const variables = new VariableMap(deps.platform, env);
  const candidates = deps.platform === 'win32' ? windowsPlaces(variables, deps) : unixPlaces(variables, deps);
  return existingPlaces(candidates, deps);
}

/** Those of the places that exist, in their order. */
export async function existingPlaces(
  places: readonly Place[],
  deps: InstallDeps,
): Promise<readonly string[]> {
  const expanded = await Promise.all(places.map((place) => existing(place, deps)));
  return expanded.flat();
}

/** A directory; `versions` stands for one directory per version in between, newest first. */
export interface Place {
  readonly base: string;
  readonly versions?: string;
  /** Which names in `base` are versions; all unless given. */
  readonly named?: RegExp;
}

function unixPlaces(variables: VariableMap, { platform, home }: InstallDeps): readonly Place[] {
  const mac = platform === 'darwin';
  const nvm = variables.get('NVM_DIR') ?? `${home}/.nvm`;
  const pnpm = variables.get('PNPM_HOME') ?? (mac ? `${home}/Library/pnpm` : `${home}/.local/share/pnpm`);
  const data = mac ? `${home}/Library/Application Support` : `${home}/.local/share`;
  const fnm = variables.get('FNM_DIR') ?? `${data}/fnm`;
  const prefix = variables.get('NPM_CONFIG_PREFIX') ?? variables.get('npm_config_prefix');
  return [
    { base: `${home}/.local/bin` },
    { base: `${home}/.opencode/bin` },
    { base: `${home}/.volta/bin` },
    { base: `${home}/.local/share/mise/shims` },
    { base: `${home}/.asdf/shims` },
    { base: `${home}/.nodenv/shims` },
    { base: `${nvm}/versions/node`, versions: 'bin' },
    { base: `${fnm}/node-versions`, versions: 'installation/bin' },
    { base: `${home}/.fnm/node-versions`, versions: 'installation/bin' },
    { base: `${variables.get('N_PREFIX') ?? `${home}/n`}/bin` },
    ...(prefix ? [{ base: `${prefix}/bin` }] : []),
    { base: `${home}/.npm-global/bin` },
    { base: pnpm },
    // Where newer versions of pnpm put them.
    { base: `${pnpm}/bin` },
    { base: `${home}/.yarn/bin` },
    { base: `${home}/.bun/bin` },
    { base: `${home}/.deno/bin` },
    { base: `${home}/.cargo/bin` },
    { base: `${home}/go/bin` },
    ...(mac ? [{ base: '/opt/homebrew/bin' }] : [{ base: '/home/linuxbrew/.linuxbrew/bin' }]),
    ...(mac ? [{ base: '/opt/local/bin' }] : []),
    { base: '/usr/local/bin' },
    { base: `${home}/.nix-profile/bin` },
  ];
}

function windowsPlaces(variables: VariableMap, { home }: InstallDeps): readonly Place[] {
  const below = (name: string, ...rest: readonly string[]): readonly Place[] => {
    const root = variables.get(name);
    return root ? [{ base: [root, ...rest].join('\\') }] : [];
  };
  const shells = variables.get('LOCALAPPDATA');
  return [
    ...below('APPDATA', 'npm'),
    ...below('NVM_SYMLINK'),
    ...below('NVM_HOME'),
    ...below('ProgramFiles', 'nodejs'),
    ...(shells ? [{ base: `${shells}\\fnm_multishells`, versions: '' }] : []),
    { base: `${home}\\.volta\\bin` },
    { base: `${home}\\.local\\bin` },
    { base: `${home}\\scoop\\shims` },
    ...below('SCOOP', 'shims'),
    ...below('LOCALAPPDATA', 'pnpm'),
    ...below('LOCALAPPDATA', 'pnpm', 'bin'),
    ...below('LOCALAPPDATA', 'cursor-agent'),
    ...below('ChocolateyInstall', 'bin'),
    { base: `${home}\\.bun\\bin` },
    { base: `${home}\\.cargo\\bin` },
    ...below('ProgramFiles', 'Git', 'cmd'),
    ...below('ProgramFiles', 'Git', 'bin'),
    ...below('ProgramFiles(x86)', 'Git', 'cmd'),
    ...below('ProgramFiles(x86)', 'Git', 'bin'),
    { base: 'C:\\cygwin64\\bin' },
  ];
}

async function existing(
  { base, versions, named = /^/ }: Place,
  deps: InstallDeps,
): Promise<readonly string[]> {
  const names = await list(base, deps);
  if (names === undefined) return [];
  if (versions === undefined) return [base];
  const paths = pathModule(deps.platform);
  const newestFirst = names
    .filter((name) => named.test(name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const directories = newestFirst.map((name) => paths.join(base, name, versions));
  const present = await Promise.all(directories.map((directory) => list(directory, deps)));
  return directories.filter((_, index) => present[index] !== undefined);
}

async function list(directory: string, { probes }: InstallDeps): Promise<readonly string[] | undefined> {
  return within(
    LIMIT,
    probes.list(directory).catch(() => undefined),
    undefined,
  );
}
