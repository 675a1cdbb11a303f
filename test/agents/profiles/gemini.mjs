export const gemini = {
  id: 'gemini',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  args: ['--acp'],
  env: (url) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  files: () => ({
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      // Behind a pseudo terminal it keeps the output of a command to itself.
      tools: { shell: { enableInteractiveShell: false } },
    }),
  }),
  traits: { seesUnsaved: true, edits: 'review', afterDenial: 'reports', marker: '' },
};
