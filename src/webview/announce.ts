// What a screen reader is told: changes of state, never the text that streams.
import type { AgentState, StatusView } from '../shared/view';
import type { ChatStore, WaitingItem } from './store';
import { known } from './known';
import { t, type TextKey } from './text';

export interface Moment {
  readonly agent: string;
  readonly state: AgentState;
  readonly detail: string | undefined;
  readonly busy: boolean;
  readonly waiting: WaitingItem | undefined;
  readonly failure: string | undefined;
  readonly stalled: StatusView['stalled'];
  readonly login: string | undefined;
}

export const stateText: Readonly<Record<AgentState, TextKey>> = {
  stopped: 'stateStopped',
  starting: 'stateStarting',
  ready: 'stateReady',
  working: 'stateWorking',
  waiting: 'stateWaiting',
  failed: 'stateFailed',
};

export function momentOf(store: ChatStore): Moment {
  const { agent, busy } = store.status;
  const last = store.lastId === undefined ? undefined : store.entry(store.lastId)?.view;
  return {
    agent: agent.name,
    state: agent.state,
    detail: agent.detail,
    busy,
    waiting: store.waiting[0],
    stalled: store.status.stalled,
    login: store.status.login?.name,
    failure: last?.kind === 'error' ? last.error.title : undefined,
  };
}

function sayWaiting({ kind, title }: WaitingItem): string {
  return t(kind === 'permission' ? 'sayWaiting' : 'sayReview', title);
}

/** Undefined when there is nothing new to say. */
export function announce(before: Moment, now: Moment): string | undefined {
  if (now.failure !== undefined && now.failure !== before.failure) return t('sayFailed', now.failure);
  if (now.state === 'failed' && before.state !== 'failed') {
    return t('sayFailed', now.failure ?? now.detail ?? now.agent);
  }
  if (now.waiting !== undefined && now.waiting.entryId !== before.waiting?.entryId)
    return sayWaiting(now.waiting);
  if (now.stalled !== undefined && now.stalled !== before.stalled) {
    return t('sayStalled', t(now.stalled === 'silent' ? 'stalledSilent' : 'stalledNotStopping'));
  }
  if (now.login !== undefined && now.login !== before.login) return t('loggingIn', now.login);
  if (now.login === undefined && before.login !== undefined) return t('sayLoginDone');
  if (now.busy && !before.busy) return t('sayWorking', now.agent);
  if (!now.busy && before.busy) return t('sayEnded');
  if (now.waiting === undefined && before.waiting !== undefined && now.busy)
    return t('sayWorking', now.agent);
  const settled = now.state === 'stopped' || now.state === 'starting' || now.state === 'ready';
  if (settled && !now.busy && now.state !== before.state && before.state !== 'working') {
    return t('sayState', now.agent, t(known(stateText, now.state) ?? 'stateStopped'));
  }
  return undefined;
}
