import type { LaunchPlan } from '../../acp/process';

/** An agent that a person can choose. */
export interface AgentOffer {
  readonly id: string;
  readonly name: string;
  /** One line for the picker: where it comes from, or what is missing. */
  readonly detail: string;
  /** False: known to be installed, but it cannot be started as it is. */
  readonly usable: boolean;
  /** @param cwd absolute folder to work in */
  plan(cwd: string): Promise<LaunchPlan>;
}

/** Where agents come from; `refresh` looks again. */
export interface AgentDirectory {
  list(): Promise<readonly AgentOffer[]>;
  find(id: string): Promise<AgentOffer | undefined>;
  refresh(): void;
}
