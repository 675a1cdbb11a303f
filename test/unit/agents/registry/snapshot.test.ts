import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseDistribution, launchOf } from '../../../../src/acp/agents/registry/choose';
import { parseRegistry } from '../../../../src/acp/agents/registry/document';

/** What the registry had when the snapshot was begun, by the way in which it offers them. */
const known = {
  npx: `agoragentic-acp auggie autohand claude-acp cline codebuddy-code codex-acp deepagents dimcode dirac
    factory-droid gemini github-copilot github-copilot-cli glm-acp-agent grok-build nova pi-acp qoder qwen-code`,
  binary: `amp-acp cortex-code corust-agent crow-cli cursor devin goose harn junie kimi mistral-vibe opencode
    poolside stakpak vtcode`,
  uvx: 'fast-agent minion-code',
  'binary,npx': 'kilo sigit',
};

const text = readFileSync(join('media', 'registry.json'), 'utf8');

describe('the registry snapshot', () => {
  const { agents, ignored, version } = parseRegistry(JSON.parse(text));

  it('is read without anything left out', () => {
    deepStrictEqual(ignored, []);
    strictEqual(version, '1.0.0');
  });

  for (const [kinds, ids] of Object.entries(known)) {
    it(`has every agent that is offered by ${kinds}`, () => {
      const offered = agents.filter(({ distribution }) => Object.keys(distribution).sort().join() === kinds);
      deepStrictEqual(
        offered.map(({ id }) => id),
        ids.split(/\s+/),
      );
    });
  }

  it('is small enough to ship, and has no icons', () => {
    ok(text.length < 60_000, `${text.length} characters`);
    deepStrictEqual(
      agents.filter(({ icon }) => icon !== undefined),
      [],
    );
  });

  it('says in one short sentence what each agent is', () => {
    for (const { id, description } of agents) match(description, /^[A-Z].{10,70}\.$/, id);
  });

  it('has a way to start every agent on Linux', () => {
    for (const agent of agents) {
      const choice = chooseDistribution(agent, 'linux', 'x64');
      if (choice.kind === 'none') throw new Error(`${agent.id} has none`);
      if (choice.kind !== 'binary') strictEqual(launchOf(agent, choice).kind, choice.kind);
    }
  });
});
