import type { PlanEntry, PlanEntryStatus } from '@agentclientprotocol/sdk';
import type { Ability, Turn } from '../turn';

const STEPS: readonly Omit<PlanEntry, 'status'>[] = [
  { content: 'Look at the question', priority: 'high' },
  { content: 'Do the work', priority: 'medium' },
  { content: 'Check the result', priority: 'low' },
];

/** A plan whose entries go from pending through in_progress to completed, one update each. */
export const plan: Ability = async (turn) => {
  await workThroughPlan(turn);
  await turn.stream('The plan is done: three steps, one after the other.');
  return 'end_turn';
};

export async function workThroughPlan(turn: Turn): Promise<void> {
  await showPlan(turn, () => 'pending');
  for (const current of STEPS.keys()) {
    await showPlan(turn, (step) => statusOf(step, current));
  }
  await showPlan(turn, () => 'completed');
}

async function showPlan(turn: Turn, status: (step: number) => PlanEntryStatus): Promise<void> {
  const entries = STEPS.map((entry, step) => ({ ...entry, status: status(step) }));
  await turn.update({ sessionUpdate: 'plan', entries });
  await turn.pace();
}

function statusOf(step: number, current: number): PlanEntryStatus {
  if (step === current) return 'in_progress';
  return step < current ? 'completed' : 'pending';
}
