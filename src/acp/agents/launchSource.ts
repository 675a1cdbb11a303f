/**
 * How an agent is started, as settings, the registry, the catalogue and other extensions describe it. `planLaunch`
 * turns it into a plan for this machine.
 */
export type LaunchSource = ProgramLaunch | NpxLaunch | UvxLaunch | RemoteLaunch;

interface LocalLaunch {
  readonly args: readonly string[];
  /** null removes the variable. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Folder to start it in; the folder of the session unless given. Placeholders are allowed. */
  readonly cwd?: string;
  /** Other spellings of `args`, by older or newer versions, in the order in which they are tried. */
  readonly otherArgs?: readonly (readonly string[])[];
}

/** A program of the person, or one that was downloaded for them. */
export interface ProgramLaunch extends LocalLaunch {
  readonly kind: 'program';
  /** A full path or a name to be looked for on PATH. */
  readonly command: string;
}

/** A package of the npm registry, fetched when it is not there yet. */
export interface NpxLaunch extends LocalLaunch {
  readonly kind: 'npx';
  /** As npm takes it: `name`, `name@1.2.3`, `@scope/name@1.2.3`. */
  readonly package: string;
  /** The program in the package, where it has several. */
  readonly bin?: string;
  /** Lowest version of Node.js, such as `20.10.0`. */
  readonly minimumNode?: string;
}

/** A package of the Python index, fetched by uv when it is not there yet. */
export interface UvxLaunch extends LocalLaunch {
  readonly kind: 'uvx';
  /** As uv takes it: `name`, `name==1.2.3`. */
  readonly package: string;
  /** The program in the package, where its name differs from that of the package. */
  readonly command?: string;
}

/** An agent that runs elsewhere. */
export interface RemoteLaunch {
  readonly kind: 'remote';
  /** ws:, wss:, http: or https:. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
