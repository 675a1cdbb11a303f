import { phrase } from '../errors';
import type { Phrase } from '../errors';
import type { KnownAgent, ProgramSource } from './catalogue';
import { searchPrograms } from './search';
import type { SearchDeps, SearchResult } from './search';
import type { LooseVariables } from './variables';

export interface DetectedAgent {
  readonly id: string;
  readonly name: string;
  readonly state: 'ready' | 'needsAdapter' | 'notFound';
  /** The program to start, or for needsAdapter the CLI that was found. */
  readonly path?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A sentence for the person: what was found, or what to install. */
  readonly reason: Phrase;
  readonly searched: readonly string[];
  readonly npmPackage?: string;
  readonly website: string;
}

/** Looks for all known agents in one pass over PATH. Never rejects: what cannot be read counts as not there. */
export async function detect(
  catalogue: readonly KnownAgent[],
  env: LooseVariables,
  deps: SearchDeps,
): Promise<readonly DetectedAgent[]> {
  const names = new Set(catalogue.flatMap(programNames));
  const result = await searchPrograms([...names], env, deps);
  return catalogue.map((agent) => detectOne(agent, result));
}

function programNames({ sources, adapter }: KnownAgent): readonly string[] {
  return [...sources.flatMap(({ programs }) => programs), ...(adapter?.programs ?? [])];
}

function detectOne(agent: KnownAgent, { found, searched }: SearchResult): DetectedAgent {
  const facts = {
    id: agent.id,
    name: agent.name,
    searched,
    website: agent.website,
    ...(agent.npmPackage === undefined ? {} : { npmPackage: agent.npmPackage }),
  };
  for (const source of agent.sources) {
    const path = firstFound(source.programs, found);
    if (path !== undefined)
      return { ...facts, state: 'ready', path, ...launchOf(source), reason: foundAt(path) };
  }
  const { adapter } = agent;
  const cli = adapter && firstFound(adapter.programs, found);
  const idle = { args: [], env: {} };
  if (adapter && cli !== undefined) {
    const reason = phrase('{0} is installed, but it speaks ACP only through {1}.', cli, adapter.npmPackage);
    return { ...facts, ...idle, state: 'needsAdapter', path: cli, reason };
  }
  return { ...facts, ...idle, state: 'notFound', reason: howToInstall(agent) };
}

function launchOf({ args, env }: ProgramSource): Pick<DetectedAgent, 'args' | 'env'> {
  return { args, env: env ?? {} };
}

function firstFound(programs: readonly string[], found: ReadonlyMap<string, string>): string | undefined {
  return programs.map((name) => found.get(name)).find((path) => path !== undefined);
}

function foundAt(path: string): Phrase {
  return phrase('Found at {0}.', path);
}

function howToInstall({ npmPackage, website }: KnownAgent): Phrase {
  if (npmPackage === undefined) return phrase('Not found on PATH. See {0} for how to install it.', website);
  return phrase('Not found on PATH. Install it with: npm install -g {0}', npmPackage);
}
