import { badAddress } from '../errors/remote';
import type { LaunchPlan } from '../launchPlan';
import { expandPlaceholders } from './environment';
import type { RemoteLaunch } from './launchSource';
import type { LaunchDeps, PlanRequest } from './planDeps';

const SCHEMES = new Set(['ws:', 'wss:', 'http:', 'https:']);

/**
 * An agent that runs elsewhere and is connected to. ${env:X} works in the address and in the headers.
 * @throws AgentError connection-closed when the address is none
 */
export function remoteLaunch(
  source: RemoteLaunch,
  { cwd }: PlanRequest,
  { base, home }: Pick<LaunchDeps, 'base' | 'home'>,
): LaunchPlan {
  const placeholders = { userHome: home, workspaceFolder: cwd };
  const expand = (text: string): string => expandPlaceholders(text, base, placeholders);
  const url = expand(source.url);
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !SCHEMES.has(address.protocol)) throw badAddress(source.url);
  const headers = Object.fromEntries(
    Object.entries(source.headers).map(([name, value]) => [name, expand(value)]),
  );
  const display = withoutSecrets(address);
  return { command: display, args: [], env: {}, cwd, display, transport: { url: address.href, headers } };
}

/** B175: an address may hold a password or a token. */
function withoutSecrets({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
