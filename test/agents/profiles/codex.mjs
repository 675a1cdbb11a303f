function config(url) {
  return `
model = "gpt-6.1-sol"
model_provider = "lab"
approval_policy = "on-request"
sandbox_mode = "read-only"

[model_providers.lab]
name = "lab"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
requires_openai_auth = false
supports_websockets = false

[analytics]
enabled = false
`;
}

export const codex = {
  id: 'codex',
  name: 'Codex',
  package: '@agentclientprotocol/codex-acp',
  version: '2.6.0',
  program: 'codex-acp',
  args: [],
  // In its usual mode it edits the workspace without asking.
  env: () => ({ OPENAI_API_KEY: 'dummy', INITIAL_AGENT_MODE: 'read-only' }),
  files: (url) => ({ '.codex/config.toml': config(url) }),
  // A command asks only when it has to leave the sandbox.
  traits: { seesUnsaved: false, edits: 'permission', afterDenial: 'stops', marker: 'ask=1' },
};
