import type { RegistryAgent } from './document';

type Searched = Pick<RegistryAgent, 'id' | 'name' | 'description' | 'authors'>;

/**
 * The agents that have every word of the query somewhere, the best first: the name begins with it, a word of the
 * name does, the name contains it, then the same for description and authors. Equal ones stay in their order.
 */
export function filterAgents<Agent extends Searched>(
  agents: readonly Agent[],
  query: string,
): readonly Agent[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return agents;
  return agents
    .map((agent) => ({ agent, rank: rankOf(agent, words) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ agent }) => agent);
}

/** The sum over the words, lower is better; undefined when one of them is nowhere. */
function rankOf({ id, name, description, authors }: Searched, words: readonly string[]): number | undefined {
  const names = [name, id].map(fold);
  const others = [description, ...authors].map(fold);
  const ranks = words.map((word) => RANKS.findIndex((fits) => fits(names, others, word)));
  return ranks.includes(-1) ? undefined : ranks.reduce((sum, rank) => sum + rank, 0);
}

/** The best first. */
const RANKS: readonly ((names: readonly string[], others: readonly string[], word: string) => boolean)[] = [
  (names, _others, word) => names.some((text) => text.startsWith(word)),
  (names, _others, word) => names.some((text) => hasWord(text, word)),
  (names, _others, word) => names.some((text) => text.includes(word)),
  (_names, others, word) => others.some((text) => hasWord(text, word)),
  (_names, others, word) => others.some((text) => text.includes(word)),
];

function hasWord(text: string, start: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(start));
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
