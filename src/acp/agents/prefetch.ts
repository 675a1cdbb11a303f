import type { AgentError } from '../errors';
import { startFailed } from '../errors/start';
import { stopped } from '../errors/wire';
import { startProcess, type LaunchPlan } from '../process';
import type { NpxLaunch, UvxLaunch } from './launchSource';

/** Milliseconds between asking the package runner to end and killing it. */
const GRACE_MS = 2000;

/**
 * The same package, fetched but not run: the interpreter that comes with it does nothing in its place. So installing
 * can be shown, waited for and given up before the agent itself is ever started.
 */
export function prefetchSource(source: NpxLaunch | UvxLaunch): NpxLaunch | UvxLaunch {
  const { otherArgs: _, ...rest } = source;
  return source.kind === 'npx'
    ? { ...rest, kind: 'npx', package: source.package, bin: 'node', args: ['-e', '0'] }
    : { ...rest, kind: 'uvx', package: source.package, command: 'python', args: ['-c', ''] };
}

/**
 * Runs a plan to its end.
 * @throws AgentError stopped when `signal` aborts, install-failed or exited-early when it fails, and those of a start
 */
export async function runToEnd(plan: LaunchPlan, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw stopped();
  const process = await startProcess(plan);
  let noise = '';
  process.stdout.setEncoding('utf8').on('data', (text: string) => {
    noise = (noise + text).slice(-4000);
  });
  process.stdin.end();
  let giveUp: (error: AgentError) => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const onAbort = (): void => {
    giveUp(stopped());
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const exit = await Promise.race([process.exited, aborted]);
    if (exit.code !== 0) {
      throw startFailed(exit, { commandLine: plan.display, stderr: process.stderrTail(), noise });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    await process.stop(GRACE_MS);
  }
}
