import type { AgentError, AgentErrorTag } from '../../acp/errors';
import type { RemedyAction } from '../../shared/view';

/** Which buttons an error card offers beside Show log, the most helpful first. */
const REMEDIES: Readonly<Record<AgentErrorTag, readonly RemedyAction[]>> = {
  'command-not-found': ['restart', 'openSettings', 'selectAgent'],
  'not-executable': ['restart', 'openSettings', 'selectAgent'],
  'bad-directory': ['openFolder', 'restart'],
  'untrusted-workspace': ['manageTrust'],
  'folder-not-on-disk': ['openFolder', 'restart'],
  'unknown-agent': ['selectAgent', 'openSettings'],
  'needs-adapter': ['selectAgent', 'restart'],
  'spawn-failed': ['restart', 'openSettings'],
  'install-failed': ['openTerminal', 'restart'],
  'exited-early': ['restart', 'openTerminal', 'openSettings'],
  'startup-timeout': ['openTerminal', 'restart'],
  'handshake-timeout': ['restart', 'openTerminal', 'openSettings'],
  'protocol-version': ['restart', 'selectAgent'],
  'protocol-violation': ['restart', 'openSettings'],
  'message-too-large': [],
  'write-after-exit': ['restart', 'retry'],
  'connection-closed': ['restart', 'retry'],
  exited: ['restart', 'retry'],
  stopped: ['restart'],
  'auth-required': ['logIn', 'restart', 'retry', 'selectAgent'],
  'auth-failed': ['logIn', 'restart', 'selectAgent'],
  'usage-limit': ['retry', 'selectAgent'],
  'method-not-found': [],
  'capability-missing': ['selectAgent'],
  'content-unsupported': ['selectAgent'],
  'session-not-found': ['retry', 'goOn'],
  'bring-back-failed': ['restart', 'goOn'],
  'session-busy': ['retry', 'restart'],
  'turn-inactive': ['retry'],
  cancelled: ['retry'],
  'request-failed': ['retry'],
};

/** @param canRetry whether there is a failed prompt to send again */
export function actionsFor(error: AgentError, canRetry: boolean): readonly RemedyAction[] {
  const works = (action: RemedyAction): boolean =>
    action === 'retry' ? canRetry : action !== 'logIn' || error.logins.length > 0;
  return [...REMEDIES[error.tag].filter(works), 'showLog'];
}
