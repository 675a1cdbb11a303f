import { setTimeout as delay } from 'node:timers/promises';

export interface StartBudgets {
  /** For an agent that is there, from its start to its answer. */
  readonly handshakeSeconds: number;
  /** For a program that may fetch the agent first. */
  readonly installSeconds: number;
}

/** A program that was started and has not answered yet. */
export interface Starting {
  readonly mayInstall: boolean;
  /** Whether a program that fetches agents is done with that, and the agent itself runs. */
  agentRuns(): Promise<boolean>;
  /** What it printed up to now, or the end of that. */
  output(): string;
}

/** How often, within the time of a handshake, it is looked whether the agent runs. */
const LOOKS = 10;
/** Milliseconds between two looks at least. */
const SHORTEST = 100;

/**
 * Resolves with the budget that is spent. A program that fetches the agent has the long one; once the agent itself
 * runs, being silent for as long as a handshake may take is enough. Silent, because some agents fetch more when they run
 * for the first time, and say so.
 * @throws AbortError when `signal` aborts
 */
export async function budgetSpent(
  starting: Starting,
  { handshakeSeconds, installSeconds }: StartBudgets,
  signal: AbortSignal,
): Promise<'handshake' | 'install'> {
  const handshake = handshakeSeconds * 1000;
  if (!starting.mayInstall) {
    await delay(handshake, undefined, { signal });
    return 'handshake';
  }
  const end = performance.now() + installSeconds * 1000;
  let before = '';
  let silentSince: number | undefined;
  for (;;) {
    const left = end - performance.now();
    if (left <= 0) return 'install';
    await delay(Math.min(left, Math.max(SHORTEST, handshake / LOOKS)), undefined, { signal });
    // Asked again and again: what is installed may run an npx of its own meanwhile.
    const runs = await starting.agentRuns();
    const now = performance.now();
    const output = starting.output();
    if (!runs) silentSince = undefined;
    else if (silentSince === undefined || output !== before) silentSince = now;
    else if (now - silentSince >= handshake) return 'handshake';
    before = output;
  }
}
