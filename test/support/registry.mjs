// Brings media/registry.json, the registry that is there before any network, up to date.
// node test/support/registry.mjs [--from address-or-file]
// Facts come from the registry; descriptions stay ours, and a new agent needs a sentence by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { main, repository } from './install.mjs';

const source = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';
const target = join(repository, 'media', 'registry.json');
/** Characters. */
const maximum = 60_000;

async function read(from) {
  if (!/^https?:/.test(from)) return JSON.parse(readFileSync(from, 'utf8'));
  const response = await fetch(from, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${from} answered ${response.status} ${response.statusText}`);
  return response.json();
}

/** The named fields, in this order, where they are present and not empty. */
function pick(object, ...names) {
  return Object.fromEntries(
    names
      .map((name) => [name, object?.[name]])
      .filter(([, value]) => value !== undefined && value !== '' && Object.keys(Object(value)).length !== 0),
  );
}

function packageOf(distribution) {
  return pick(distribution, 'package', 'cmd', 'args', 'env');
}

function binaryOf(targets = {}) {
  return Object.fromEntries(
    Object.entries(targets)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([platform, entry]) => [platform, pick(entry, 'archive', 'cmd', 'args', 'env', 'sha256')]),
  );
}

/** Only what the extension reads, without icons and previews. `sentences`: our descriptions by id. */
function condense({ version, agents }, sentences) {
  return {
    version,
    agents: agents
      .map((agent) => ({
        ...pick(agent, 'id', 'name', 'version'),
        description: sentences.get(agent.id) ?? '',
        ...pick(agent, 'repository', 'website', 'authors', 'license', 'license_url'),
        distribution: pick(
          {
            binary: binaryOf(agent.distribution.binary),
            npx: packageOf(agent.distribution.npx),
            uvx: packageOf(agent.distribution.uvx),
          },
          'binary',
          'npx',
          'uvx',
        ),
      }))
      .sort((one, other) => one.id.localeCompare(other.id)),
  };
}

await main(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string', default: source } } });
  const ours = JSON.parse(readFileSync(target, 'utf8'));
  const sentences = new Map(ours.agents.map(({ id, description }) => [id, description]));
  const snapshot = condense(await read(values.from), sentences);
  const text = await format(JSON.stringify(snapshot), { ...(await resolveConfig(target)), parser: 'json' });
  if (text.length > maximum)
    throw new Error(`${target} would have ${text.length} characters: too many to ship`);
  writeFileSync(target, text);
  const gone = [...sentences.keys()].filter((id) => !snapshot.agents.some((agent) => agent.id === id));
  const silent = snapshot.agents.filter(({ description }) => description === '').map(({ id }) => id);
  console.log(`${snapshot.agents.length} agents, ${text.length} characters`);
  if (gone.length > 0) console.log(`No longer in the registry: ${gone.join(', ')}`);
  if (silent.length > 0) console.log(`Write a sentence in media/registry.json for: ${silent.join(', ')}`);
});
