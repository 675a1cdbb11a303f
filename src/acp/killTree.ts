import { execFile, spawn } from 'node:child_process';

export type KillSignal = 'SIGTERM' | 'SIGKILL';

/** Kills one process and everything that came from it. Never throws; a process that is gone is fine. */
export interface TreeKiller {
  /** Remembers which processes belong to the tree now: a child in a group of its own is found only while its parent lives. */
  survey(): Promise<void>;
  kill(signal: KillSignal): void;
  /** True while a process of the tree that we know of is alive. */
  alive(): boolean;
}

export function treeKiller(pid: number, platform: NodeJS.Platform = process.platform): TreeKiller {
  return platform === 'win32' ? windowsKiller(pid) : posixKiller(pid);
}

function windowsKiller(pid: number): TreeKiller {
  return {
    survey: () => Promise.resolve(),
    kill: () => {
      const child = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], {
        stdio: 'ignore',
        windowsHide: true,
      });
      child.on('error', () => undefined);
    },
    alive: () => isAlive(pid),
  };
}

/** The process was started as leader of its own group, so the group id is its pid. */
function posixKiller(pid: number): TreeKiller {
  let descendants: readonly number[] = [];
  return {
    survey: async () => {
      descendants = descendantsOf(pid, await listProcesses());
    },
    kill: (signal) => {
      send(-pid, signal);
      for (const child of descendants) send(child, signal);
    },
    alive: () => isAlive(-pid) || descendants.some(isAlive),
  };
}

function send(pid: number, signal: KillSignal): void {
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

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
}

function listProcesses(): Promise<readonly ProcessRow[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid='], { timeout: 2000 }, (error, stdout) => {
      if (error !== null) {
        resolve([]);
        return;
      }
      resolve(
        stdout
          .split('\n')
          .map((line) => line.trim().split(/\s+/).map(Number))
          .flatMap(([pid, parent]) => (pid !== undefined && parent !== undefined ? [{ pid, parent }] : [])),
      );
    });
  });
}

export function descendantsOf(root: number, rows: readonly ProcessRow[]): readonly number[] {
  const children = new Map<number, number[]>();
  for (const { pid, parent } of rows) children.set(parent, [...(children.get(parent) ?? []), pid]);
  // A set, because the list is no snapshot: a pid used again can make it run in a circle.
  const found = new Set([root]);
  for (const next of found) for (const child of children.get(next) ?? []) found.add(child);
  found.delete(root);
  return [...found];
}
