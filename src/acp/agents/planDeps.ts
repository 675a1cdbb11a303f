import type { BaseEnvironment } from './environment';
import type { SearchDeps } from './search';
import type { Variables } from './variables';
import type { SearchFence, WorkspacePlace } from './workspaceRule';

/** What planning asks of the machine. */
export interface LaunchDeps extends SearchDeps, SearchFence {
  readonly probes: SearchDeps['probes'] & SearchFence['probes'];
  readonly base: BaseEnvironment;
  /** The text of a small file, or nothing. */
  readText(path: string): Promise<string | undefined>;
}

/** What plans of packages need beside that. */
export interface PlanDeps extends LaunchDeps {
  /** What runs this extension: VS Code's own Electron, which can be a Node.js. */
  readonly runtime: { readonly path: string; readonly version: string };
  /**
   * The version of the Node.js at `path`, such as `20.11.0`; undefined when it does not tell. Never rejects.
   * @param cwd where the agent will run: programs of version managers look for the version of a folder there
   */
  nodeVersion(path: string, cwd?: string): Promise<string | undefined>;
  /** Sees to it that there is a folder with a program `node` that runs `runtime`, and gives it: see nodeShims.ts. */
  nodeShims(): Promise<string>;
  /** Sees to it that there is a folder of ours with no project in it, and gives it: see npxFolder.ts. */
  npxFolder(): Promise<string>;
}

export interface PlanRequest extends WorkspacePlace {
  /** Who chose the version in the name of a package: that of a person is kept unless they say otherwise. */
  readonly versionFrom?: 'person' | 'registry';
  /**
   * Keys that a person keeps for the agent: weaker than the variables of its settings, stronger than what surrounds
   * it. Nothing is expanded in them, since a key may hold any characters.
   */
  readonly secrets?: Variables;
}
