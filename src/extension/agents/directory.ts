import type { Availability, Origin } from '../../acp/agents/agent';
import type { NpxLaunch, UvxLaunch } from '../../acp/agents/launchSource';
import type { LaunchPlan } from '../../acp/process';
import type { SessionDefaults } from '../../acp/sessionDefaults';
import type { Event } from 'vscode';

/** Another way to start something of the same agent, such as its login. */
export interface LaunchVariant {
  /** Undefined: the agent's own program. */
  readonly command: string | undefined;
  /** Behind the agent's own when it is the agent's program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent that a person has, or could have. */
export interface AgentOffer {
  readonly id: string;
  readonly name: string;
  /** One line for the picker: where it comes from, or what is missing. */
  readonly detail: string;
  /** False: it cannot be started as it is. */
  readonly usable: boolean;
  readonly availability: Availability;
  /** Where it is known from, the one that counts first. */
  readonly origins: readonly (Origin | 'demo')[];
  readonly description?: string;
  readonly website?: string;
  readonly license?: string;
  readonly version?: string;
  /** Newer version than the one installed here. */
  readonly update?: string;
  /** Whether the registry has it for this machine. */
  readonly canInstall: boolean;
  readonly defaults: SessionDefaults;
  /**
   * @param cwd absolute folder to work in
   * @throws AgentError
   */
  plan(cwd: string, variant?: LaunchVariant): Promise<LaunchPlan>;
  /**
   * Fetches a package of the registry for it, in the environment in which it will run: a cache, a proxy or a registry of
   * the person's own count for both. Undefined for an agent that nothing is fetched for.
   * @throws AgentError
   */
  readonly planFetch?: (source: NpxLaunch | UvxLaunch) => Promise<LaunchPlan>;
}

export type RefreshScope = 'all' | 'programs' | 'registry' | 'extensions' | 'settings';

/** Where agents come from. */
export interface AgentDirectory {
  /** Fires when another answer may be expected from `list`. */
  readonly onDidChange: Event<void>;
  /** Never rejects: a source that fails is left out. */
  list(): Promise<readonly AgentOffer[]>;
  find(id: string): Promise<AgentOffer | undefined>;
  /** Looks for programs again, with the environment that is known: quick, for whenever a list is opened. */
  rescan(): void;
  /** Looks again, and asks for the environment anew. */
  refresh(scope?: RefreshScope): void;
}
