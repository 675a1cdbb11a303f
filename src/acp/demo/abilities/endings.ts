import { RequestError } from '@agentclientprotocol/sdk';
import type { Ability } from '../turn';

export const fail: Ability = async (turn) => {
  await turn.stream('I start to answer, and then something breaks. ');
  throw RequestError.internalError({ details: 'The demo agent failed because you asked it to.' });
};

export const crash: Ability = async (turn) => {
  await turn.stream('I start to answer, and then my process ');
  return turn.context.program.crash(
    ['demo agent: crashing because the prompt asked for it', 'demo agent: exit code 3'],
    3,
  );
};

export const refuse: Ability = async (turn) => {
  await turn.say('I would rather not.');
  return 'refusal';
};

export const maxTokens: Ability = async (turn) => {
  await turn.stream('This answer stops in the middle of a sen');
  return 'max_tokens';
};

/** Ends the turn without a single update. */
export const nothing: Ability = async () => 'end_turn';
