// Every word a person reads in the webview. Translations come from the host, keyed by the English text.

const english = {
  // header
  noAgent: 'Choose an agent',
  selectAgent: 'Choose another agent',
  newSession: 'New session',
  restart: 'Restart',
  stateStopped: 'Stopped',
  stateStarting: 'Starting',
  stateReady: 'Ready',
  stateWorking: 'Working',
  stateWaiting: 'Waiting for you',
  stateFailed: 'Failed',
  agentButton: '{0}, {1}. Choose another agent',
  usage: '{0}% of {1}',
  usageDetail: '{0} of {1} tokens of the context are used',
  mode: 'Mode: {0}',
  // start
  loading: 'Loading the conversation…',
  snapshotFailed: 'The conversation could not be loaded.',
  retry: 'Try again',
  welcomeTitle: 'Work with {0}',
  welcomeText: 'Ask a question or describe a change. Edits are shown to you before they are written.',
  welcomeTry: 'Things to try',
  exampleShow: 'show me what you can do',
  exampleEdit: 'propose an edit',
  exampleCommand: 'run a command',
  examplePlan: 'make a plan',
  // transcript
  transcript: 'Conversation',
  you: 'You',
  agent: 'Agent',
  thinking: 'Thinking',
  thought: 'Thought',
  jumpToLatest: 'Jump to latest',
  entryBroken: 'This part of the conversation could not be shown.',
  attachment: 'Attachment: {0}',
  copy: 'Copy',
  copied: 'Copied',
  insertAtCursor: 'Insert at cursor',
  codePlain: 'text',
  codeBlock: 'Code: {0}',
  image: 'Image',
  imageFromAgent: 'Image from the agent',
  blockedImage: 'Image (not loaded): {0}',
  taskDone: 'done',
  taskOpen: 'open',
  // tools
  toolPending: 'Pending',
  toolRunning: 'Running',
  toolCompleted: 'Completed',
  toolFailed: 'Failed',
  toolCancelled: 'Cancelled',
  untitledTool: 'Unnamed tool call',
  input: 'Input',
  output: 'Output',
  openFile: 'Open {0}',
  openDiff: 'Open the changes in {0}',
  newFile: 'new',
  addedRemoved: '{0} added, {1} removed',
  // terminals
  terminal: 'Terminal',
  terminalOutput: 'Output of {0}',
  terminalNoCommand: 'Command not known',
  terminalCut: 'Earlier output is not shown.',
  terminalReveal: 'Show terminal',
  terminalStop: 'Stop command',
  terminalRunning: 'Running',
  terminalExit: 'Exit code {0}',
  terminalSignal: 'Ended by signal {0}',
  terminalEnded: 'Ended',
  // permissions and reviews
  permission: 'Permission',
  permissionAnswered: 'You chose: {0}',
  permissionAnsweredPlain: 'Answered',
  permissionCancelled: 'No longer needed',
  permissionEmpty: 'The agent offered no choices.',
  waitingPermission: 'Waiting for your permission: {0}',
  waitingReview: 'Waiting for your review: {0}',
  waitingMore: '{0} waiting',
  waitingShow: 'Show',
  stalledSilent: 'The agent has been silent for a while.',
  stalledNotStopping: 'The agent has not confirmed the stop.',
  stalledWait: 'Keep waiting',
  stalledStop: 'Stop',
  stalledForce: 'Force stop',
  stalledForceDetail: 'Ends the agent with everything it runs, and starts it again',
  sayStalled: '{0} Keep waiting, stop or force stop.',
  review: 'Proposed edit',
  reviewOpenDiff: 'Open diff',
  reviewAccept: 'Accept',
  reviewReject: 'Reject',
  reviewAccepted: 'Accepted',
  reviewRejected: 'Rejected',
  reviewCancelled: 'No longer needed',
  reviewFailed: 'Could not be written',
  // errors and notices
  error: 'Error',
  warning: 'Warning',
  info: 'Note',
  details: 'Details',
  actionRestart: 'Restart agent',
  actionRetry: 'Send again',
  actionLogIn: 'Log in',
  actionOpenTerminal: 'Run in a terminal',
  actionShowLog: 'Show log',
  actionOpenSettings: 'Open settings',
  actionOpenFolder: 'Open folder',
  actionManageTrust: 'Manage workspace trust',
  actionSelectAgent: 'Choose another agent',
  actionGoOn: 'Go on in a new session',
  actionNewSession: 'New session',
  // plan and queue
  plan: 'Plan',
  planSummary: '{0} of {1}',
  planPending: 'To do',
  planRunning: 'In progress',
  planCompleted: 'Done',
  planCancelled: 'Dropped',
  queue: 'Sent when this turn ends',
  removeQueued: 'Remove from the queue: {0}',
  removeAttachment: 'Remove attachment {0}',
  // composer
  composer: 'Message',
  placeholder: 'Ask {0}, / for commands',
  placeholderBusy: 'Add a message to send next',
  send: 'Send',
  queueSend: 'Send when this turn ends',
  stop: 'Stop',
  stopping: 'Stopping…',
  sendFailed: 'Not sent: {0}',
  dismiss: 'Dismiss',
  commands: 'Commands',
  // announcements
  sayWorking: '{0} is working',
  sayWaiting: 'Waiting for permission: {0}',
  sayReview: 'Waiting for review: {0}',
  sayEnded: 'Turn ended',
  sayFailed: 'Failed: {0}',
  sayState: '{0}: {1}',
} as const;

export type TextKey = keyof typeof english;

let translations: Readonly<Record<string, unknown>> = {};

/** Takes the host's translations; what is not an object of strings is ignored. */
export function loadTranslations(json: string | null | undefined): void {
  try {
    const parsed: unknown = JSON.parse(json ?? '{}');
    translations = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    translations = {};
  }
}

export function t(key: TextKey, ...values: readonly (string | number)[]): string {
  const source = english[key];
  const translated = Object.hasOwn(translations, source) ? translations[source] : undefined;
  const pattern = typeof translated === 'string' ? translated : source;
  return pattern.replace(/\{(\d)\}/g, (whole, digit: string) => String(values[Number(digit)] ?? whole));
}
