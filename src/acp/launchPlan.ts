import type { AgentPaths } from './pathMap';

/** What is started, in the form in which the system takes it. */
export interface Start {
  /** Absolute path of the program, or a bare name when it was not found; of a remote agent its address. */
  readonly command: string;
  readonly args: readonly string[];
  readonly windowsVerbatimArguments?: boolean;
  /** The command line as a person would type it; of a remote agent its address. Without secrets of an address. */
  readonly display: string;
}

/** Everything needed to start an agent, as pure data. */
export interface LaunchPlan extends Start {
  readonly env: Readonly<Record<string, string>>;
  /** Absolute folder that the process starts in. */
  readonly cwd: string;
  /** Absolute folder of the session, where it is another one than `cwd`. */
  readonly sessionFolder?: string;
  /** How the agent names files, where it lives on another system than we do. */
  readonly paths?: AgentPaths;
  /** Where the program was looked for, for the error card. */
  readonly searched?: readonly string[];
  /** The program may download the agent before it runs it: npx, uvx and the like. */
  readonly mayInstall?: boolean;
  /** The agent runs elsewhere: it is connected to and not started. */
  readonly transport?: Transport;
  /** Other ways to start the same agent, for failures that they help with; each is tried once at most. */
  readonly attempts?: readonly Attempt[];
}

export interface Transport {
  /** ws:, wss:, http: or https:. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What has to have gone wrong for another attempt to make sense. */
export type AttemptReason =
  /** The package runner could not fetch the agent with what it has in its cache. */
  | 'fetch-failed'
  /** The registry, as the package runner remembers it, does not have the version. */
  | 'version-missing'
  /** What npx keeps of this package is broken; its folder is removed before the attempt. */
  | 'corrupt-cache'
  /** The program did not take its arguments: it said so and ended, or it does not answer. */
  | 'wrong-flag';

export interface Attempt {
  readonly when: AttemptReason;
  readonly start: Start;
  /** Only after a person said so, see `acceptAttempt`: it is not made by itself. */
  readonly ask?: boolean;
}
