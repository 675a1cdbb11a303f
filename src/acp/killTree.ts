import { execFile, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

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
  readonly marked?: boolean;
}

async function listProcesses(mark: string | undefined): Promise<readonly ProcessRow[]> {
  // Small systems have no ps.
  const rows = process.platform === 'linux' ? await readProc(mark) : [];
  return rows.length > 0 ? rows : await runPs();
}

async function readProc(mark: string | undefined): Promise<readonly ProcessRow[]> {
  const names = await readdir('/proc').catch(() => []);
  const rows = names.filter((name) => /^\d+$/.test(name)).map((name) => readRow(name, mark));
  return (await Promise.all(rows)).flatMap((row) => row ?? []);
}

async function readRow(name: string, mark: string | undefined): Promise<ProcessRow | undefined> {
  const read = (file: string): Promise<string> => readFile(`/proc/${name}/${file}`, 'latin1').catch(() => '');
  const stat = await read('stat');
  // The program name is in parentheses and may hold blanks: the fields start after the last one.
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  if (!Number.isInteger(parent)) return undefined;
  const marked = mark !== undefined && (await read('environ')).split('\0').includes(mark);
  return { pid: Number(name), parent, marked };
}

function runPs(): Promise<readonly ProcessRow[]> {
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
