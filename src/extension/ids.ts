// Every id that package.json and the code must agree on; a test compares both in both directions.

export const commands = {
  openChat: 'acpWorkbench.openChat',
  newSession: 'acpWorkbench.newSession',
  selectAgent: 'acpWorkbench.selectAgent',
  sendSelection: 'acpWorkbench.sendSelection',
  addFileToPrompt: 'acpWorkbench.addFileToPrompt',
  changeFolder: 'acpWorkbench.changeFolder',
  cancelTurn: 'acpWorkbench.cancelTurn',
  restartAgent: 'acpWorkbench.restartAgent',
  stopAgent: 'acpWorkbench.stopAgent',
  answerPermission: 'acpWorkbench.answerPermission',
  acceptEdit: 'acpWorkbench.acceptEdit',
  rejectEdit: 'acpWorkbench.rejectEdit',
  logIn: 'acpWorkbench.logIn',
  logOut: 'acpWorkbench.logOut',
  setApiKey: 'acpWorkbench.setApiKey',
  showLog: 'acpWorkbench.showLog',
  startAgent: 'acpWorkbench.startAgent',
  installAgent: 'acpWorkbench.installAgent',
  updateAgent: 'acpWorkbench.updateAgent',
  uninstallAgent: 'acpWorkbench.uninstallAgent',
  chooseVersion: 'acpWorkbench.chooseVersion',
  setDefaultAgent: 'acpWorkbench.setDefaultAgent',
  configureAgent: 'acpWorkbench.configureAgent',
  explainAgent: 'acpWorkbench.explainAgent',
  refreshAgents: 'acpWorkbench.refreshAgents',
  importAgents: 'acpWorkbench.importAgents',
  openWalkthrough: 'acpWorkbench.openWalkthrough',
} as const;

export const views = {
  container: 'acpWorkbench',
  chat: 'acpWorkbench.chat',
  agentList: 'acpWorkbench.agentList',
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
  detectPrograms: 'acpWorkbench.detection.programs',
  useLoginShell: 'acpWorkbench.detection.loginShell',
  listExtensionAgents: 'acpWorkbench.detection.extensions',
  registryMode: 'acpWorkbench.registry.mode',
  registryUrl: 'acpWorkbench.registry.url',
} as const;

export const contextKeys = {
  agentRunning: 'acpWorkbench.agentRunning',
  busy: 'acpWorkbench.busy',
  reviewOpen: 'acpWorkbench.reviewOpen',
  permissionOpen: 'acpWorkbench.permissionOpen',
  canLogOut: 'acpWorkbench.canLogOut',
} as const;

/** Walkthrough, as `publisher.extension#id`. */
export const WALKTHROUGH = 'acp-workbench.acp-workbench#start';

/** Scheme of the page that tells where an agent was looked for. */
export const EXPLAIN_SCHEME = 'acp-agent';

/** Scheme of the right side of a review; also named in when-clauses. */
export const REVIEW_SCHEME = 'acp-review';

export type CommandName = keyof typeof commands;
export type ContextKeyName = keyof typeof contextKeys;

/** Forgetting a handler does not compile. */
export type CommandHandlers = Readonly<Record<CommandName, (...args: readonly unknown[]) => unknown>>;
