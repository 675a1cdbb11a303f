import { phrase } from '../errors';
import type { Phrase } from '../errors';
import { isObject } from '../json';
import type { JsonObject } from '../json';
import type { ConfiguredAgent } from './configuredAgent';
import { parseEntry } from './configuredEntry';
import { present } from './present';

/** An entry of acpWorkbench.agents. */
export interface ForeignEntry {
  /** As in the other editor. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** null removes the variable. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly mode?: string;
  readonly model?: string;
}

/** What `agent_servers` has in the settings of Zed and in the acp.json of JetBrains. */
export function readForeignEntries(
  settings: unknown,
  { path, platform }: { readonly path: string; readonly platform: NodeJS.Platform },
): { readonly entries: Readonly<Record<string, ForeignEntry>>; readonly problems: readonly Phrase[] } {
  const servers = own(settings, 'agent_servers');
  if (servers === undefined) return { entries: {}, problems: [] };
  if (!isObject(servers))
    return { entries: {}, problems: [phrase('{0}: agent_servers is not an object.', path)] };
  const entries = new Map<string, ForeignEntry>();
  const problems: Phrase[] = [];
  for (const [name, server] of Object.entries(servers)) {
    if (!isCustom(server)) continue;
    const id = freeId(name, entries);
    const checked = parseEntry(id, entryOf(name, server), {
      where: `${path}: agent_servers.${name}`,
      platform,
    });
    problems.push(...checked.problems);
    const entry = checked.agent && foreignEntry(name, checked.agent);
    if (entry !== undefined) entries.set(id, entry);
  }
  return { entries: Object.fromEntries(entries), problems };
}

/** Agents that come from a registry or an extension, and options of built-in ones, have no command to take over. */
function isCustom(server: unknown): server is JsonObject {
  const type = own(server, 'type');
  return isObject(server) && (type === 'custom' || (type === undefined && Object.hasOwn(server, 'command')));
}

/** Of what was checked, and not of what was read. */
function foreignEntry(name: string, { launch, mode, model }: ConfiguredAgent): ForeignEntry | undefined {
  if (launch?.kind !== 'program') return undefined;
  const { command, args, env } = launch;
  const variables = Object.keys(env).length === 0 ? undefined : env;
  return { name, command, args, ...present({ env: variables, mode, model }) };
}

function entryOf(name: string, server: JsonObject): JsonObject {
  return present({
    name,
    command: own(server, 'command') ?? '',
    // Always there: with arguments of its own a command is never taken apart.
    args: own(server, 'args') ?? [],
    env: own(server, 'env'),
    mode: own(server, 'default_mode'),
    model: own(server, 'default_model'),
  });
}

// jsonc-parser sets "__proto__" as a prototype.
function own(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
}

function freeId(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const id = /^[a-z]/.test(plain) ? plain : `agent-${plain}`.replace(/-$/, '');
  const isTaken = (candidate: string): boolean => candidate === 'demo' || taken.has(candidate);
  let candidate = id;
  for (let number = 2; isTaken(candidate); number++) candidate = `${id}-${number}`;
  return candidate;
}
