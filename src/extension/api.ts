import type { Disposable } from 'vscode';
import type { ExtensionAgents } from './agents/extensionAgents';

/** An agent that another extension brings. Beside these fields, those of an entry of `acpWorkbench.agents` count. */
export interface AgentDescriptor {
  /** Lower-case letters, digits and dashes. The id of a known agent takes its place, below the person's own entry. */
  readonly id: string;
  /** To be shown. */
  readonly name?: string;
  readonly description?: string;
  readonly website?: string;
  /** Exactly one of the four: a program, a package for npx or uvx, or the address of a remote agent. */
  readonly command?: string;
  readonly npx?: string;
  readonly uvx?: string;
  readonly url?: string;
  readonly args?: readonly string[];
  /** null removes a variable. */
  readonly env?: Readonly<Record<string, string | null>>;
}

/** What `activate` returns: `vscode.extensions.getExtension('acp-workbench.acp-workbench')?.activate()`. */
export interface AcpWorkbenchApi {
  /** Grows when something is added; what is there stays. */
  readonly version: 1;
  /**
   * Adds an agent until the result is disposed of.
   * @throws Error that says what is wrong with the descriptor
   */
  registerAgent(descriptor: AgentDescriptor): Disposable;
}

export function createApi(agents: ExtensionAgents): AcpWorkbenchApi {
  return { version: 1, registerAgent: (descriptor) => agents.register(descriptor) };
}
