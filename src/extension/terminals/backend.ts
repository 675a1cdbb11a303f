import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { env } from 'vscode';
import type { CommandExit } from '../../acp/ports';
import type { CommandPlan } from './commandPlan';

/** A running command, whatever it runs on. */
export interface Backend {
  readonly pid: number;
  write(data: string): void;
  resize(columns: number, rows: number): void;
}

export interface BackendEvents {
  data(chunk: Buffer): void;
  exit(status: CommandExit): void;
}

/** The part of node-pty that is used here. */
interface Pty {
  readonly pid: number;
  write(data: string): void;
  resize(columns: number, rows: number): void;
  onData(listener: (data: string | Buffer) => void): void;
  onExit(listener: (event: { exitCode: number; signal?: number }) => void): void;
}

interface NodePty {
  spawn(file: string, args: readonly string[] | string, options: Record<string, unknown>): Pty;
}

export const INITIAL_SIZE = { columns: 120, rows: 30 };

/** Starts a command on a real pty where VS Code's own node-pty can be loaded, on pipes otherwise. */
export function startBackend(
  plan: CommandPlan,
  events: BackendEvents,
  nodePty = loadNodePty(),
): Promise<Backend> {
  return nodePty === undefined ? startPipes(plan, events) : startPty(nodePty, plan, events);
}

let loaded: NodePty | undefined | 'unavailable';

/** VS Code ships node-pty: no second copy of a native module in the extension. */
export function loadNodePty(): NodePty | undefined {
  if (loaded === undefined) {
    const require = createRequire(join(env.appRoot, 'package.json'));
    loaded = 'unavailable';
    for (const folder of ['node_modules', 'node_modules.asar.unpacked', 'node_modules.asar']) {
      try {
        loaded = require(join(env.appRoot, folder, 'node-pty')) as NodePty;
        break;
      } catch {
        // Not there, or not built for this runtime: try the next place.
      }
    }
  }
  return loaded === 'unavailable' ? undefined : loaded;
}

function startPty(nodePty: NodePty, plan: CommandPlan, events: BackendEvents): Promise<Backend> {
  // One string is passed on as it is: what stands there for cmd.exe is quoted already.
  const args = isVerbatim(plan) ? plan.args.join(' ') : plan.args;
  const pty = nodePty.spawn(plan.file, args, {
    name: 'xterm-256color',
    cols: INITIAL_SIZE.columns,
    rows: INITIAL_SIZE.rows,
    cwd: plan.cwd,
    env: { ...plan.env },
    encoding: null,
  });
  pty.onData((data) => {
    events.data(typeof data === 'string' ? Buffer.from(data, 'utf8') : data);
  });
  pty.onExit(({ exitCode, signal }) => {
    const killed = signal !== undefined && signal > 0;
    events.exit(killed ? { exitCode: null, signal: signalName(signal) } : { exitCode, signal: null });
  });
  return Promise.resolve(pty);
}

function isVerbatim({ args }: CommandPlan): boolean {
  return process.platform === 'win32' && args[0] === '/d';
}

function startPipes(plan: CommandPlan, events: BackendEvents): Promise<Backend> {
  return new Promise((resolve, reject) => {
    const child = spawn(plan.file, [...plan.args], {
      cwd: plan.cwd,
      env: { ...plan.env },
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim(plan),
    });
    child.once('error', reject);
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => {
      events.data(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      events.data(chunk);
    });
    child.once('close', (exitCode, signal) => {
      events.exit({ exitCode, signal });
    });
    const { pid } = child;
    if (pid === undefined) return;
    resolve({
      pid,
      write: (data) => {
        // Without a pty nobody else turns Enter into a line end or Ctrl+D into the end of input.
        if (data === '\u0004') child.stdin.end();
        else child.stdin.write(data.replaceAll('\r', '\n'));
      },
      resize: () => undefined,
    });
  });
}

function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? String(number);
}
