import type { AgentError } from '../errors';
import { startFailed } from '../errors/start';
import { stopped } from '../errors/wire';
import type { LaunchPlan } from '../launchPlan';
import type { Log } from '../ports';
import { startProcess } from '../process';
import type { ProcessLedger } from '../processLedger';
import { startWithAttempts } from '../startAgent';
import type { NpxLaunch, UvxLaunch } from './launchSource';

/** Milliseconds between asking the package runner to end and killing it. */
const GRACE_MS = 2000;

/**
 * The same package, fetched but not run: the interpreter that comes with it does nothing in its place. So installing
 * can be shown, waited for and given up before the agent itself is ever started.
 */
export function prefetchSource(source: NpxLaunch | UvxLaunch): NpxLaunch | UvxLaunch {
  // The folder of the agent may be one that is there only when it works.
  const { otherArgs: _, cwd: __, ...rest } = source;
  return source.kind === 'npx'
    ? { ...rest, kind: 'npx', package: source.package, bin: 'node', args: ['-e', '0'] }
    : { ...rest, kind: 'uvx', package: source.package, command: 'python', args: ['-c', ''] };
}

export interface RunPorts {
  /** Ends what runs; nothing more is tried then. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Asked right before anything is started; what it gives is thrown. */
  readonly refused?: () => AgentError | undefined;
  /** Keeps a record of what runs, for the case that this extension host dies before it. */
  readonly ledger?: Pick<ProcessLedger, 'keep'>;
}

/**
 * Runs a plan to its end, and again as its attempts say, just as an agent is started.
 * @throws AgentError stopped when `signal` aborts, install-failed or exited-early when it fails, and those of a start
 */
export async function runToEnd(plan: LaunchPlan, ports: RunPorts): Promise<void> {
  const { signal, log } = ports;
  await startWithAttempts(plan, { open: (attempt) => runOnce(attempt, ports), signal, log });
}

/** When it settles, nothing of it runs any more. */
async function runOnce(plan: LaunchPlan, { signal, refused, ledger }: RunPorts): Promise<void> {
  const isAborted = (): boolean => signal.aborted;
  const process = await startProcess(plan, () => (isAborted() ? stopped() : refused?.()));
  ledger?.keep(process);
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
  if (isAborted()) onAbort();
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
