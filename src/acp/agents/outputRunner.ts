import { spawn } from 'node:child_process';
import { treeKiller } from '../killTree';
import type { Variables } from './variables';

/** Characters of output that are read; what prints more is ended. */
const OUTPUT_LIMIT = 64 * 1024;

export interface OutputRequest {
  /** Full path of a program that the system starts by itself. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Variables;
  /** Never the workspace. */
  readonly cwd: string;
  /** Milliseconds after which the program and all it started are killed. */
  readonly timeLimit: number;
}

/** Runs a program and gives what it printed, both channels in one; never rejects. */
export type OutputRunner = (request: OutputRequest) => Promise<string>;

/** The program gets no stdin and a process group of its own, of which nothing is left afterwards. */
export const runForOutput: OutputRunner = ({ command, args, env, cwd, timeLimit }) =>
  new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd,
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    let ended = false;
    const end = (): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      if (child.exitCode === null && child.signalCode === null) killTree(child.pid);
      // A grandchild outside the group may hold the pipes.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(output);
    };
    const timer = setTimeout(end, timeLimit);
    for (const channel of [child.stdout, child.stderr]) {
      channel.setEncoding('utf8').on('data', (text: string) => {
        if (ended) return;
        output = (output + text).slice(0, OUTPUT_LIMIT);
        if (output.length >= OUTPUT_LIMIT) end();
      });
      channel.on('error', () => undefined);
    }
    child.on('error', end);
    // A child that was left behind keeps the pipes open. On Windows the number could be that of another process.
    child.on('exit', () => {
      if (process.platform !== 'win32') killTree(child.pid);
    });
    child.on('close', end);
  });

function killTree(pid: number | undefined): void {
  if (pid !== undefined) treeKiller(pid).kill('SIGKILL');
}
