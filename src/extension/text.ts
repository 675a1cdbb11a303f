import { l10n } from 'vscode';
import type { Phrase } from '../acp/errors';

// User-facing text of the host, in one place. Sentence case; says what to do next.

export function translate(phrase: Phrase): string {
  return l10n.t(phrase.template, ...phrase.args);
}

export const text = {
  demoAgent: () => l10n.t('Demo agent'),
  demoDetail: () => l10n.t('Built in; needs no account and no network'),
  agentNeedsAdapter: () => l10n.t('Needs its ACP adapter'),
  agentFromSettings: () => l10n.t('From your settings'),
  agentFound: (path: string) => l10n.t('Found at {0}', path),
  selectAgent: () => l10n.t('Select the agent to work with'),
  addAgent: () => l10n.t('Add an agent of your own…'),
  settingsProblem: (problem: string) => l10n.t('An agent in your settings cannot be used. {0}', problem),
  openSettings: () => l10n.t('Open settings'),
  broughtBack: () => l10n.t('The agent was started again and has its session back.'),
  stateReleased: () => l10n.t('Ended after being idle; the next prompt brings it back'),
  noFolder: (path: string) => l10n.t('No folder is open: the agent works in {0}.', path),
  restarted: () => l10n.t('New session. The agent does not know the messages above.'),
  stop: {
    cancelled: () => l10n.t('Stopped.'),
    agent_stopped: () => l10n.t('The agent was stopped.'),
    max_tokens: () => l10n.t('The answer reached the model’s token limit. Ask the agent to go on.'),
    max_turn_requests: () => l10n.t('The turn reached the agent’s limit of model requests. Ask it to go on.'),
    refusal: () =>
      l10n.t('The agent refused. This prompt and what came after it are no longer part of its context.'),
    no_output: () => l10n.t('The agent ended its turn without any output.'),
    other: (reason: string) => l10n.t('The turn ended: {0}', reason),
  },
  waitingPermission: () => l10n.t('Waits for your permission'),
  waitingAnswer: () => l10n.t('Waits for your answer'),
  waitingReview: () => l10n.t('Waits for your review of an edit'),
  stateStopped: () => l10n.t('Not running'),
  stateInstalling: () => l10n.t('Starting; the agent may have to be downloaded first'),
  stateStarting: () => l10n.t('Starting'),
  stateReady: () => l10n.t('Ready'),
  stateWorking: () => l10n.t('Working'),
  stateFailed: () => l10n.t('Failed'),
  permissionTitle: (agent: string) => l10n.t('{0} asks for permission', agent),
  noPermission: () => l10n.t('No permission request is open.'),
  whichLogin: () => l10n.t('How do you want to log in?'),
  whichPermission: () => l10n.t('Which request do you want to answer?'),
  reviewTitle: (file: string, agent: string) => l10n.t('{0} — proposed by {1}', file, agent),
  whichEdit: () => l10n.t('Which edit do you mean?'),
  noEdit: () => l10n.t('No edit waits for your review.'),
  editedByYou: () => l10n.t('With your changes'),
  changedMeanwhile: () =>
    l10n.t('The file changed while you were reviewing. Nothing was written: look at the edit again.'),
  keptUntitled: (file: string) =>
    l10n.t(
      'The edit of {0} is no longer open. What you had made of it is kept in an untitled editor: save or close it.',
      file,
    ),
  outsideRead: (agent: string, path: string) =>
    l10n.t('{0} wants to read a file outside the workspace: {1}', agent, path),
  allowOnce: () => l10n.t('Allow once'),
  deny: () => l10n.t('Deny'),
  cannotShow: () => l10n.t('This part of the conversation cannot be shown.'),
  noEditor: () => l10n.t('Open a file and select what you want to send.'),
  noCursor: () => l10n.t('Open a file to insert into.'),
  cannotInsert: (file: string) => l10n.t('Nothing could be inserted into {0}: it cannot be edited.', file),
  noFile: () => l10n.t('Open or select a file to add.'),
  badLink: (href: string) => l10n.t('This link cannot be opened: {0}', href),
  missingFile: (path: string) => l10n.t('The file does not exist: {0}', path),
  lines: (from: number, to: number) =>
    from === to ? l10n.t('line {0}', from) : l10n.t('lines {0}-{1}', from, to),
  terminalName: (agent: string, command: string) => l10n.t('{0}: {1}', agent, command),
  processEnded: (how: string) => l10n.t('The process ended with {0}.', how),
  imageAlt: (type: string) => l10n.t('Image ({0})', type),
  audio: (type: string) => l10n.t('Audio ({0})', type),
  unknownContent: (type: string) => l10n.t('Content of an unknown kind: {0}', type),
  formQuestion: (message: string) => l10n.t('The agent asks: {0}', message),
  acceptForm: () => l10n.t('Accept'),
  answerForm: () => l10n.t('Answer…'),
  declineForm: () => l10n.t('Decline'),
  permissionWaits: (agent: string, title: string) => l10n.t('{0} asks for permission: {1}', agent, title),
  answerPermission: () => l10n.t('Answer…'),
  answerField: (title: string) => l10n.t('Answer: {0}', title),
  yes: () => l10n.t('Yes'),
  no: () => l10n.t('No'),
  required: () => l10n.t('This field needs a value.'),
  notNumber: () => l10n.t('Enter a number.'),
  notInteger: () => l10n.t('Enter a whole number.'),
  atLeast: (min: number) => l10n.t('At least {0}.', min),
  atMost: (max: number) => l10n.t('At most {0}.', max),
  tooShort: (min: number) => l10n.t('At least {0} characters.', min),
  tooLong: (max: number) => l10n.t('At most {0} characters.', max),
  noMatch: (pattern: string) => l10n.t('Must match {0}', pattern),
  agentQuestion: (agent: string) => l10n.t('{0} asks', agent),
};
