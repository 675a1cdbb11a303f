import { withoutCredentials } from './credentials';
import type { Identity } from './knownAgent';
import { within } from './limit';
import { readNpmShim } from './npmShim';
import type { OutputRunner } from './outputRunner';
import type { FileProbes } from './search';
import { isInside, pathModule } from './variables';
import type { Variables } from './variables';

/** Milliseconds for all that a program is run for. */
const OUTPUT_LIMIT = 2000;
/** Milliseconds for one look at a file. */
const FILE_LIMIT = 1000;
/** Folders above a script that may have the package.json of its package. */
const LEVELS = 8;

export interface ProgramProbes extends FileProbes {
  /** The path behind all links. */
  realPath(path: string): Promise<string>;
  /** The text of a small file, or nothing. */
  readText(path: string): Promise<string | undefined>;
}

export interface CheckDeps {
  readonly platform: NodeJS.Platform;
  readonly probes: ProgramProbes;
  /**
   * Folders whose programs are never taken: those of the workspace. One that has the home folder in it does
   * not count: it is no workspace of somebody else, and everything that the person installed lies in it.
   */
  readonly forbidden: readonly string[];
  readonly home: string;
  readonly run: OutputRunner;
  /** Milliseconds a program may take to say what it is. */
  readonly outputLimit?: number;
}

/** What a program is started with to make it say what it is. */
const QUESTIONS = [['--version'], ['--help']];

/** Tells whether programs may be taken for what their names say. One for each search: it remembers folders. */
export class ProgramCheck {
  private readonly forbidden: Promise<readonly string[]>;

  constructor(
    private readonly deps: CheckDeps,
    /** That of the person; credentials are kept from programs nobody knows yet. */
    private readonly env: Variables,
  ) {
    const { home, platform } = deps;
    const folders = deps.forbidden.filter((folder) => !isInside(home, folder, platform));
    this.forbidden = Promise.all(folders.map((folder) => this.resolve(folder))).then((real) => [
      ...folders,
      ...real,
    ]);
  }

  /** Whether the program, or what it links to, lies in a folder whose programs are never taken. */
  async isForbidden(path: string): Promise<boolean> {
    const folders = await this.forbidden;
    if (folders.length === 0) return false;
    const paths = [path, await this.resolve(path)];
    return paths.some((one) => folders.some((folder) => isInside(one, folder, this.deps.platform)));
  }

  /** Asks for the install path first and starts the program only where that says nothing. */
  async confirms(path: string, identity: Identity): Promise<boolean> {
    const target = await this.target(path);
    if (identity.path?.test(target.replaceAll('\\', '/')) === true) return true;
    const { packages = [], output } = identity;
    if (packages.length > 0 && packages.includes((await this.packageOf(target)) ?? '')) return true;
    // A link may lead to one program for many names, which looks at the name that it was started by.
    return output !== undefined && this.says(this.deps.platform === 'win32' ? target : path, output);
  }

  private async says(program: string, pattern: RegExp): Promise<boolean> {
    const { platform, home, run, outputLimit = OUTPUT_LIMIT } = this.deps;
    // CreateProcess starts nothing else; a shim of npm is resolved by now.
    if (platform === 'win32' && !/\.(?:exe|com)$/i.test(program)) return false;
    const env = withoutCredentials(this.env);
    const deadline = performance.now() + outputLimit;
    for (const args of QUESTIONS) {
      const timeLimit = deadline - performance.now();
      if (timeLimit <= 0) return false;
      const output = await run({ command: program, args, env, cwd: home, timeLimit }).catch(() => '');
      if (pattern.test(output)) return true;
    }
    return false;
  }

  /** The name of the package that a script belongs to. */
  private async packageOf(script: string): Promise<string | undefined> {
    const paths = pathModule(this.deps.platform);
    let folder = paths.dirname(script);
    for (let level = 0; level < LEVELS; level++) {
      const text = await within(
        FILE_LIMIT,
        this.deps.probes.readText(paths.join(folder, 'package.json')),
        undefined,
      );
      const name = text === undefined ? undefined : nameIn(text);
      if (name !== undefined) return name;
      folder = paths.dirname(folder);
    }
    return undefined;
  }

  /** What is behind links and, on Windows, behind a shim of npm. */
  private async target(path: string): Promise<string> {
    const { platform, probes } = this.deps;
    const real = await this.resolve(path);
    if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(real)) return real;
    const text = await within(FILE_LIMIT, probes.readText(real), undefined);
    const shim = text === undefined ? undefined : readNpmShim(real, text);
    if (shim === undefined) return real;
    return shim.kind === 'node' ? shim.script : shim.program;
  }

  /** The path behind all links, or the path itself where it cannot be told. */
  async resolve(path: string): Promise<string> {
    const real = this.deps.probes.realPath(path).catch(() => path);
    return within(FILE_LIMIT, real, path);
  }
}

function nameIn(packageJson: string): string | undefined {
  try {
    const { name } = JSON.parse(packageJson) as { readonly name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
