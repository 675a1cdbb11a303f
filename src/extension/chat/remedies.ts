import type { AgentError, AgentErrorTag } from '../../acp/errors';
import type { RemedyAction } from '../../shared/view';

/** Which buttons an error card offers beside Show log, the most helpful first. */
const REMEDIES: Readonly<Record<AgentErrorTag, readonly RemedyAction[]>> = {
  'command-not-found': ['restart', 'openSettings', 'selectAgent'],
  'not-executable': ['restart', 'openSettings', 'selectAgent'],
  'bad-directory': ['restart'],
  'untrusted-workspace': ['restart'],
  'folder-not-on-disk': ['restart'],
  'unknown-agent': ['selectAgent', 'openSettings'],
  'needs-adapter': ['selectAgent', 'restart'],
  'spawn-failed': ['restart', 'openSettings'],
  'install-failed': ['restart'],
  'exited-early': ['restart', 'openSettings'],
  'startup-timeout': ['restart'],
  'handshake-timeout': ['restart', 'openSettings'],
  'protocol-version': ['restart', 'selectAgent'],
  'protocol-violation': ['restart', 'openSettings'],
  'message-too-large': [],
  'write-after-exit': ['restart'],
  'connection-closed': ['restart'],
  exited: ['restart'],
  stopped: ['restart'],
  'auth-required': ['restart', 'selectAgent'],
  'auth-failed': ['restart', 'selectAgent'],
  'usage-limit': ['selectAgent'],
  'method-not-found': [],
  'capability-missing': ['selectAgent'],
  'content-unsupported': ['selectAgent'],
  'session-not-found': ['goOn'],
  'bring-back-failed': ['restart', 'goOn'],
  'session-busy': ['restart'],
  'turn-inactive': [],
  cancelled: [],
  'request-failed': [],
};

export function actionsFor(error: AgentError): readonly RemedyAction[] {
  return [...REMEDIES[error.tag], 'showLog'];
}
