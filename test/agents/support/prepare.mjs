// Everything around the tests of real agents: the agents from npm, a model for them, and a home for each.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onExit } from '../../support/processes.mjs';
import { provision } from '../../support/provision.mjs';
import { startModelServer } from '../modelServer/server.mjs';
import { installAgent } from './install.mjs';
import { chosenProfiles } from './profiles.mjs';

/** Of the person who runs the tests: these would lead an agent out of its home or to a real model. */
const withheld = [
  ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'CODEX_HOME'],
  ...['CLAUDE_CONFIG_DIR', 'OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR', 'GOOGLE_API_KEY', 'GEMINI_MODEL'],
  ...['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_MODEL', 'OPENAI_BASE_URL', 'HTTP_PROXY', 'HTTPS_PROXY'],
  ...['http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'IS_SANDBOX'],
];

/** Agents leave things there. */
const temporaryFolder = (home) => join(home, 'tmp');

function writeFiles(home, files) {
  mkdirSync(temporaryFolder(home), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** An entry of acpWorkbench.agents, as a person would write it. */
function settingsEntry({ profile, program, home, mark, url, nodeFolder }) {
  const [markName, markValue] = mark.split('=');
  return {
    name: profile.name,
    command: program,
    args: profile.args,
    env: {
      ...Object.fromEntries(withheld.map((name) => [name, null])),
      PATH: `${nodeFolder}:\${env:PATH}`,
      HOME: home,
      TMPDIR: temporaryFolder(home),
      TERM: 'dumb',
      [markName]: markValue,
      ...profile.env(url),
    },
  };
}

/**
 * Installs the agents and starts their model. The `problem` of an agent that cannot be installed becomes a
 * failed test; the others run.
 * @param {(entry: object) => void} log what the model was asked
 * @returns {Promise<{ env: Record<string, string>, close: () => void }>} `env`: for the tests, see agentUnderTest.ts
 */
async function prepareWith(log) {
  const profiles = chosenProfiles();
  const host = await provision();
  const nodeFolder = dirname(host.node);
  const cache = join(dirname(host.root), 'agents');
  mkdirSync(cache, { recursive: true });
  // Not below the system's temporary folder: Codex refuses to keep its helper programs there.
  const homes = mkdtempSync(join(cache, 'home-'));
  const removeHomes = () => rmSync(homes, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(removeHomes);
  const model = await startModelServer(log);
  const agents = [];
  for (const profile of profiles) {
    const { id, name, traits, package: npm, version } = profile;
    const mark = `ACP_WORKBENCH_AGENT_UNDER_TEST=${id}-${randomUUID()}`;
    const home = join(homes, id);
    writeFiles(home, profile.files(model.url));
    try {
      const program = await installAgent({ profile, cache, nodeFolder, say: console.error });
      const setting = settingsEntry({ profile, program, home, mark, url: model.url, nodeFolder });
      agents.push({ id, name, package: `${npm}@${version}`, mark, traits, setting });
    } catch (error) {
      console.error(error.message);
      agents.push({ id, name, package: `${npm}@${version}`, mark, traits, problem: error.message });
    }
  }
  return {
    env: { ACP_WORKBENCH_AGENTS: JSON.stringify(agents) },
    close() {
      model.close();
      forget();
      removeHomes();
    },
  };
}

/** @param {string} results folder that receives a record of what the model was asked */
export function prepareAgents(results) {
  return prepareWith((entry) => {
    mkdirSync(results, { recursive: true });
    appendFileSync(join(results, 'model.jsonl'), `${JSON.stringify(entry)}\n`);
  });
}
