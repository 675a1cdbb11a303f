export const claude = {
  id: 'claude',
  name: 'Claude Code',
  package: '@agentclientprotocol/claude-agent-acp',
  version: '0.101.0',
  program: 'claude-agent-acp',
  args: [],
  env: (url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  // In its usual mode a model decides what needs a question.
  files: () => ({ '.claude/settings.json': JSON.stringify({ permissions: { defaultMode: 'default' } }) }),
  traits: { seesUnsaved: false, edits: 'permission', afterDenial: 'reports', marker: '' },
};
