import type { LaunchPlan } from '../../acp/process';

/** Another way to start something of the same agent, such as its login. */
export interface LaunchVariant {
  /** Undefined: the agent's own program. */
  readonly command: string | undefined;
  /** Behind the agent's own when it is the agent's program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent that a person can choose. */
export interface AgentOffer {
  readonly id: string;
  readonly name: string;
  /** One line for the picker: where it comes from, or what is missing. */
  readonly detail: string;
  /** False: known to be installed, but it cannot be started as it is. */
  readonly usable: boolean;
  /** @param cwd absolute folder to work in */
  plan(cwd: string, variant?: LaunchVariant): Promise<LaunchPlan>;
}

/** Where agents come from; `refresh` looks again. */
export interface AgentDirectory {
  list(): Promise<readonly AgentOffer[]>;
  find(id: string): Promise<AgentOffer | undefined>;
  refresh(): void;
}
