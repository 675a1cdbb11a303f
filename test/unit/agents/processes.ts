import { readFileSync } from 'node:fs';

/** Milliseconds. */
const LIMIT = 5000;

/** Fails when one of the processes stays alive; zombies count as gone. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + LIMIT;
  while (pids.some(isAlive)) {
    if (performance.now() > deadline) throw new Error(`still alive: ${pids.filter(isAlive).join()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
