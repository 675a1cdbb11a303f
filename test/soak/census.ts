import { deepStrictEqual } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { eventually } from '../agent/eventually';

/** Milliseconds: a dead agent's timers and its leftovers take a second or two. */
const DEADLINE = 15_000;

/** How many there are of everything that could be left behind. */
export type Census = Readonly<Record<string, number>>;

/**
 * @param mark `NAME=value` in the environment of every agent, which its children inherit
 * @param more numbers of the test's own
 */
export function takeCensus(mark: string, more: Census = {}): Census {
  return {
    processes: processesWith(mark),
    'file descriptors': existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0,
    'temporary files': readdirSync(tmpdir(), { recursive: true }).length,
    'listeners of the process': listenersOf(process),
    ...resources(),
    ...more,
  };
}

/** Waits until there is no more of anything than before; fails with what there is more of. */
export async function returnsTo(before: Census, now: () => Census): Promise<void> {
  const surplus = (): Census =>
    Object.fromEntries(
      Object.entries(now())
        .map(([what, count]) => [what, count - (before[what] ?? 0)] as const)
        .filter(([, more]) => more > 0),
    );
  const gone = (): boolean => Object.keys(surplus()).length === 0;
  await eventually(gone, 'the end of everything', DEADLINE).catch(() => undefined);
  deepStrictEqual(surplus(), {}, 'left behind');
}

export function listenersOf(emitter: NodeJS.EventEmitter): number {
  return emitter.eventNames().reduce((count, name) => count + emitter.listenerCount(name), 0);
}

/** Timers, pipes, child processes and the like that Node.js knows of. */
function resources(): Census {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Also those whose parent is gone. Only where /proc tells the environment of a process. */
function processesWith(mark: string): number {
  if (process.platform !== 'linux') return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => environmentOf(pid).includes(mark)).length;
}

function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}
