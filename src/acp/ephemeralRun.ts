import { AgentRunner, type RunnerOptions } from './agentRunner';
import type { AgentConnection } from './connection';
import type { LaunchPlan } from './launchPlan';
import type { Session } from './session';
import { Transcript } from './transcript';

/** What the agent did in one task. */
export interface EphemeralRun extends AsyncDisposable {
  readonly connection: AgentConnection;
  readonly session: Session;
  readonly transcript: Transcript;
}

/**
 * The ephemeral way of running an agent: a process and a session for one task, gone after it, whatever became of it:
 * `await using run = await startEphemeral(…)`. The kept way is agentRunner.ts.
 * @param changed turn state, queue or open permissions changed
 * @throws AgentError; nothing is left running then
 */
export async function startEphemeral(
  plan: LaunchPlan,
  options: Omit<RunnerOptions, 'changed'>,
  changed: () => void = () => undefined,
): Promise<EphemeralRun> {
  const runner = new AgentRunner({ ...options, changed });
  try {
    const connection = await runner.start(plan);
    const transcript = new Transcript(() => undefined);
    const session = await connection.newSession(plan.sessionFolder ?? plan.cwd, { transcript, changed });
    return { connection, session, transcript, [Symbol.asyncDispose]: () => runner.stop() };
  } catch (error) {
    await runner.stop();
    throw error;
  }
}
