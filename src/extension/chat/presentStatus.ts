import { modeName, type SessionInfo } from '../../acp/sessionInfo';
import type { Attachment } from '../../acp/entries';
import { presentAttachments } from './present';
import type {
  AgentChoiceView,
  AgentState,
  AgentView,
  FolderView,
  PlanEntryView,
  StatusView,
  UsageView,
} from '../../shared/view';
import { text, translate } from '../text';
import type { Conversation } from './conversation';
import type { WorkPlace } from './sessionStart';

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
  const { state, session, failure, login } = conversation;
  if (login.ongoing !== undefined) return { state: 'waiting', detail: text.loggingIn(login.ongoing.name) };
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
  // An agent that was started for a login only gets its session with the next prompt.
  if (session === undefined) {
    return conversation.isOpening
      ? { state: 'starting', detail: text.stateStarting() }
      : { state: 'ready', detail: text.stateReady() };
  }
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
  choices: readonly AgentChoiceView[] | undefined,
): StatusView {
  const { session, state, transcript, cwd, folder, login } = conversation;
  const { info } = transcript;
  const mode = modeName(info);
  const usage = presentUsage(info);
  return {
    agent: presentAgent(conversation, waiting),
    busy: session !== undefined && session.turn !== 'idle',
    cancelling: session?.turn === 'cancelling',
    cwd,
    ...(folder === undefined || folder.others.length === 0 ? {} : { folder: presentFolder(folder) }),
    plan: info.plan.map(presentPlanEntry),
    commands: info.commands.map(({ name, description, hint }) => ({
      name,
      description,
      ...(hint === undefined ? {} : { hint }),
    })),
    queue: (session?.queue ?? []).map(({ id, text: words, attachments: attached }) => ({
      id,
      text: words,
      attachments: presentAttachments(attached),
    })),
    attachments: presentAttachments(attachments),
    ...(state.kind === 'ready' ? { takesImages: state.connection.agent.image } : {}),
    ...(choices === undefined || transcript.hasPrompts ? {} : { choices }),
    ...(session?.stalled === undefined ? {} : { stalled: session.stalled }),
    ...(login.ongoing === undefined
      ? {}
      : { login: { name: login.ongoing.name, canConfirm: login.ongoing.canConfirm } }),
    ...(info.title === undefined ? {} : { title: info.title }),
    ...(mode === undefined ? {} : { mode }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function presentFolder({ name, path, alone }: WorkPlace): FolderView {
  return { name, path, alone };
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
