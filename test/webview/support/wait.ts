import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `check` returns a value, at most `deadline` milliseconds. */
export async function until<T>(
  check: () => T | undefined | false | null,
  what: string,
  deadline = 2_000,
): Promise<T> {
  const end = Date.now() + deadline;
  for (;;) {
    const found = check();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > end) throw new Error(`still waiting for ${what}`);
    await delay(2);
  }
}
