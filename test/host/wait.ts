/** Milliseconds; generous, because a slow machine is no reason to fail. */
const defaultDeadline = 15_000;

export interface WaitOptions {
  /** Milliseconds until the check is given up. */
  readonly deadline?: number;
  /** What was waited for, for the failure message. */
  readonly what?: string;
}

type Truthy<T> = Exclude<T, undefined | null | false | '' | 0>;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * Repeats the check until it returns something truthy, which is the result. A check that throws counts
 * as not yet; its last error is the cause of the failure. Rejects at the deadline.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { deadline = defaultDeadline, what = 'the expected state' }: WaitOptions = {},
): Promise<Truthy<T>> {
  const end = Date.now() + deadline;
  let cause: unknown;
  do {
    try {
      const value = await check();
      if (value) return value as Truthy<T>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await pause();
  } while (Date.now() < end);
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  throw new Error(`Waited ${String(deadline)} ms for ${what}${reason}`, { cause });
}
