import { coerceVersion, compareVersions, parseVersion } from '../../libraries/tools';
import type { RegistryAgent } from './document';
import type { InstalledAgent } from './manifest';

/**
 * The version to update to, if there is a newer one and the person did not ask to stay. Where versions cannot be
 * compared, any other one counts as newer.
 */
export function updateOf(
  installed: Pick<InstalledAgent, 'version' | 'pinned'>,
  agent: Pick<RegistryAgent, 'version'>,
): string | undefined {
  if (installed.pinned !== undefined || installed.version === agent.version) return undefined;
  return isNewer(agent.version, installed.version) ? agent.version : undefined;
}

function isNewer(candidate: string, present: string): boolean {
  const [theirs, ours] = [candidate, present].map((text) => parseVersion(text, { loose: true }));
  if (theirs && ours) return compareVersions(theirs, ours) > 0;
  const [about, aboutOurs] = [candidate, present].map((text) => coerceVersion(text));
  if (!about || !aboutOurs) return true;
  // Equal only as far as could be read: 1.2.3.4 and 1.2.3.5.
  return compareVersions(about, aboutOurs) >= 0;
}
