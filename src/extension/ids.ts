// Every id that package.json and the code must agree on; a test compares both in both directions.

export const commands = {
  openChat: 'acpWorkbench.openChat',
  newSession: 'acpWorkbench.newSession',
  selectAgent: 'acpWorkbench.selectAgent',
  sendSelection: 'acpWorkbench.sendSelection',
  addFileToPrompt: 'acpWorkbench.addFileToPrompt',
  cancelTurn: 'acpWorkbench.cancelTurn',
  restartAgent: 'acpWorkbench.restartAgent',
  stopAgent: 'acpWorkbench.stopAgent',
  answerPermission: 'acpWorkbench.answerPermission',
  acceptEdit: 'acpWorkbench.acceptEdit',
  rejectEdit: 'acpWorkbench.rejectEdit',
  showLog: 'acpWorkbench.showLog',
} as const;

export const views = {
  container: 'acpWorkbench',
  chat: 'acpWorkbench.chat',
} as const;

export const settings = {
  agents: 'acpWorkbench.agents',
  defaultAgent: 'acpWorkbench.defaultAgent',
  handshakeTimeout: 'acpWorkbench.handshakeTimeout',
  stopGrace: 'acpWorkbench.stopGrace',
  permissionPrompt: 'acpWorkbench.permissionPrompt',
  turnTimeout: 'acpWorkbench.turnTimeout',
  turnTimeoutAction: 'acpWorkbench.turnTimeoutAction',
  cancelTimeout: 'acpWorkbench.cancelTimeout',
  idleRelease: 'acpWorkbench.idleRelease',
  installTimeout: 'acpWorkbench.installTimeout',
} as const;

export const contextKeys = {
  agentRunning: 'acpWorkbench.agentRunning',
  busy: 'acpWorkbench.busy',
  reviewOpen: 'acpWorkbench.reviewOpen',
  permissionOpen: 'acpWorkbench.permissionOpen',
} as const;

/** Scheme of the right side of a review; also named in when-clauses. */
export const REVIEW_SCHEME = 'acp-review';

export type CommandName = keyof typeof commands;
export type ContextKeyName = keyof typeof contextKeys;

/** Forgetting a handler does not compile. */
export type CommandHandlers = Readonly<Record<CommandName, (...args: readonly unknown[]) => unknown>>;
