const model = 'lab/scripted';

function config(url) {
  return JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    enabled_providers: ['lab'],
    model,
    small_model: model,
    // Without this block it asks nothing.
    permission: { edit: 'ask', bash: 'ask', webfetch: 'deny' },
    provider: {
      lab: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Lab',
        options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
        models: { scripted: { name: 'Scripted', limit: { context: 100_000, output: 8000 } } },
      },
    },
  });
}

export const opencode = {
  id: 'opencode',
  name: 'OpenCode',
  package: 'opencode-ai',
  version: '1.18.33',
  program: 'opencode',
  hasInstallScript: true,
  args: ['acp'],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  files: (url) => ({ '.config/opencode/opencode.json': config(url) }),
  traits: { seesUnsaved: false, edits: 'permission', afterDenial: 'stops', marker: '' },
};
