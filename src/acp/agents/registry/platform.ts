/** Platforms as the registry names them. */
export const platformKeys = [
  'darwin-aarch64',
  'darwin-x86_64',
  'linux-aarch64',
  'linux-x86_64',
  'windows-aarch64',
  'windows-x86_64',
] as const;

export type PlatformKey = (typeof platformKeys)[number];

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
};
const MACHINES: Readonly<Record<string, string>> = { arm64: 'aarch64', x64: 'x86_64' };

/** `platform` and `arch`: as in `process`. Undefined for what the registry has no name for. */
export function platformKeyOf(platform: NodeJS.Platform, arch: string): PlatformKey | undefined {
  const key = `${SYSTEMS[platform] ?? ''}-${MACHINES[arch] ?? ''}`;
  return platformKeys.find((known) => known === key);
}
