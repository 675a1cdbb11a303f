/** One way to start an agent. More kinds (npx, uvx, binary) join this union later. */
export type AgentSource = ProgramSource;

/** A program with an ACP mode that a person has installed; looked for on PATH. */
export interface ProgramSource {
  readonly kind: 'program';
  /** Names without extension, best first. */
  readonly programs: readonly string[];
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A CLI that has no ACP mode of its own: with it alone the agent is not ready, only one step away. */
export interface AdapterHint {
  readonly programs: readonly string[];
  readonly npmPackage: string;
}

export interface KnownAgent {
  /** Id in the ACP registry. */
  readonly id: string;
  readonly name: string;
  /** Best first. */
  readonly sources: readonly AgentSource[];
  readonly adapter?: AdapterHint;
  readonly npmPackage?: string;
  readonly website: string;
}

function program(programs: readonly string[], ...args: readonly string[]): readonly AgentSource[] {
  return [{ kind: 'program', programs, args }];
}

export const catalogue: readonly KnownAgent[] = [
  {
    id: 'claude-acp',
    name: 'Claude Code',
    sources: program(['claude-agent-acp', 'claude-code-acp']),
    adapter: { programs: ['claude'], npmPackage: '@agentclientprotocol/claude-agent-acp' },
    npmPackage: '@agentclientprotocol/claude-agent-acp',
    website: 'https://github.com/agentclientprotocol/claude-agent-acp',
  },
  {
    id: 'codex-acp',
    name: 'Codex',
    sources: program(['codex-acp']),
    adapter: { programs: ['codex'], npmPackage: '@agentclientprotocol/codex-acp' },
    npmPackage: '@agentclientprotocol/codex-acp',
    website: 'https://github.com/agentclientprotocol/codex-acp',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    sources: program(['gemini'], '--acp'),
    npmPackage: '@google/gemini-cli',
    website: 'https://github.com/google-gemini/gemini-cli',
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    sources: program(['opencode'], 'acp'),
    npmPackage: 'opencode-ai',
    website: 'https://opencode.ai',
  },
  {
    id: 'github-copilot-cli',
    name: 'GitHub Copilot',
    sources: program(['copilot'], '--acp'),
    npmPackage: '@github/copilot',
    website: 'https://github.com/github/copilot-cli',
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    sources: program(['qwen'], '--acp'),
    npmPackage: '@qwen-code/qwen-code',
    website: 'https://github.com/QwenLM/qwen-code',
  },
  {
    id: 'goose',
    name: 'goose',
    sources: program(['goose'], 'acp'),
    website: 'https://github.com/block/goose',
  },
];
