import { known } from './knownAgent';
import type { KnownAgent } from './knownAgent';

// Names without versions: those come from the registry. `identity` stands where another program of that name
// is widely used or the name is a common word; a check may cost a process, so brands have none.
export const catalogue: readonly KnownAgent[] = [
  known('claude-acp', 'Claude Code', ['claude-agent-acp', 'claude-code-acp'], {
    npmPackage: '@agentclientprotocol/claude-agent-acp',
    website: 'https://github.com/agentclientprotocol/claude-agent-acp',
    minimumNode: '20.10.0',
    plain: 'claude',
  }),
  known('codex-acp', 'Codex', ['codex-acp'], {
    npmPackage: '@agentclientprotocol/codex-acp',
    website: 'https://github.com/agentclientprotocol/codex-acp',
    plain: 'codex',
  }),
  known('gemini', 'Gemini CLI', ['gemini --acp', 'gemini --experimental-acp'], {
    npmPackage: '@google/gemini-cli',
    website: 'https://github.com/google-gemini/gemini-cli',
  }),
  known('opencode', 'OpenCode', ['opencode acp'], {
    npmPackage: 'opencode-ai',
    website: 'https://opencode.ai',
  }),
  // AWS has a copilot, too.
  known('github-copilot-cli', 'GitHub Copilot', ['copilot --acp --stdio', 'copilot --acp'], {
    npmPackage: '@github/copilot',
    website: 'https://github.com/github/copilot-cli',
    identity: {
      copilot: { path: /\/copilot-cli\//, packages: ['@github/copilot'], output: /GitHub Copilot/i },
    },
  }),
  known('github-copilot', 'GitHub Copilot (language server)', ['copilot-language-server --acp'], {
    npmPackage: '@github/copilot-language-server',
  }),
  known('cursor', 'Cursor', ['cursor-agent acp', 'agent acp'], {
    website: 'https://cursor.com/cli',
    identity: { agent: { path: /\/(?:cursor-agent|\.cursor)\//, output: /\bcursor\b/i } },
  }),
  known(
    'qwen-code',
    'Qwen Code',
    ['qwen --acp --experimental-skills', 'qwen --acp', 'qwen --experimental-acp'],
    { npmPackage: '@qwen-code/qwen-code', website: 'https://github.com/QwenLM/qwen-code' },
  ),
  // The other goose migrates databases.
  known('goose', 'goose', ['goose acp'], {
    website: 'https://github.com/block/goose',
    identity: { goose: { path: /\/block-goose/, output: /\bacp\b/i } },
  }),
  known('auggie', 'Auggie CLI', ['auggie --acp'], {
    npmPackage: '@augmentcode/auggie',
    env: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
  }),
  known('cline', 'Cline', ['cline --acp'], { npmPackage: 'cline', website: 'https://cline.bot' }),
  known('kimi', 'Kimi CLI', ['kimi acp'], { website: 'https://github.com/MoonshotAI/kimi-cli' }),
  known('mistral-vibe', 'Mistral Vibe', ['vibe-acp'], {
    website: 'https://github.com/mistralai/mistral-vibe',
  }),
  known(
    'factory-droid',
    'Factory Droid',
    ['droid exec --output-format acp-daemon', 'droid exec --output-format acp'],
    {
      npmPackage: 'droid',
      website: 'https://factory.ai',
      env: { DROID_DISABLE_AUTO_UPDATE: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
      identity: { droid: { path: /\/\.?factory\//i, packages: ['droid'], output: /\bfactory\b/i } },
    },
  ),
  known('qoder', 'Qoder CLI', ['qodercli --acp'], { npmPackage: '@qoder-ai/qodercli' }),
  known('codebuddy-code', 'Codebuddy Code', ['codebuddy --acp'], {
    npmPackage: '@tencent-ai/codebuddy-code',
  }),
  // A text editor of a well-known tutorial is called kilo.
  known('kilo', 'Kilo', ['kilo acp'], {
    npmPackage: '@kilocode/cli',
    website: 'https://kilo.ai',
    identity: { kilo: { packages: ['@kilocode/cli'], output: /kilo ?code|\bacp\b/i } },
  }),
  known('grok-build', 'Grok Build', ['grok agent stdio'], {
    npmPackage: '@xai-official/grok',
    identity: {
      grok: { path: /\/\.grok\//, packages: ['@xai-official/grok'], output: /\bxAI\b|Grok Build/ },
    },
  }),
  known('pi-acp', 'pi ACP', ['pi-acp'], {
    npmPackage: 'pi-acp',
    plain: 'pi',
    identity: {
      pi: {
        packages: ['@mariozechner/pi-coding-agent', '@earendil-works/pi-coding-agent'],
        output: /\bpi\b.*\bcoding (?:agent|assistant)/i,
      },
    },
  }),
  known('amp-acp', 'Amp', ['amp-acp'], {
    website: 'https://github.com/tao12345666333/amp-acp',
    plain: 'amp',
    identity: { amp: { packages: ['@sourcegraph/amp'], output: /ampcode|sourcegraph/i } },
  }),
  known('junie', 'Junie', ['junie --acp=true'], { website: 'https://junie.jetbrains.com' }),
  known('devin', 'Devin', ['devin acp'], { website: 'https://devin.ai' }),
  known('poolside', 'Poolside', ['pool acp'], {
    website: 'https://github.com/poolsideai/pool',
    identity: { pool: { path: /\/\.?poolside\//i, output: /poolside/i } },
  }),
  known('cortex-code', 'Cortex Code', ['cortex acp serve'], {
    website: 'https://docs.snowflake.com/en/user-guide/cortex-code/cortex-code',
    identity: { cortex: { output: /snowflake|cortex code/i } },
  }),
  known('nova', 'Nova', ['nova acp'], {
    npmPackage: '@compass-ai/nova',
    identity: { nova: { packages: ['@compass-ai/nova'], output: /compass/i } },
  }),
  known('kiro', 'Kiro', ['kiro-cli acp'], { website: 'https://kiro.dev/cli' }),
  known('cagent', 'Docker cagent', ['cagent acp'], { website: 'https://github.com/docker/cagent' }),
  known('openhands', 'OpenHands', ['openhands acp'], {
    website: 'https://github.com/OpenHands/OpenHands-CLI',
  }),
  // A JavaScript engine is called hermes.
  known('hermes', 'Hermes', ['hermes acp'], {
    website: 'https://github.com/NousResearch/hermes-agent',
    identity: { hermes: { path: /\/\.hermes\/|\/hermes-agent\//, output: /hermes agent|nous ?research/i } },
  }),
  known('openclaw', 'OpenClaw', ['openclaw acp'], {
    npmPackage: 'openclaw',
    website: 'https://github.com/openclaw/openclaw',
  }),
  // Several projects have this name; not all of them speak ACP.
  known('nanobot', 'Nanobot', ['nanobot --experimental-acp'], {
    website: 'https://github.com/nanobot-ai/nanobot',
    identity: { nanobot: { output: /\bacp\b/i } },
  }),
  known('code-assistant', 'Code Assistant', ['code-assistant acp'], {
    website: 'https://github.com/stippi/code-assistant',
  }),
  known('agoragentic-acp', 'Agoragentic', ['agoragentic-mcp --acp'], { npmPackage: 'agoragentic-mcp' }),
  known('autohand', 'Autohand Code', ['autohand-acp'], { npmPackage: '@autohandai/autohand-acp' }),
  known('corust-agent', 'Corust Agent', ['corust-agent-acp'], {
    website: 'https://github.com/Corust-ai/corust-agent-release',
  }),
  known('crow-cli', 'crow-cli', ['crow-cli acp'], {
    website: 'https://agentclientprotocol.com/get-started/registry',
  }),
  known('deepagents', 'DeepAgents', ['deepagents-acp'], { npmPackage: 'deepagents-acp' }),
  known('dimcode', 'DimCode', ['dimcode acp'], { npmPackage: 'dimcode' }),
  known('dirac', 'Dirac', ['dirac --acp'], { npmPackage: 'dirac-cli' }),
  known('fast-agent', 'fast-agent', ['fast-agent-acp -x'], {
    website: 'https://fast-agent.ai',
    env: { FAST_AGENT_MODEL: 'codexplan' },
  }),
  known('glm-acp-agent', 'GLM Agent', ['glm-acp-agent'], { npmPackage: 'glm-acp-agent' }),
  known('harn', 'Harn', ['harn serve acp'], { website: 'https://harnlang.com' }),
  known('minion-code', 'Minion Code', ['minion-code acp'], {
    website: 'https://github.com/femto/minion-code',
  }),
  known('sigit', 'siGit Code', ['sigit'], {
    npmPackage: '@smbcloud/sigit',
    website: 'https://github.com/getsigit/sigit',
  }),
  known('stakpak', 'Stakpak', ['stakpak acp'], { website: 'https://github.com/stakpak/agent' }),
  known('vtcode', 'VT Code', ['vtcode acp'], {
    website: 'https://github.com/vinhnx/VTCode',
    env: { VT_ACP_ENABLED: '1', VT_ACP_ZED_ENABLED: '1' },
  }),
];
