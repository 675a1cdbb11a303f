import { bestFailure, nextAttempt, planOf, type Failure } from './attempts';
import type { RunningAgent } from './connection';
import { AgentError } from './errors';
import { spawnFailed } from './errors/start';
import { stopped } from './errors/wire';
import type { Attempt, LaunchPlan } from './launchPlan';
import { namedNpxFolders, removeNpxFolder } from './npxCache';
import type { Log } from './ports';
import { startProcess } from './process';
import { redact } from './redact';

/** An agent that was started or connected to. */
export interface StartedAgent extends RunningAgent {
  /** Of a process here: what finds it again. */
  readonly pid?: number;
  readonly mark?: string;
  /** Ends it at once, without waiting. */
  kill(): void;
}

export interface StartGate {
  /** Asked right before anything is started or connected to; what it gives is thrown. */
  readonly refused: () => AgentError | undefined;
  /** Ends an attempt to connect. */
  readonly signal: AbortSignal;
}

/** @throws AgentError */
export async function startAgent(plan: LaunchPlan, { refused, signal }: StartGate): Promise<StartedAgent> {
  if (plan.transport === undefined) return startProcess(plan, refused);
  const { connectRemote } = await import('./remoteAgent');
  const refusal = refused();
  if (refusal !== undefined) throw refusal;
  return connectRemote(plan, plan.transport, signal);
}

export interface AttemptPorts<T> {
  /** One start. When it rejects, its process is gone. */
  readonly open: (plan: LaunchPlan) => Promise<T>;
  /** Aborted by a stop: then nothing more is tried. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/**
 * Starts by the plan, and again as its attempts say while failures are of a kind that they help with.
 * @throws AgentError the failure that tells most; `stopped` after a stop
 */
export async function startWithAttempts<T>(plan: LaunchPlan, ports: AttemptPorts<T>): Promise<T> {
  const { open, signal, log } = ports;
  const failures: Failure[] = [];
  const done: Attempt[] = [];
  const isOvertaken = (): boolean => signal.aborted;
  let current = plan;
  for (;;) {
    log.info(`[agent] start command=${redact(current.display)}`);
    const result = await open(current).then(
      (value) => ({ value }),
      (thrown: unknown) => (thrown instanceof AgentError ? thrown : spawnFailed(current.display, thrown)),
    );
    if (!(result instanceof AgentError)) return result.value;
    if (isOvertaken()) throw stopped();
    const when = done.at(-1)?.when;
    const failure = { display: current.display, error: result, ...(when === undefined ? {} : { when }) };
    failures.push(failure);
    const next = nextAttempt(plan, result, done);
    const ready = next !== undefined && (await prepare(next, result, log));
    if (isOvertaken()) throw stopped();
    if (!ready) throw bestFailure([failures[0] ?? failure, ...failures.slice(1)]);
    done.push(next);
    current = planOf(plan, next);
    log.info(`[agent] attempt number=${String(failures.length + 1)} because=${next.when} tag=${result.tag}`);
  }
}

/** Whether the attempt can be made: what stands in its way is removed. */
async function prepare({ when }: Attempt, error: AgentError, log: Log): Promise<boolean> {
  if (when !== 'corrupt-cache') return true;
  const removed = await removeNpxFolder(namedNpxFolders(`${error.message}\n${error.details ?? ''}`));
  if (removed !== undefined) log.info(`[agent] removed ${removed}`);
  return removed !== undefined;
}
