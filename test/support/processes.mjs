// Child processes that never outlive the tool that started them.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const windows = process.platform === 'win32';
const cleanups = new Set();
let armed = false;

function runCleanups() {
  // Last first: processes end before the folders they write to are removed.
  for (const cleanup of [...cleanups].reverse()) cleanup();
  cleanups.clear();
}

/** Runs a synchronous clean-up when this process ends in whatever way that can be noticed. Returns its removal. */
export function onExit(cleanup) {
  if (!armed) {
    armed = true;
    process.on('exit', runCleanups);
    for (const [signal, number] of [
      ['SIGINT', 2],
      ['SIGTERM', 15],
      ['SIGHUP', 1],
    ]) {
      process.on(signal, () => process.exit(128 + number));
    }
  }
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** [pid, parent pid] of every process. */
function processTable() {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          // The program name is in parentheses and may hold spaces: the numbers start after the last one.
          const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
          return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
        } catch {
          return [];
        }
      });
  }
  const listing = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).stdout ?? '';
  return listing
    .split('\n')
    .filter(Boolean)
    .map((line) => line.trim().split(/\s+/).map(Number));
}

/** The process and everything below it, parents first. */
export function treeOf(root) {
  const table = processTable();
  const tree = [root];
  for (const parent of tree) {
    for (const [pid, ppid] of table) if (ppid === parent && !tree.includes(pid)) tree.push(pid);
  }
  return tree;
}

/**
 * Processes whose environment holds `NAME=value`: finds those that left the tree because their parent
 * ended or because they were started in a group of their own.
 */
export function markedProcesses(assignment) {
  if (process.platform === 'linux') {
    return processTable()
      .map(([pid]) => pid)
      .filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(assignment);
        } catch {
          return false;
        }
      });
  }
  if (windows) return [];
  const listing = spawnSync('ps', ['-axEwwo', 'pid=,command='], { encoding: 'utf8' }).stdout ?? '';
  return listing
    .split('\n')
    .filter((line) => line.includes(assignment))
    .map((line) => Number.parseInt(line, 10));
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false;
  }
}

export function describe(pid) {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
    } catch {
      return '';
    }
  }
  return (spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '').trim();
}

export function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already.
    }
  }
}

/**
 * Starts a program in a process group of its own. `mark` is an environment assignment unique to the
 * run; stop() and the end of this process kill the tree and everything that carries the mark.
 */
export function startTree(command, args, { mark, env, ...options }) {
  const [name, value] = mark.split('=');
  const child = spawn(command, args, { ...options, detached: !windows, env: { ...env, [name]: value } });
  const everything = () => [...new Set([...treeOf(child.pid), ...markedProcesses(mark)])];
  const killNow = () => {
    if (child.pid === undefined) return;
    if (windows) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    else signalAll(everything(), 'SIGKILL');
  };
  const forget = onExit(killNow);

  /** Resolves when all are gone, with those that did not go by themselves. */
  async function stop(grace = 3000) {
    if (windows || child.pid === undefined) {
      killNow();
      forget();
      return [];
    }
    const known = everything();
    signalAll(known.toReversed(), 'SIGTERM');
    const alive = () => [...new Set([...known, ...markedProcesses(mark)])].filter(isAlive);
    const deadline = Date.now() + grace;
    while (Date.now() < deadline && alive().length > 0) await delay(50);
    const stubborn = alive().map((pid) => ({ pid, command: describe(pid) }));
    signalAll(
      stubborn.map(({ pid }) => pid),
      'SIGKILL',
    );
    while (alive().length > 0) await delay(20);
    forget();
    return stubborn;
  }

  return { child, stop };
}

/** Runs a program to its end; its output is kept and shown only when it fails. */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, shell: windows, stdio: ['ignore', 'pipe', 'pipe'] });
    const forget = onExit(() => child.kill('SIGKILL'));
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      forget();
      reject(new Error(`${command} could not be started: ${error.message}`));
    });
    child.on('close', (code) => {
      forget();
      const text = Buffer.concat(output).toString('utf8');
      if (code === 0) resolve(text);
      else reject(new Error(`${text.trimEnd()}\n\n'${command} ${args.join(' ')}' ended with code ${code}.`));
    });
  });
}
