import { leadingNumber } from '../arguments';
import type { Ability } from '../turn';

/** Milliseconds between two pieces of a slow answer. */
const PIECE_DELAY = 100;
const PIECES_PER_SECOND = 1000 / PIECE_DELAY;

/** Many paragraphs at full speed, one chunk each. */
export const long: Ability = async (turn) => {
  const count = leadingNumber(turn.context.rest, 200, 1_000_000);
  for (let n = 1; n <= count; n++) {
    await turn.say(`Paragraph ${n} of ${count}: the quick brown fox jumps over the *lazy* dog.\n\n`);
    await turn.pace();
  }
  return 'end_turn';
};

export const slow: Ability = async (turn) => {
  const count = leadingNumber(turn.context.rest, 40, 100_000);
  for (let n = 1; n <= count; n++) {
    await turn.say(`piece ${n} of ${count} `);
    await turn.wait(PIECE_DELAY);
  }
  return 'end_turn';
};

/** Says nothing for some seconds (60 unless told), then answers. */
export const silent: Ability = async (turn) => {
  await turn.wait(1000 * leadingNumber(turn.context.rest, 60, 3600));
  await turn.say('I was silent for a while.');
  return 'end_turn';
};

/** Goes on for some seconds (5 unless told) after session/cancel; twice as long when nobody cancels. */
export const ignoreCancel: Ability = async (turn) => {
  const deaf = turn.ignoringCancel();
  const patience = leadingNumber(turn.context.rest, 5, 3600) * PIECES_PER_SECOND;
  let left = 2 * patience;
  let cancelled = false;
  for (let n = 1; left > 0; n++, left--) {
    await deaf.say(`still here ${n} `);
    await deaf.wait(PIECE_DELAY);
    if (turn.signal.aborted && !cancelled) {
      cancelled = true;
      left = patience;
    }
  }
  return cancelled ? 'cancelled' : 'end_turn';
};
