import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { credentialNames, isCredential, withoutCredentials } from '../../../src/acp/agents/credentials';
import { baseEnvironment, childEnvironment } from '../../../src/acp/agents/environment';

const KEYS = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'AZURE_OPENAI_API_KEY',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CO_API_KEY',
  'CURSOR_API_KEY',
  'DASHSCOPE_API_KEY',
  'FACTORY_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'MISTRAL_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'XAI_API_KEY',
  'ZAI_API_KEY',
];

const OTHERS = {
  ANTHROPIC_BASE_URL: 'https://x',
  ANTHROPIC_MODEL: 'm',
  CLAUDE_CODE_USE_BEDROCK: '1',
  GITHUB_TOKEN: 't',
  GOOGLE_CLOUD_PROJECT: 'p',
  GOOGLE_MAPS_API_KEY: 'k',
  MY_ANTHROPIC_API_KEY: 'k',
  NPM_TOKEN: 't',
  STRIPE_API_KEY: 'k',
};

describe('credentials in the environment', () => {
  const variables = { ...Object.fromEntries(KEYS.map((name) => [name, 'k'])), ...OTHERS };

  it('B127: names the keys of model vendors that are there, and nothing else', () => {
    deepStrictEqual(credentialNames(variables), KEYS);
    deepStrictEqual(credentialNames({ OPENAI_API_KEY: '', XAI_API_KEY: 'k' }), ['XAI_API_KEY']);
    ok(isCredential('openai_api_key'), 'Windows does not tell cases apart');
  });

  it('B127: makes them absent, not empty', () => {
    deepStrictEqual(withoutCredentials({ ...variables, GROQ_API_KEY: '' }), OTHERS);
  });

  it('B127: takes an empty key for none at all', () => {
    const base = baseEnvironment({
      platform: 'linux',
      processEnv: { ANTHROPIC_API_KEY: '', EMPTY: '' },
      shellEnv: { ANTHROPIC_API_KEY: 'from the shell', OPENAI_API_KEY: 'k' },
      installed: [],
    });
    deepStrictEqual(base.variables, { EMPTY: '', OPENAI_API_KEY: 'k' });
    const agentEnv = { OPENAI_API_KEY: '', GEMINI_API_KEY: '${env:NOT_THERE}', OTHER: '' };
    const child = childEnvironment(base, { agentEnv, userHome: '/home/u' });
    deepStrictEqual(child, { EMPTY: '', OTHER: '' });
  });

  it('B127: passes a key that was set for the agent, whatever is withheld', () => {
    const variables = withoutCredentials({ ANTHROPIC_API_KEY: 'ambient', A: '1' });
    const base = { platform: 'linux', variables, added: [] } as const;
    const options = { userHome: '/home/u', agentEnv: { ANTHROPIC_API_KEY: 'own' } };
    strictEqual(childEnvironment(base, options)['ANTHROPIC_API_KEY'], 'own');
  });
});
