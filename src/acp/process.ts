import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { isAbsolute } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ByteRing } from './byteRing';
import type { AgentError, ExitInfo } from './errors';
import { badDirectory, commandNotFound, notExecutable, spawnFailed } from './errors/start';
import { treeKiller, type TreeKiller } from './killTree';
import type { LaunchPlan } from './launchPlan';
import { hasDescendantWith } from './processTable';

export type { LaunchPlan } from './launchPlan';

/** Bytes of stderr kept for the error card. */
const STDERR_BYTES = 64 * 1024;
/** Environment variable, unique to one process: tells what it started, wherever that went. */
const MARK = 'ACP_WORKBENCH_PROCESS';
/** What npx sets for the program of the package, and not for the scripts that run while it is installed. */
const RUN_BY_NPX = 'npm_lifecycle_event=npx';
/** Time (ms) an agent has to leave by itself after its input was closed. */
const CLOSE_WAIT_MS = 300;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** One running agent program. The only place that starts and ends agent processes. */
export class AgentProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly pid: number;
  /** Resolves once, when the program itself has ended; never rejects. */
  readonly exited: Promise<ExitInfo>;
  private readonly stderr = new ByteRing(STDERR_BYTES);
  private readonly tree: TreeKiller;
  private hasExited = false;
  private stopping: Promise<ExitInfo> | undefined;

  constructor(
    child: Child,
    pid: number,
    readonly plan: LaunchPlan,
    /** `NAME=value` in its environment and in that of all it starts. */
    readonly mark: string,
  ) {
    this.pid = pid;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.tree = treeKiller(pid, mark);
    // A pipe error means the program went away; its exit is what gets reported.
    child.stdin.on('error', () => undefined);
    child.stdout.on('error', () => undefined);
    child.stderr.on('error', () => undefined);
    child.stderr.on('data', (chunk: Buffer) => {
      this.stderr.push(chunk);
    });
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.hasExited = true;
        resolve({ code, signal });
      });
    });
    // Real agents leave shell children behind when they die: whatever way this one ends, those go too.
    void this.exited.then(() => {
      if (this.stopping === undefined) void this.sweep();
    });
  }

  get running(): boolean {
    return !this.hasExited;
  }

  /** The last 64 KiB of stderr, starting at a whole line. */
  stderrTail(): string {
    return this.stderr.lines();
  }

  /** Whether this is npx and the agent that it fetched runs by now. False where that cannot be told. Never rejects. */
  agentRuns(): Promise<boolean> {
    return hasDescendantWith(this.pid, RUN_BY_NPX);
  }

  /**
   * Ends the program and its whole tree: closes stdin, then SIGTERM, then SIGKILL after `graceMs`.
   * Resolves when it is gone; calling again returns the same promise.
   */
  stop(graceMs: number): Promise<ExitInfo> {
    this.stopping ??= this.end(graceMs);
    return this.stopping;
  }

  /** Kills the tree at once, without waiting. For the last moment of the extension host. */
  kill(): void {
    // The id of a process that has ended may belong to another one by now.
    if (this.running) this.tree.kill('SIGKILL');
  }

  private async end(graceMs: number): Promise<ExitInfo> {
    if (this.running) {
      await this.tree.survey();
      this.stdin.end();
      await Promise.race([this.exited, delay(CLOSE_WAIT_MS)]);
    }
    await this.sweep(graceMs);
    return this.exited;
  }

  private async sweep(graceMs = 1000): Promise<void> {
    await this.tree.survey();
    this.tree.kill('SIGTERM');
    const deadline = Date.now() + graceMs;
    while (this.tree.alive() && Date.now() < deadline) await delay(20);
    if (this.tree.alive()) this.tree.kill('SIGKILL');
  }
}

/**
 * Starts an agent in a process group of its own.
 * @param refused asked right before the spawn, when all that takes time is done; what it gives is thrown
 * @throws AgentError command-not-found, not-executable, bad-directory, spawn-failed, or what `refused` gave
 */
export async function startProcess(
  plan: LaunchPlan,
  refused: () => AgentError | undefined = () => undefined,
): Promise<AgentProcess> {
  const isFolder = await stat(plan.cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw badDirectory(plan.cwd);
  const unusable = await checkProgram(plan);
  if (unusable !== undefined) throw unusable;
  const refusal = refused();
  if (refusal !== undefined) throw refusal;
  return new Promise((resolve, reject) => {
    let child: Child;
    const id = randomUUID();
    try {
      child = spawn(plan.command, [...plan.args], {
        cwd: plan.cwd,
        env: { ...plan.env, [MARK]: id },
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: plan.windowsVerbatimArguments ?? false,
      });
    } catch (error) {
      reject(translate(error, plan));
      return;
    }
    const { pid } = child;
    // Stays for good: a late error without a listener would end the extension host.
    child.on('error', (error) => {
      reject(translate(error, plan));
    });
    if (pid === undefined) return;
    resolve(new AgentProcess(child, pid, plan, `${MARK}=${id}`));
  });
}

/** Why this program cannot be started, as far as can be told beforehand. */
export async function checkProgram(plan: LaunchPlan): Promise<AgentError | undefined> {
  if (!isAbsolute(plan.command)) {
    return plan.searched === undefined ? undefined : commandNotFound(plan.command, plan.searched);
  }
  try {
    if ((await stat(plan.command)).isDirectory()) return notExecutable(plan.command);
    await access(plan.command, constants.X_OK);
    return undefined;
  } catch (error) {
    return translate(error, plan);
  }
}

function translate(error: unknown, plan: LaunchPlan): AgentError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return commandNotFound(plan.command, plan.searched ?? []);
  if (code === 'EACCES' || code === 'EPERM') return notExecutable(plan.command);
  return spawnFailed(plan.display, error);
}
