import type { PermissionPreset } from '../permissionPreset';
import type { LaunchSource } from './launchSource';

/** An agent from the setting acpWorkbench.agents, already checked. */
export interface ConfiguredAgent {
  readonly id: string;
  readonly name?: string;
  /** How it is started. Absent: the entry changes an agent that another source has, see override.ts. */
  readonly launch?: LaunchSource;
  /** null removes the variable. Part of `launch` as well. */
  readonly env: Readonly<Record<string, string | null>>;
  /** As written; part of `launch` as well. */
  readonly args?: readonly string[];
  /** As written; part of `launch` as well. */
  readonly cwd?: string;
  /** Id of the session mode to begin with. */
  readonly mode?: string;
  /** Id of the model to begin with. */
  readonly model?: string;
  /** Values of the agent's own options to begin with, by option id. */
  readonly config?: Readonly<Record<string, string | boolean>>;
  readonly permissions?: PermissionPreset;
  /** False: API keys of the surrounding environment are kept from the agent, see credentials.ts. */
  readonly passCredentials?: boolean;
  readonly disabled?: boolean;
}
