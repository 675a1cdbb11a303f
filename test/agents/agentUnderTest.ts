/** What the runner outside prepared, see support/prepare.mjs; the traits are explained in support/profiles.mjs. */
export interface AgentUnderTest {
  readonly id: string;
  readonly name: string;
  /** With its version, as npm takes it. */
  readonly package: string;
  /** `NAME=value` in the environment of the agent and of everything that it starts. */
  readonly mark: string;
  readonly traits: {
    readonly seesUnsaved: boolean;
    readonly edits: 'review' | 'permission';
    readonly afterDenial: 'reports' | 'stops';
    readonly marker: string;
  };
  /** Its entry in acpWorkbench.agents. */
  readonly setting?: {
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string | null>>;
  };
  /** Why it could not be installed. */
  readonly problem?: string;
}

export function agentsUnderTest(): readonly AgentUnderTest[] {
  const prepared = process.env['ACP_WORKBENCH_AGENTS'];
  if (prepared === undefined) throw new Error('ACP_WORKBENCH_AGENTS is not set: run npm run test:agents');
  return JSON.parse(prepared) as readonly AgentUnderTest[];
}
