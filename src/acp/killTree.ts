import { spawn } from 'node:child_process';
import { descendantsOf, listProcesses } from './processTable';

export type KillSignal = 'SIGTERM' | 'SIGKILL';

/** Kills one process and everything that came from it. Never throws; a process that is gone is fine. */
export interface TreeKiller {
  /**
   * Adds the processes that belong to the tree now to those that are known. A child in a group of its own is found while its parent lives;
   * afterwards only by its mark, on Linux.
   */
  survey(): Promise<void>;
  kill(signal: KillSignal): void;
  /** True while a process of the tree that we know of is alive. */
  alive(): boolean;
}

/** @param mark `NAME=value` of one of a kind in the environment of the process, which its children inherit */
export function treeKiller(pid: number, mark?: string): TreeKiller {
  return process.platform === 'win32' ? windowsKiller(pid) : posixKiller(pid, mark);
}

/** Windows has no process groups that a signal reaches: taskkill walks the tree, and always by force. */
export function windowsKillCommand(pid: number): { readonly file: string; readonly args: readonly string[] } {
  return { file: 'taskkill', args: ['/pid', String(pid), '/T', '/F'] };
}

function windowsKiller(pid: number): TreeKiller {
  return {
    survey: () => Promise.resolve(),
    kill: () => {
      const { file, args } = windowsKillCommand(pid);
      const child = spawn(file, [...args], { stdio: 'ignore', windowsHide: true });
      child.on('error', () => undefined);
    },
    alive: () => isAlive(pid),
  };
}

/** The process was started as leader of its own group, so the group id is its pid. */
function posixKiller(pid: number, mark: string | undefined): TreeKiller {
  let descendants: readonly number[] = [];
  return {
    survey: async () => {
      const rows = await listProcesses(mark);
      const roots = [pid, ...rows.filter(({ marked }) => marked).map((row) => row.pid)];
      const found = roots.flatMap((root) => [root, ...descendantsOf(root, rows)]);
      const family = new Set([...descendants, ...found]);
      family.delete(pid);
      descendants = [...family];
    },
    kill: (signal) => {
      sendSignal(-pid, signal);
      for (const child of descendants) sendSignal(child, signal);
    },
    alive: () => isAlive(-pid) || descendants.some(isAlive),
  };
}

/** A negative pid names a process group. */
export function sendSignal(pid: number, signal: KillSignal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
