import type { Phrase } from '../errors';
import type { LaunchSource } from './launchSource';

/** Where an agent is known from, the strongest first: the person's own entry wins over everything else. */
export const origins = ['settings', 'extension', 'installed', 'found', 'registry'] as const;
export type Origin = (typeof origins)[number];

export type Availability =
  /** Can be started. */
  | 'ready'
  /** Its CLI is there, but that speaks ACP only through a package that is not. */
  | 'needsAdapter'
  | 'notInstalled'
  /** Not for this platform. */
  | 'unavailable';

/** What one source says about one agent. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly origin: Origin;
  readonly availability: Availability;
  /** Present when it is ready. */
  readonly launch?: LaunchSource;
  /** Why it is so: where it was found, what is missing. */
  readonly reason: Phrase;
  readonly description?: string;
  readonly website?: string;
  readonly license?: string;
  readonly version?: string;
}

/** Everything known about one agent. */
export interface MergedAgent extends Candidate {
  /** Strongest first; the first one is that which is started. */
  readonly candidates: readonly Candidate[];
}

const USEFULNESS: readonly Availability[] = ['ready', 'needsAdapter', 'notInstalled', 'unavailable'];

/**
 * One agent for each id, in the order of first mention. Of several candidates the one that can be started counts,
 * then the stronger origin; what it does not say itself is taken from the others.
 */
export function mergeCandidates(candidates: readonly Candidate[]): readonly MergedAgent[] {
  const byId = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const known = byId.get(candidate.id);
    if (known === undefined) byId.set(candidate.id, [candidate]);
    else known.push(candidate);
  }
  return [...byId.values()].map(mergeOne);
}

function mergeOne(unordered: readonly Candidate[]): MergedAgent {
  const candidates = [...unordered].sort(
    (a, b) =>
      USEFULNESS.indexOf(a.availability) - USEFULNESS.indexOf(b.availability) ||
      origins.indexOf(a.origin) - origins.indexOf(b.origin),
  );
  const [best] = candidates;
  if (best === undefined) throw new Error('an agent without a candidate');
  // A person's own entry need not repeat what everybody knows.
  const facts = (['description', 'website', 'license'] as const).flatMap((key) => {
    const value = candidates.map((candidate) => candidate[key]).find((known) => known !== undefined);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...best, name: nameOf(best, candidates), ...Object.fromEntries(facts), candidates };
}

/** An entry without a name of its own has its id as name: any real name says more. */
function nameOf(best: Candidate, candidates: readonly Candidate[]): string {
  if (best.name !== best.id) return best.name;
  return candidates.find(({ name, id }) => name !== id)?.name ?? best.name;
}
