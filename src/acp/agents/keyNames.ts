const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'claude-acp': ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  'codex-acp': ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  'github-copilot-cli': ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
  'qwen-code': ['DASHSCOPE_API_KEY', 'OPENAI_API_KEY'],
};

/** Agents that work with any model, and those that nobody here knows. */
const USUAL = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'];

/** Environment variables that an agent may take its key from, best first. Suggestions: any other name will do. */
export function keyNames(agentId: string): readonly string[] {
  return (Object.hasOwn(KNOWN, agentId) ? KNOWN[agentId] : undefined) ?? USUAL;
}
