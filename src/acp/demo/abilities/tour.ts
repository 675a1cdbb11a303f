import { canRead } from '../clientCalls';
import { pieces } from '../turn';
import type { Ability } from '../turn';
import { askPermission } from './ask';
import { workThroughPlan } from './plan';
import { readAndDescribe } from './read';

/** Thoughts, a plan, a file that is read and one permission; ends with what to try next. */
export const tour: Ability = async (turn) => {
  for (const piece of pieces('A newcomer. I show what I do in the order a real agent would do it.', 16)) {
    await turn.think(piece);
    await turn.pace();
  }
  await turn.stream(
    '## A short tour\n\nThose were my **thoughts**. This is a **plan**, and I tick it off:\n\n',
  );
  await workThroughPlan(turn);
  await turn.stream('Now I **read** a file through your editor, unsaved changes included.\n\n');
  await turn.say(
    canRead(turn) ? await readAndDescribe(turn.withRest('')) : 'This client does not let me read files.',
  );
  await turn.stream('\n\nSome things I must not do without your **permission**:\n\n');
  await turn.say(await askPermission(turn));
  await turn.stream('\n\nThat was the tour. Say **edit** to review a change, **run** to see a terminal.\n');
  return 'end_turn';
};
