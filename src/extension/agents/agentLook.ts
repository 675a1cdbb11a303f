import type { AgentState } from '../../shared/view';
import { text } from '../text';
import type { AgentOffer } from './directory';

/** What an agent is doing in this window. */
export interface AgentActivity {
  readonly state: AgentState;
  /** Sessions that are open. */
  readonly sessions: number;
  /** Why it failed, in one sentence. */
  readonly failure?: string;
  /** The failure is that nobody is logged in. */
  readonly needsLogin: boolean;
  readonly canLogOut: boolean;
}

export interface AgentLook {
  /** Beside the name. */
  readonly description: string;
  readonly icon: string;
  /** Id of a theme colour. */
  readonly color?: string;
  /** For when-clauses: words between semicolons, as in `;ready;default;`. */
  readonly context: string;
}

/** How an agent is shown in a list, by what it is and what it does. */
export function agentLook(
  offer: AgentOffer,
  activity: AgentActivity | undefined,
  isDefault: boolean,
): AgentLook {
  const words: string[] = [offer.availability, ...offer.origins];
  if (isDefault) words.push('default');
  if (offer.update !== undefined) words.push('update');
  if (offer.canInstall) words.push('installable');
  if (activity !== undefined && activity.state !== 'stopped' && activity.state !== 'failed')
    words.push('running');
  if (activity?.needsLogin === true) words.push('needsLogin');
  if (activity?.canLogOut === true) words.push('canLogOut');
  const look = activity === undefined || activity.state === 'stopped' ? idle(offer) : active(activity);
  const parts = [look.description, ...(isDefault ? [text.agentIsDefault()] : [])];
  if (offer.update !== undefined) parts.push(text.agentUpdate(offer.update));
  return { ...look, description: parts.join(' · '), context: `;${words.join(';')};` };
}

function idle(offer: AgentOffer): Omit<AgentLook, 'context'> {
  switch (offer.availability) {
    case 'ready':
      return { description: text.agentReady(), icon: 'circle-outline' };
    case 'needsAdapter':
      return { description: text.agentNeedsAdapter(), icon: 'plug' };
    case 'notInstalled':
      return { description: offer.version ?? '', icon: 'cloud-download' };
    case 'unavailable':
      return { description: text.agentUnavailable(), icon: 'circle-slash' };
  }
}

function active(activity: AgentActivity): Omit<AgentLook, 'context'> {
  if (activity.needsLogin) {
    return { description: text.agentNeedsLogin(), icon: 'key', color: 'list.warningForeground' };
  }
  switch (activity.state) {
    case 'failed':
      return {
        description: activity.failure ?? text.stateFailed(),
        icon: 'error',
        color: 'list.errorForeground',
      };
    case 'starting':
      return { description: text.stateStarting(), icon: 'loading~spin' };
    case 'waiting':
      return { description: text.agentWaiting(), icon: 'bell-dot', color: 'charts.yellow' };
    case 'working':
      return { description: text.stateWorking(), icon: 'circle-filled', color: 'charts.blue' };
    case 'ready':
    case 'stopped':
      return {
        description: text.agentSessions(activity.sessions),
        icon: 'circle-filled',
        color: 'charts.green',
      };
  }
}
