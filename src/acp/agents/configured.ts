import { phrase } from '../errors';
import type { Phrase } from '../errors';
import { isObject } from '../json';
import type { ConfiguredAgent } from './configuredAgent';
import { parseEntry } from './configuredEntry';

export type { ConfiguredAgent } from './configuredAgent';

export interface ConfiguredAgents {
  readonly agents: readonly ConfiguredAgent[];
  /** One sentence for each mistake: which entry, which field, what to write instead. */
  readonly problems: readonly Phrase[];
}

export interface ParseOptions {
  /** Name of the setting, for the sentences. */
  readonly setting: string;
  readonly platform: NodeJS.Platform;
}

/** The id of the agent that is always there. */
const RESERVED = 'demo';

/** Reads the setting entry by entry. Never throws: a bad entry costs itself only. */
export function parseAgents(value: unknown, { setting, platform }: ParseOptions): ConfiguredAgents {
  if (value === undefined || value === null) return { agents: [], problems: [] };
  if (Array.isArray(value)) return { agents: [], problems: [noListAnymore(setting)] };
  if (!isObject(value)) return { agents: [], problems: [noObject(setting)] };
  const agents: ConfiguredAgent[] = [];
  const problems: Phrase[] = [];
  for (const [id, entry] of Object.entries(value)) {
    const wrong = problemOfId(id, setting);
    if (wrong !== undefined) {
      problems.push(wrong);
      continue;
    }
    const parsed = parseEntry(id, entry, { where: `${setting}.${id}`, platform });
    problems.push(...parsed.problems);
    if (parsed.agent !== undefined) agents.push(parsed.agent);
  }
  return { agents, problems };
}

/** Entries without a way to start them, under an id that no source knows: most likely a forgotten command. */
export function unknownOverrides(
  agents: readonly ConfiguredAgent[],
  isKnown: (id: string) => boolean,
  setting: string,
): readonly Phrase[] {
  return agents
    .filter(({ id, launch }) => launch === undefined && !isKnown(id))
    .map(({ id }) =>
      phrase('{0}: no agent has this id. Add a command, npx, uvx or url to start it.', `${setting}.${id}`),
    );
}

function problemOfId(id: string, setting: string): Phrase | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(id))
    return phrase(
      '{0}: “{1}” cannot be an id. Write lower-case letters, digits and dashes, a letter first.',
      setting,
      id,
    );
  if (id === RESERVED)
    return phrase('{0}: “{1}” is the id of the built-in demo agent. Choose another one.', setting, id);
  return undefined;
}

function noListAnymore(setting: string): Phrase {
  return phrase(
    '{0} is no longer a list. Write an object with one entry per agent, by its id: {1}',
    setting,
    '{ "my-agent": { "command": "my-agent", "args": ["acp"] } }',
  );
}

function noObject(setting: string): Phrase {
  return phrase(
    '{0}: write an object with one entry per agent, by its id: {1}',
    setting,
    '{ "my-agent": { "command": "my-agent", "args": ["acp"] } }',
  );
}
