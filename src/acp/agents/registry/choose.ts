import { phrase, type Phrase } from '../../errors';
import { notInstalled } from '../../errors/install';
import { catalogue } from '../catalogue';
import type { LaunchSource } from '../launchSource';
import { present } from '../present';
import { searchPrograms, type SearchDeps } from '../search';
import type { LooseVariables } from '../variables';
import type { BinaryTarget, PackageDistribution, RegistryAgent } from './document';
import type { InstalledAgent } from './manifest';
import { platformKeyOf, type PlatformKey } from './platform';

/** What is there to run packages with. Whatever is not said is taken to be there. */
export interface Available {
  /** npx, and a Node.js for it. */
  readonly npx?: boolean;
  readonly uvx?: boolean;
}

/** What is on PATH to run packages with. @param variables without what is not to be taken, see workspaceRule.ts */
export async function availableRunners(
  variables: LooseVariables,
  deps: SearchDeps,
): Promise<Required<Available>> {
  const { found } = await searchPrograms(['npx', 'uvx'], variables, deps);
  return { npx: found.has('npx'), uvx: found.has('uvx') };
}

/** One way to get an agent, of those that it offers. */
export type ChosenDistribution =
  | { readonly kind: 'npx' | 'uvx'; readonly distribution: PackageDistribution }
  | { readonly kind: 'binary'; readonly platform: PlatformKey; readonly target: BinaryTarget };

/** `none`: with a sentence that says why. */
export type Choice = ChosenDistribution | { readonly kind: 'none'; readonly reason: Phrase };

/** A package before a download: it is small, its version can be chosen, and it needs no disk space of ours. */
export function chooseDistribution(
  { name, distribution }: RegistryAgent,
  platform: NodeJS.Platform,
  arch: string,
  available: Available = {},
): Choice {
  const { npx, uvx, binary } = distribution;
  if (npx !== undefined && available.npx !== false) return { kind: 'npx', distribution: npx };
  const key = platformKeyOf(platform, arch);
  const download = key === undefined ? undefined : downloadFor(key, binary);
  // Without npx what needs no other program comes first.
  if (download !== undefined && available.npx === false) return download;
  if (uvx !== undefined && available.uvx !== false) return { kind: 'uvx', distribution: uvx };
  if (download !== undefined) return download;
  return { kind: 'none', reason: whyNone(name, distribution, key ?? `${platform}-${arch}`) };
}

function downloadFor(
  key: PlatformKey,
  binary: RegistryAgent['distribution']['binary'] = {},
): ChosenDistribution | undefined {
  // Windows on ARM runs programs for x86_64.
  const keys: readonly PlatformKey[] = key === 'windows-aarch64' ? [key, 'windows-x86_64'] : [key];
  for (const platform of keys) {
    const target = binary[platform];
    if (target !== undefined) return { kind: 'binary', platform, target };
  }
  return undefined;
}

function whyNone(
  name: string,
  { npx, uvx, binary }: RegistryAgent['distribution'],
  platform: string,
): Phrase {
  if (npx !== undefined) return phrase('{0} needs Node.js with npx, which was not found.', name);
  if (uvx !== undefined) return phrase('{0} needs uv with uvx, which was not found.', name);
  if (binary !== undefined) return phrase('There is no {0} for this computer ({1}).', name, platform);
  return phrase('{0} is offered only in a way that this version does not know.', name);
}

/**
 * How the agent is started. What is installed, by its own manifest, counts before what the registry says by now.
 * @throws AgentError for a download that is not installed
 */
export function launchOf(
  agent: RegistryAgent,
  chosen: ChosenDistribution,
  installed?: InstalledAgent,
): LaunchSource {
  if (installed?.kind === chosen.kind) return launchOfInstalled(installed);
  if (chosen.kind === 'binary') throw notInstalled(agent.name);
  const spec = pinnedPackage(chosen, agent.version);
  return packageLaunch(chosen.kind, agent.id, { ...chosen.distribution, package: spec });
}

export function launchOfInstalled(installed: InstalledAgent): LaunchSource {
  const { args, env } = installed;
  if (installed.kind === 'binary') return { kind: 'program', command: installed.program, args, env };
  return packageLaunch(installed.kind, installed.id, installed);
}

/**
 * The package with exactly one version: the one it names, else that of the agent. A tag or a range would fetch
 * something else every other day.
 */
export function pinnedPackage(
  { kind, distribution }: Extract<ChosenDistribution, { kind: 'npx' | 'uvx' }>,
  version: string,
): string {
  const { name, version: named } = splitPackage(distribution.package);
  if (named !== undefined && /^v?\d/.test(named)) return distribution.package;
  return packageAt(kind, name, version);
}

/** The package at another version. */
export function packageAt(kind: 'npx' | 'uvx', spec: string, version: string): string {
  const { name } = splitPackage(spec);
  return kind === 'npx' ? `${name}@${version}` : `${name}==${version}`;
}

function splitPackage(spec: string): { readonly name: string; readonly version?: string } {
  const [, name = spec, version] = /^(@?[^@=]+)(?:@|==)(.+)$/.exec(spec) ?? [];
  return version === undefined ? { name } : { name, version };
}

/** What the registry does not say of a package, the catalogue may. */
function packageLaunch(
  kind: 'npx' | 'uvx',
  id: string,
  { package: spec, command, args, env }: PackageDistribution,
): LaunchSource {
  if (kind === 'uvx') return { kind, package: spec, args, env, ...present({ command }) };
  const minimumNode = catalogue.find((known) => known.id === id)?.minimumNode;
  return { kind, package: spec, args, env, ...present({ bin: command, minimumNode }) };
}
