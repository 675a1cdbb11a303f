import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { withoutHostVariables } from './environment';
import { parseProbeOutput, probeArguments } from './shellProbe';
import { reasonOf } from '../textLink';
import type { LooseVariables, Variables } from './variables';

/** Milliseconds. */
const TIME_LIMIT = 5000;
/** Characters; an environment cannot be larger than about 2 MiB on Linux and 1 MiB on macOS. */
const OUTPUT_LIMIT = 4 * 1024 * 1024;
const STDERR_TAIL = 2000;

/** Set by VS Code in its own probe: start-up files that start another shell look for it. */
const VSCODE_MARKER = 'VSCODE_RESOLVING_ENVIRONMENT';

export interface ShellRequest {
  readonly platform: NodeJS.Platform;
  /** Path of the login shell; the caller falls back to the user database where $SHELL is not set. */
  readonly shell: string | undefined;
  /** What the shell starts from. */
  readonly processEnv: LooseVariables;
  /** A Node, or an Electron that ELECTRON_RUN_AS_NODE turns into one. */
  readonly runtime: string;
  /** Milliseconds after which the shell and all it started are killed. */
  readonly timeLimit?: number;
}

export interface ShellEnvironment {
  /** Empty when the shell was not asked or failed; the caller then goes on with what it has. */
  readonly variables: Variables;
  /** Why it failed; absent on success and where there is nothing to ask. */
  readonly problem?: string;
}

/** Asks the login shell for its environment. Never rejects. */
export async function askLoginShell(request: ShellRequest): Promise<ShellEnvironment> {
  if (request.platform === 'win32') return { variables: {} };
  if (!request.shell) return { variables: {}, problem: 'No login shell is known ($SHELL is not set).' };
  const marker = randomUUID();
  // What the system refuses at once is thrown: a path through a file, too long a variable.
  const answer = await runShell(request, request.shell, marker).catch((error: unknown) => reasonOf(error));
  if (typeof answer === 'string') return { variables: {}, problem: `${request.shell}: ${answer}` };
  // An empty PATH would hide every program: such an answer is a failure, not a fact.
  if (!answer['PATH']) return { variables: {}, problem: `${request.shell}: it answered without a PATH` };
  return { variables: cleaned(answer, request.processEnv) };
}

/** Remembers the answer of the shell until it is told to forget it. */
export class LoginShell {
  private answer: Promise<ShellEnvironment> | undefined;

  constructor(private readonly request: ShellRequest) {}

  ask(): Promise<ShellEnvironment> {
    this.answer ??= askLoginShell(this.request);
    return this.answer;
  }

  forget(): void {
    this.answer = undefined;
  }
}

/** Resolves with the variables, or with the reason why there are none. */
function runShell(request: ShellRequest, shell: string, marker: string): Promise<Variables | string> {
  return new Promise((resolve) => {
    const limit = request.timeLimit ?? TIME_LIMIT;
    // A group of its own, so that one signal reaches whatever the start-up files have started. No stdin: a
    // start-up file that asks something gets end-of-file instead of an answer.
    const child = spawn(shell, [...probeArguments(shell, request.runtime, marker)], {
      env: probeEnvironment(request),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stdout: string[] = [];
    let size = 0;
    let tail = '';
    let stderr = '';
    let answered = false;
    const release = (): void => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const giveUp = (reason: string): void => {
      resolve(reason);
      killGroup(child.pid);
      release();
    };
    const timer = setTimeout(() => giveUp(`it did not answer within ${limit / 1000} s`), limit);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (answered) return;
      stdout.push(text);
      size += text.length;
      const complete = (tail + text).includes(`\0${marker}`);
      tail = (tail + text).slice(-marker.length);
      const variables = complete ? parseProbeOutput(stdout.join(''), marker) : undefined;
      if (variables !== undefined) {
        // Not killed: it is about to end, and may be writing its history. The timer stays for the worst case.
        answered = true;
        resolve(variables);
      } else if (size > OUTPUT_LIMIT) {
        giveUp('it printed without end');
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_TAIL);
    });
    child.on('error', (error) => giveUp(error.message));
    child.on('exit', () => {
      if (answered) release();
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve(describeEnd(code, signal, stderr));
    });
  });
}

function probeEnvironment({ processEnv, platform }: ShellRequest): Variables {
  return {
    ...withoutHostVariables(processEnv, platform),
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_NO_ATTACH_CONSOLE: '1',
    [VSCODE_MARKER]: '1',
  };
}

function cleaned(answer: Variables, processEnv: LooseVariables): Variables {
  const variables = new Map(Object.entries(answer));
  for (const name of ['ELECTRON_RUN_AS_NODE', 'ELECTRON_NO_ATTACH_CONSOLE', VSCODE_MARKER]) {
    if (processEnv[name] === undefined) variables.delete(name);
  }
  return Object.fromEntries(variables);
}

function describeEnd(code: number | null, signal: string | null, stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const end = code === null ? `it was ended by ${signal ?? 'a signal'}` : `it ended with code ${code}`;
  return `${end} without an answer${last === '' ? '' : `: ${last}`}`;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
