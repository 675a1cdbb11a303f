import { deepStrictEqual } from 'node:assert/strict';
import { filterAgents } from '../../../../src/acp/agents/registry/filter';

const agent = (id: string, name: string, description = '', authors: readonly string[] = []) => ({
  id,
  name,
  description,
  authors,
});

const agents = [
  agent('xcode-acp', 'Xcode'),
  agent('b-code', 'Blue Code'),
  agent('codex', 'Codex', 'Ändert Dateien', ['OpenAI']),
  agent('plain', 'Plain', 'A coder for everyone'),
  agent('decoder', 'Other', 'For any language', ['Code Company']),
  agent('coder', 'Codor'),
];

const idsFor = (query: string): readonly string[] => filterAgents(agents, query).map(({ id }) => id);

describe('the search in the registry', () => {
  it('puts beginnings of names first, then words of names, parts of names and other texts', () => {
    deepStrictEqual(idsFor('code'), ['codex', 'coder', 'b-code', 'xcode-acp', 'decoder', 'plain']);
  });

  it('finds by id, description and authors, whatever case and accents', () => {
    deepStrictEqual(idsFor('OPENAI'), ['codex']);
    deepStrictEqual(idsFor('andert'), ['codex']);
    deepStrictEqual(idsFor('b-c'), ['b-code']);
  });

  it('wants every word of the query', () => {
    deepStrictEqual(idsFor('code blue'), ['b-code']);
    deepStrictEqual(idsFor('code nowhere'), []);
  });

  it('keeps all agents in their order without a query', () => {
    deepStrictEqual(
      idsFor('  '),
      agents.map(({ id }) => id),
    );
  });
});
