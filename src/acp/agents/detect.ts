import { phrase } from '../errors';
import type { Phrase } from '../errors';
import type { KnownAgent, KnownProgram } from './knownAgent';
import type { NpxLaunch, ProgramLaunch } from './launchSource';
import { ProgramCheck } from './programCheck';
import type { CheckDeps } from './programCheck';
import { searchPrograms } from './search';
import type { SearchDeps, SearchResult } from './search';
import { VariableMap } from './variables';
import type { LooseVariables } from './variables';

export type DetectDeps = CheckDeps & Pick<SearchDeps, 'directoryLimit'>;

export interface DetectedAgent {
  readonly id: string;
  readonly name: string;
  readonly state: 'ready' | 'needsAdapter' | 'notFound';
  /** How to start it; with `ready` only. */
  readonly launch?: ProgramLaunch;
  /** The program of `launch`, or for `needsAdapter` the CLI that was found. */
  readonly path?: string;
  /** How it can be started although it is not installed: from npm. */
  readonly npx?: NpxLaunch;
  /** A sentence for the person: what was found, what was passed over, or what to install. */
  readonly reason: Phrase;
  /** Programs of the right name that were not taken, each with the reason. */
  readonly passedOver: readonly PassedOver[];
  /** Directories, in the order of PATH. */
  readonly searched: readonly string[];
  /** Those that did not answer in time. */
  readonly hanging: readonly string[];
  readonly npmPackage?: string;
  readonly website: string;
}

export interface PassedOver {
  readonly path: string;
  readonly reason: Phrase;
}

/** Looks for all known agents in one pass over PATH. Never rejects: what cannot be read counts as not there. */
export async function detect(
  catalogue: readonly KnownAgent[],
  env: LooseVariables,
  deps: DetectDeps,
): Promise<readonly DetectedAgent[]> {
  const names = new Set(catalogue.flatMap(programsOf).map(({ name }) => name));
  const result = await searchPrograms([...names], env, deps);
  const check = new ProgramCheck(deps, new VariableMap(deps.platform, env).toRecord());
  return Promise.all(catalogue.map((agent) => new Detection(agent, result, check).run()));
}

function programsOf({ programs, adapter }: KnownAgent): readonly KnownProgram[] {
  return adapter === undefined ? programs : [...programs, adapter.program];
}

/** One agent. */
class Detection {
  private readonly passedOver: PassedOver[] = [];

  constructor(
    private readonly agent: KnownAgent,
    private readonly result: SearchResult,
    private readonly check: ProgramCheck,
  ) {}

  async run(): Promise<DetectedAgent> {
    const { programs, env, adapter } = this.agent;
    for (const program of programs) {
      const path = await this.find(program);
      if (path !== undefined)
        return { ...this.facts(), state: 'ready', ...found(path, program, env), reason: foundAt(path) };
    }
    const cli = adapter && (await this.find(adapter.program));
    if (adapter && cli !== undefined) {
      const reason = phrase('{0} is installed, but it speaks ACP only through {1}.', cli, adapter.adapter);
      return { ...this.facts(), state: 'needsAdapter', path: cli, reason };
    }
    const reason = this.passedOver[0]?.reason ?? howToInstall(this.agent);
    return { ...this.facts(), state: 'notFound', reason };
  }

  /** The first program of that name that may be taken for it. */
  private async find({ name, identity }: KnownProgram): Promise<string | undefined> {
    const seen = new Set<string>();
    for (const path of this.result.candidates.get(name) ?? []) {
      // /bin is often the same as /usr/bin.
      const target = await this.check.resolve(path);
      if (seen.has(target)) continue;
      seen.add(target);
      if (await this.check.isForbidden(path)) this.passOver(path, insideWorkspace(path));
      else if (identity === undefined || (await this.check.confirms(path, identity))) return path;
      else this.passOver(path, anotherProgram(path, this.agent.name));
    }
    return undefined;
  }

  private passOver(path: string, reason: Phrase): void {
    this.passedOver.push({ path, reason });
  }

  private facts(): Omit<DetectedAgent, 'state' | 'reason'> {
    const { id, name, website, npmPackage } = this.agent;
    const { searched, hanging } = this.result;
    const npx = npxLaunch(this.agent);
    return {
      id,
      name,
      passedOver: this.passedOver,
      searched,
      hanging,
      website,
      ...(npx === undefined ? {} : { npx }),
      ...(npmPackage === undefined ? {} : { npmPackage }),
    };
  }
}

function found(
  path: string,
  { args, otherArgs }: KnownProgram,
  env: KnownAgent['env'],
): Pick<DetectedAgent, 'path' | 'launch'> {
  const more = otherArgs.length === 0 ? {} : { otherArgs };
  return { path, launch: { kind: 'program', command: path, args, env, ...more } };
}

function npxLaunch({ npmPackage, minimumNode, programs, env }: KnownAgent): NpxLaunch | undefined {
  const [program] = programs;
  if (npmPackage === undefined || program === undefined) return undefined;
  return {
    kind: 'npx',
    package: npmPackage,
    args: program.args,
    env,
    ...(program.otherArgs.length === 0 ? {} : { otherArgs: program.otherArgs }),
    ...(minimumNode === undefined ? {} : { minimumNode }),
  };
}

function foundAt(path: string): Phrase {
  return phrase('Found at {0}.', path);
}

function anotherProgram(path: string, name: string): Phrase {
  return phrase('{0} could not be confirmed to be {1}: another program may have that name.', path, name);
}

function insideWorkspace(path: string): Phrase {
  return phrase('{0} is not used: it lies in the workspace folder.', path);
}

function howToInstall({ npmPackage, website }: KnownAgent): Phrase {
  if (npmPackage === undefined) return phrase('Not found on PATH. See {0} for how to install it.', website);
  return phrase('Not found on PATH. Install it with: npm install -g {0}', npmPackage);
}
