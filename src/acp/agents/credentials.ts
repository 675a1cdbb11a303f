import type { Variables } from './variables';

/** Where a name does not follow the pattern below. */
const NAMES = new Set([
  'AUGMENT_SESSION_AUTH',
  'AWS_BEARER_TOKEN_BEDROCK',
  'COPILOT_GITHUB_TOKEN',
  'CO_API_KEY',
  'GOOGLE_API_KEY',
  'HF_TOKEN',
  'JUNIE_TOKEN',
  'SRC_ACCESS_TOKEN',
]);

/** Whose keys are meant: a key of something else, such as a test service, may be what the person works on. */
const VENDORS = [
  'AI_GATEWAY',
  'ALIBABA',
  'AMP',
  'ANTHROPIC',
  'AUGMENT',
  'AZURE_AI',
  'AZURE_OPENAI',
  'BAILIAN',
  'CEREBRAS',
  'CLAUDE',
  'CLINE',
  'CODEBUDDY',
  'CODEX',
  'COHERE',
  'CURSOR',
  'DASHSCOPE',
  'DEEPSEEK',
  'DEVIN',
  'FACTORY',
  'FIREWORKS',
  'GEMINI',
  'GLM',
  'GOOGLE_AI',
  'GOOGLE_GENAI',
  'GOOGLE_GENERATIVE_AI',
  'GROK',
  'GROQ',
  'HUGGINGFACE',
  'INCEPTION',
  'JUNIE',
  'KILO',
  'KIMI',
  'LITELLM',
  'LLM',
  'MINIMAX',
  'MISTRAL',
  'MOONSHOT',
  'NVIDIA',
  'OLLAMA',
  'OPENAI',
  'OPENCODE',
  'OPENHANDS',
  'OPENROUTER',
  'PERPLEXITY',
  'POOLSIDE',
  'QODER',
  'QWEN',
  'STAKPAK',
  'TOGETHER',
  'VENICE',
  'WINDSURF',
  'XAI',
  'ZAI',
  'Z_AI',
  'ZHIPU',
  'ZHIPUAI',
];

// ANTHROPIC_API_KEY, AZURE_OPENAI_API_KEY, CLAUDE_CODE_OAUTH_TOKEN, GOOGLE_GENAI_API_KEY, …
const PATTERN = new RegExp(
  `^(?:${VENDORS.join('|')})(?:_\\w+)?_(?:API_?KEYS?|API_TOKEN|AUTH_TOKEN|OAUTH_TOKEN|ACCESS_TOKEN)$`,
);

/** Whether a variable holds the key to a model or the login of an agent. */
export function isCredential(name: string): boolean {
  const folded = name.toUpperCase();
  return NAMES.has(folded) || PATTERN.test(folded);
}

/** Names of the credentials that are there, sorted; one that is empty counts as not there. */
export function credentialNames(variables: Variables): readonly string[] {
  return Object.keys(variables)
    .filter((name) => isCredential(name) && variables[name] !== '')
    .sort();
}

/** The credentials are absent afterwards, not empty: an empty key is one that some agents use. */
export function withoutCredentials(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !isCredential(name)));
}
