import type { AgentState } from '../../shared/view';
import type { Conversation } from '../chat/conversation';
import { translate } from '../text';
import type { AgentActivity } from './agentLook';

/** What an agent is doing in this window; undefined when nobody has worked with it. */
export function agentActivity(
  conversation: Conversation | undefined,
  state: AgentState,
): AgentActivity | undefined {
  if (!conversation?.wasTried) return undefined;
  const failure =
    conversation.failure ?? (conversation.state.kind === 'failed' ? conversation.state.error : undefined);
  return {
    state,
    sessions: conversation.session === undefined ? 0 : 1,
    ...(failure === undefined ? {} : { failure: translate(failure.title) }),
    needsLogin: failure?.tag === 'auth-required' || failure?.tag === 'auth-failed',
    canLogOut: conversation.state.kind === 'ready' && conversation.state.connection.agent.canLogOut,
  };
}
