import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Variables } from './variables';

/** Milliseconds; programs of version managers are scripts that take their time. */
const TIME_LIMIT = 5000;
const OUTPUT_LIMIT = 1000;

/**
 * Asks copies of Node.js for their version, each once as long as its file does not change and it answers. Never rejects.
 * @param env what they run with; programs of version managers find their own files by it
 * @param timeLimit milliseconds
 */
export function nodeVersions(
  env: Variables,
  timeLimit = TIME_LIMIT,
): (path: string, cwd?: string) => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>();
  return async (path, cwd = homedir()) => {
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (changed === undefined) return undefined;
    const key = [String(changed), path, cwd].join('\0');
    const pending = known.get(key);
    if (pending !== undefined) return pending;
    const answer = ask(path, { cwd, env, timeLimit }).catch(() => undefined);
    known.set(key, answer);
    const version = await answer;
    // A program that was just being written, or a computer under load: the next time it may answer.
    if (version === undefined) known.delete(key);
    return version;
  };
}

interface Question {
  readonly cwd: string;
  readonly env: Variables;
  readonly timeLimit: number;
}

/** Rejects when the system refuses to start it. */
function ask(path: string, { cwd, env, timeLimit }: Question): Promise<string | undefined> {
  return new Promise((resolve) => {
    const grouped = process.platform !== 'win32';
    const child = spawn(path, ['--version'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: grouped,
      windowsHide: true,
    });
    let output = '';
    const end = (version?: string): void => {
      clearTimeout(timer);
      resolve(version);
    };
    const timer = setTimeout(() => {
      // A script that hangs has started what it hangs in.
      try {
        if (grouped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It is gone already.
      }
      end();
    }, timeLimit);
    child.on('error', () => {
      end();
    });
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(0, OUTPUT_LIMIT);
    });
    child.on('close', (code) => {
      end(code === 0 ? /^v(\d+\.\d+\.\d+\S*)/m.exec(output)?.[1] : undefined);
    });
  });
}
