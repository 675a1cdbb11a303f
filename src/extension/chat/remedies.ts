import { attemptReason } from '../../acp/attempts';
import type { AgentError, AgentErrorTag } from '../../acp/errors';
import type { AuthMethod } from '../../acp/login';
import type { PromptInput } from '../../acp/entries';
import type { RemedyAction } from '../../shared/view';

/** Which buttons an error card offers beside Show log, the most helpful first. */
const REMEDIES: Readonly<Record<AgentErrorTag, readonly RemedyAction[]>> = {
  'command-not-found': ['restart', 'openSettings', 'selectAgent'],
  'not-executable': ['restart', 'openSettings', 'selectAgent'],
  'bad-directory': ['openFolder', 'restart'],
  'untrusted-workspace': ['manageTrust'],
  'folder-not-on-disk': ['openFolder', 'restart'],
  'unknown-agent': ['selectAgent', 'openSettings'],
  'needs-adapter': ['installAgent', 'restart', 'selectAgent'],
  'not-installed': ['installAgent', 'restart', 'selectAgent'],
  'runtime-missing': ['openSettings', 'restart', 'selectAgent'],
  'spawn-failed': ['restart', 'openSettings'],
  'install-failed': ['refreshPackage', 'openTerminal', 'restart'],
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
  'auth-required': ['logIn', 'openTerminal', 'setApiKey', 'restart', 'retry', 'selectAgent'],
  'auth-failed': ['logIn', 'openTerminal', 'setApiKey', 'restart', 'selectAgent'],
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

/** More ways to log in than these are a list behind one button. */
const LOGIN_BUTTONS = 3;

/** @param prompt what failed and can be sent again */
export function actionsFor(error: AgentError, prompt: PromptInput | undefined): readonly RemedyAction[] {
  const { logins, tag } = error;
  const works = (action: RemedyAction): boolean => {
    switch (action) {
      case 'retry':
        return prompt !== undefined;
      case 'refreshPackage':
        return attemptReason(error) === 'version-missing';
      case 'logIn':
        return logins.length > LOGIN_BUTTONS;
      case 'openTerminal':
        return logins.length === 0 || !isLogin(tag);
      case 'setApiKey':
        return logins.length === 0 || tag === 'auth-failed';
      default:
        return true;
    }
  };
  // An image may well be the reason: then it must be possible to go on without it.
  const edit: readonly RemedyAction[] =
    prompt?.attachments.some(({ image }) => image !== undefined) === true ? ['editPrompt'] : [];
  return [...REMEDIES[tag].filter(works), ...edit, 'showLog'];
}

/** Ways to log in that have a button of their own on the card. */
export function loginButtons({ logins }: AgentError): readonly AuthMethod[] {
  return logins.length > LOGIN_BUTTONS ? [] : logins;
}

function isLogin(tag: AgentErrorTag): boolean {
  return tag === 'auth-required' || tag === 'auth-failed';
}
