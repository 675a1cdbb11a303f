/** An agent from the setting acpWorkbench.agents, already checked. */
export interface ConfiguredAgent {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** null removes the variable. */
  readonly env: Readonly<Record<string, string | null>>;
}

export interface ConfiguredAgents {
  readonly agents: readonly ConfiguredAgent[];
  /** Entries that cannot be used, each with a sentence that says why. */
  readonly problems: readonly string[];
}

/** `setting`: name of the setting, for the sentences. */
export function parseAgents(value: unknown, setting: string): ConfiguredAgents {
  const agents: ConfiguredAgent[] = [];
  const problems: string[] = [];
  if (value !== undefined && !Array.isArray(value)) problems.push(`${setting}: is not a list`);
  for (const [index, item] of (Array.isArray(value) ? (value as unknown[]) : []).entries()) {
    const parsed = parseAgent(item);
    if (typeof parsed === 'string') problems.push(`${setting}[${String(index)}]: ${parsed}`);
    else if (agents.some((known) => known.id === parsed.id))
      problems.push(`${setting}: the id “${parsed.id}” is used twice`);
    else agents.push(parsed);
  }
  return { agents, problems };
}

function parseAgent(item: unknown): ConfiguredAgent | string {
  if (typeof item !== 'object' || item === null) return 'is not an object';
  const { id, name, command, args = [], env = {} } = item as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]*$/.test(id))
    return 'id must be lower-case letters, digits and dashes';
  if (typeof command !== 'string' || command.trim() === '') return 'command is missing';
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string'))
    return 'args must be a list of strings';
  if (typeof env !== 'object' || env === null || Array.isArray(env)) return 'env must be an object';
  const values = Object.entries(env as Record<string, unknown>);
  if (
    !values.every((pair): pair is [string, string | null] => pair[1] === null || typeof pair[1] === 'string')
  ) {
    return 'env values must be strings or null';
  }
  return {
    id,
    name: typeof name === 'string' && name !== '' ? name : id,
    command,
    args,
    env: Object.fromEntries(values),
  };
}
