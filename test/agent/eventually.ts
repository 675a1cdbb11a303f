/** Milliseconds; generous, because a slow machine is no reason to fail. */
const DEADLINE = 8000;

type Truthy<T> = Exclude<T, undefined | null | false | '' | 0>;

/** Repeats the check until it returns something truthy, which is the result. Rejects at the deadline. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  what: string,
  deadline = DEADLINE,
): Promise<Truthy<T>> {
  const end = Date.now() + deadline;
  do {
    const value = await check();
    if (value) return value as Truthy<T>;
    await new Promise((resolve) => setTimeout(resolve, 5));
  } while (Date.now() < end);
  throw new Error(`Waited ${deadline} ms for ${what}`);
}
