import { modeName, type SessionInfo } from '../../acp/sessionInfo';
import type { Attachment } from '../../acp/entries';
import type { AgentState, AgentView, PlanEntryView, StatusView, UsageView } from '../../shared/view';
import { text, translate } from '../text';
import type { Conversation } from './conversation';

export interface Waiting {
  /** Edits of the session that wait for the person. */
  readonly reviews: number;
}

/** What the chat header, the status bar and the screen reader say about an agent. */
export function presentAgent(conversation: Conversation, waiting: Waiting): AgentView {
  const { id, name } = conversation.offer;
  const { state, detail } = agentState(conversation, waiting);
  return { id, name, state, ...(detail === undefined ? {} : { detail }) };
}

function agentState(conversation: Conversation, waiting: Waiting): { state: AgentState; detail?: string } {
  const { state, session, failure } = conversation;
  if (state.kind === 'failed') return { state: 'failed', detail: translate(state.error.title) };
  if (state.kind === 'starting') {
    return { state: 'starting', detail: state.mayInstall ? text.stateInstalling() : text.stateStarting() };
  }
  if (state.kind === 'stopped' && conversation.isOpening)
    return { state: 'starting', detail: text.stateStarting() };
  if (state.kind === 'stopped') {
    return { state: 'stopped', detail: conversation.released ? text.stateReleased() : text.stateStopped() };
  }
  if (failure !== undefined) return { state: 'failed', detail: translate(failure.title) };
  if (session === undefined) return { state: 'starting', detail: text.stateStarting() };
  if (session.permissions.open.length > 0) return { state: 'waiting', detail: text.waitingPermission() };
  if (session.hasQuestion) return { state: 'waiting', detail: text.waitingAnswer() };
  if (waiting.reviews > 0) return { state: 'waiting', detail: text.waitingReview() };
  if (session.turn !== 'idle') return { state: 'working', detail: text.stateWorking() };
  return { state: 'ready', detail: text.stateReady() };
}

export function presentStatus(
  conversation: Conversation,
  waiting: Waiting,
  attachments: readonly Attachment[],
): StatusView {
  const { session, transcript, cwd } = conversation;
  const { info } = transcript;
  const mode = modeName(info);
  const usage = presentUsage(info);
  return {
    agent: presentAgent(conversation, waiting),
    busy: session !== undefined && session.turn !== 'idle',
    cancelling: session?.turn === 'cancelling',
    cwd,
    plan: info.plan.map(presentPlanEntry),
    commands: info.commands.map(({ name, description, hint }) => ({
      name,
      description,
      ...(hint === undefined ? {} : { hint }),
    })),
    queue: (session?.queue ?? []).map(({ id, text: words }) => ({ id, text: words })),
    attachments: attachments.map(({ id, label, detail }) => ({ id, label, detail })),
    ...(session?.stalled === undefined ? {} : { stalled: session.stalled }),
    ...(info.title === undefined ? {} : { title: info.title }),
    ...(mode === undefined ? {} : { mode }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function presentPlanEntry(entry: SessionInfo['plan'][number]): PlanEntryView {
  const { content, status, priority } = entry;
  return {
    text: content,
    status: status === 'in_progress' || status === 'completed' || status === 'cancelled' ? status : 'pending',
    ...(priority === undefined ? {} : { priority }),
  };
}

function presentUsage(info: SessionInfo): UsageView | undefined {
  const { usage } = info;
  if (usage === undefined || usage.size <= 0) return undefined;
  const { used, size, cost } = usage;
  return {
    used,
    size,
    ...(cost === undefined ? {} : { cost: `${cost.amount.toFixed(2)} ${cost.currency}`.trim() }),
  };
}
