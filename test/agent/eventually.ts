import { setImmediate as tick, setTimeout as delay } from 'node:timers/promises';

/** Milliseconds; generous, because a slow machine is no reason to fail. */
const DEADLINE = 8000;

/** Looks of the first, quick kind: most of what tests wait for happens within a few turns of the event loop. */
const QUICK = 50;

type Truthy<T> = Exclude<T, undefined | null | false | '' | 0>;

/** Repeats the check until it returns something truthy, which is the result. Rejects at the deadline. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  what: string,
  deadline = DEADLINE,
): Promise<Truthy<T>> {
  const end = Date.now() + deadline;
  let looks = 0;
  do {
    const value = await check();
    if (value) return value as Truthy<T>;
    await (looks++ < QUICK ? tick() : delay(5));
  } while (Date.now() < end);
  throw new Error(`Waited ${deadline} ms for ${what}`);
}
