import { RequestError } from '@agentclientprotocol/sdk';
import type { Ability } from '../turn';

/** Works only after `authenticate`. */
export const login: Ability = async (turn) => {
  if (!turn.context.account.loggedIn) throw RequestError.authRequired();
  await turn.say('You are logged in.');
  return 'end_turn';
};
