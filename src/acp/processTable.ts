import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';

// What the system tells about running processes: /proc on Linux, ps elsewhere, nothing on Windows.

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly marked?: boolean;
}

export async function listProcesses(mark: string | undefined): Promise<readonly ProcessRow[]> {
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

/**
 * Whether something that `root` started has the variable `NAME=value` in its environment; false where the system does not
 * tell. Never rejects.
 */
export async function hasDescendantWith(root: number, variable: string): Promise<boolean> {
  const rows =
    process.platform === 'linux'
      ? await readProc(variable)
      : process.platform === 'darwin'
        ? await runPsWithEnvironment(variable)
        : [];
  const below = new Set(descendantsOf(root, rows));
  return rows.some(({ pid, marked }) => marked === true && below.has(pid));
}

/** As macOS writes it: the environment follows the command. */
function runPsWithEnvironment(variable: string): Promise<readonly ProcessRow[]> {
  const options = { timeout: 2000, maxBuffer: 32 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-E', '-ww', '-o', 'pid=,ppid=,command='], options, (error, stdout) => {
      const lines = error === null ? stdout.split('\n') : [];
      const rows = lines.flatMap((line) => {
        const [, pid, parent, text = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
        if (pid === undefined) return [];
        return [{ pid: Number(pid), parent: Number(parent), marked: ` ${text} `.includes(` ${variable} `) }];
      });
      resolve(rows);
    });
  });
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

/** Processes that carry the mark in their environment. Linux only: elsewhere nobody tells. */
export async function markedProcesses(mark: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  return (await readProc(mark)).filter(({ marked }) => marked).map(({ pid }) => pid);
}

/**
 * What all processes run, each with its command line, which a program can change: its own file is named before. None
 * where the system does not tell (Windows). Never rejects.
 */
export async function commandLines(): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  if (process.platform === 'linux') {
    const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const read = async (name: string): Promise<string> => {
      const [file, line] = await Promise.all([
        readlink(`/proc/${name}/exe`).catch(() => ''),
        readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
      ]);
      return `${file} ${line.replaceAll('\0', ' ')}`;
    };
    return Promise.all(names.map(read));
  }
  return new Promise((resolve) => {
    const options = { timeout: 2000, maxBuffer: 32 * 1024 * 1024 };
    execFile('ps', ['-A', '-ww', '-o', 'comm=,args='], options, (error, stdout) => {
      resolve(error === null ? stdout.split('\n') : []);
    });
  });
}

/** What tells a process from a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in whatever form the system tells it. Command lines are no use: many programs change theirs. */
  readonly started: string;
}

/** Undefined when there is no such process, or where the system does not tell (Windows). */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  if (process.platform === 'win32') return undefined;
  const started = process.platform === 'linux' ? await startOnLinux(pid) : await startFromPs(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether exactly this process runs; undefined when that cannot be told. */
export async function isRunning(known: ProcessIdentity): Promise<boolean | undefined> {
  try {
    process.kill(known.pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const now = await identify(known.pid);
  return now === undefined ? undefined : now.started === known.started;
}

async function startOnLinux(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${String(pid)}/stat`, 'latin1'),
      readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => ''),
    ]);
    // Field 22, ticks since boot, counted from after the program name in parentheses, which is field 2.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? undefined : `${boot.trim()} ${ticks}`;
  } catch {
    return undefined;
  }
}

function startFromPs(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], { timeout: 2000 }, (error, stdout) => {
      const started = stdout.trim();
      resolve(error !== null || started === '' ? undefined : started);
    });
  });
}
