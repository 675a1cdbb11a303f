/** How to tell that a program of a generic name is the product that is meant; one match is enough. */
export interface Identity {
  /** Matched against the path behind all links, with forward slashes. */
  readonly path?: RegExp;
  /** npm packages that have the program. */
  readonly packages?: readonly string[];
  /** Matched against what the program prints for --version, then for --help. */
  readonly output?: RegExp;
}

export interface KnownProgram {
  /** Without extension. */
  readonly name: string;
  /** What makes it speak ACP. */
  readonly args: readonly string[];
  /** Spellings by older or newer versions, in the order in which they are tried. */
  readonly otherArgs: readonly (readonly string[])[];
  /** For names that other programs have, too: it counts only after this was checked. */
  readonly identity?: Identity;
}

/** A CLI that has no ACP mode of its own: with it alone the agent is not ready, only one step away. */
export interface AdapterHint {
  readonly program: KnownProgram;
  /** What to install: an npm package, or the name of a program with its website in the agent. */
  readonly adapter: string;
}

export interface KnownAgent {
  /** Id in the ACP registry, where it has one. */
  readonly id: string;
  readonly name: string;
  /** Programs with an ACP mode that a person may have installed, best first. */
  readonly programs: readonly KnownProgram[];
  readonly env: Readonly<Record<string, string>>;
  readonly adapter?: AdapterHint;
  readonly npmPackage?: string;
  readonly website: string;
  /** Lowest version of Node.js that the npm package runs with. */
  readonly minimumNode?: string;
}

export interface AgentFacts {
  readonly npmPackage?: string;
  /** The page of the npm package unless given. */
  readonly website?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly minimumNode?: string;
  /** By program name. */
  readonly identity?: Readonly<Record<string, Identity>>;
  /** Program without an ACP mode. */
  readonly plain?: string;
}

/**
 * @param lines command lines, best first: another line of the same program is another spelling of its arguments
 */
export function known(id: string, name: string, lines: readonly string[], facts: AgentFacts): KnownAgent {
  const { npmPackage, minimumNode, plain, identity = {} } = facts;
  const website = facts.website ?? `https://www.npmjs.com/package/${npmPackage ?? ''}`;
  const programs = programsOf(lines, identity);
  return {
    id,
    name,
    programs,
    env: facts.env ?? {},
    website,
    ...(npmPackage === undefined ? {} : { npmPackage }),
    ...(minimumNode === undefined ? {} : { minimumNode }),
    ...(plain === undefined
      ? {}
      : {
          adapter: {
            program: knownProgram(plain, [[]], identity),
            adapter: npmPackage ?? programs[0]?.name ?? id,
          },
        }),
  };
}

function programsOf(
  lines: readonly string[],
  identity: Readonly<Record<string, Identity>>,
): readonly KnownProgram[] {
  const spellings = new Map<string, (readonly string[])[]>();
  for (const line of lines) {
    const [name = '', ...args] = line.split(' ');
    spellings.set(name, [...(spellings.get(name) ?? []), args]);
  }
  return [...spellings].map(([name, all]) => knownProgram(name, all, identity));
}

function knownProgram(
  name: string,
  [args = [], ...otherArgs]: readonly (readonly string[])[],
  identities: Readonly<Record<string, Identity>>,
): KnownProgram {
  const identity = identities[name];
  return { name, args, otherArgs, ...(identity === undefined ? {} : { identity }) };
}
