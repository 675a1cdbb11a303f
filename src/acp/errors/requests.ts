import { AgentError, detailBlock, exitText, phrase, type ExitInfo } from '../errors';
import type { AuthMethod, TerminalLogin } from '../login';

// Error answers of a running agent to one request, and requests that are not even sent.

/** One error answer, as a person gets to see it. */
export interface ErrorAnswer {
  readonly method: string;
  readonly code: number;
  /** One line. */
  readonly message: string;
  /** What the agent put into `error.data`, and the rest of a long message. */
  readonly details: string;
}

function answerDetails({ method, code, details }: ErrorAnswer): string {
  return detailBlock(['Request', `${method} (code ${String(code)})`], ['Details', details]);
}

/** `logins`: every way that the agent offers. */
export function authRequired(answer: ErrorAnswer, logins: readonly AuthMethod[] = []): AgentError {
  return new AgentError('auth-required', {
    title: phrase('The agent wants you to log in: {0}', answer.message),
    remedy:
      logins.length > 0
        ? phrase('Choose how to log in; what failed is then tried again by itself.')
        : phrase(
            'The agent names no way to log in here: log in with its own command line, or set an API key, then restart the agent.',
          ),
    details: answerDetails(answer),
    logins,
  });
}

export function authFailed(answer: ErrorAnswer, logins: readonly AuthMethod[] = []): AgentError {
  return new AgentError('auth-failed', {
    title: phrase('Logging in did not work: {0}', answer.message),
    remedy:
      logins.length > 0
        ? phrase('Try again, log in another way, or set an API key if that is what is missing.')
        : phrase(
            'The agent names no way to log in here: log in with its own command line, or set an API key, then restart the agent.',
          ),
    details: answerDetails(answer),
    logins,
  });
}

/** The login command in the terminal ended with an error. `logins`: every way that the agent offers. */
export function loginFailed(
  login: TerminalLogin,
  exit: ExitInfo,
  logins: readonly AuthMethod[] = [login],
): AgentError {
  return new AgentError('auth-failed', {
    title: phrase('Logging in with “{0}” did not work ({1}).', login.name, exitText(exit)),
    remedy: phrase('The terminal shows why. Log in again, or restart the agent if it did work.'),
    logins,
  });
}

/** Only what the agent does by itself may be asked of it. */
export function notAgentLogin(login: AuthMethod, logins: readonly AuthMethod[]): AgentError {
  return new AgentError('auth-failed', {
    title: phrase('The agent does not log in by itself with “{0}”.', login.name),
    remedy: phrase('Choose how to log in; what failed is then tried again by itself.'),
    logins,
  });
}

/** `retryTime`: when to try again, in the agent's words. */
export function usageLimit(answer: ErrorAnswer, retryTime?: string): AgentError {
  return new AgentError('usage-limit', {
    title: phrase('The agent’s account has reached a limit: {0}', answer.message),
    remedy:
      retryTime === undefined
        ? phrase('Send the prompt again later, or go on with another agent.')
        : phrase('Send the prompt again then ({0}), or go on with another agent.', retryTime),
    details: answerDetails(answer),
    retryTime,
  });
}

/** The model, not the account, is what is short: that passes. */
export function overloaded(answer: ErrorAnswer, retryTime?: string): AgentError {
  return new AgentError('usage-limit', {
    title: phrase('The model is overloaded at the moment: {0}', answer.message),
    remedy:
      retryTime === undefined
        ? phrase('Wait a minute, then send the prompt again.')
        : phrase('Send the prompt again then: {0}.', retryTime),
    details: answerDetails(answer),
    retryTime,
  });
}

export function methodNotFound(answer: ErrorAnswer): AgentError {
  return new AgentError('method-not-found', {
    title: phrase('The agent does not know {0}.', answer.method),
    remedy: phrase('Update the agent; until then go on without it.'),
    details: answerDetails({ ...answer, details: answer.details === '' ? answer.message : answer.details }),
  });
}

/** `capability`: as named in initialize, for the details. */
export function capabilityMissing(method: string, capability: string): AgentError {
  return new AgentError('capability-missing', {
    title: phrase('The agent does not offer {0}.', method),
    remedy: phrase('Go on without it, or choose an agent that offers it.'),
    details: detailBlock(['Capability', capability]),
  });
}

/** `kind`: image, audio, resource, or what the agent called it. */
export function contentUnsupported(kind: string, details = ''): AgentError {
  return new AgentError('content-unsupported', {
    title: phrase('The agent does not take this kind of attachment: {0}', kind),
    remedy: phrase('Remove the attachment and send the prompt again, or choose another agent.'),
    details,
  });
}

export function sessionNotFound(answer: ErrorAnswer): AgentError {
  return new AgentError('session-not-found', {
    title: phrase('The agent does not know this session any more.'),
    remedy: phrase('Go on in a new session; the messages above stay, but the agent does not know them.'),
    details: answerDetails({
      ...answer,
      details: detailBlock(['Answer', answer.message], ['Data', answer.details]),
    }),
  });
}

/** The agent can bring sessions back and failed at it. The id is kept, so that another try is possible. */
export function bringBackFailed(cause: AgentError): AgentError {
  return new AgentError(
    'bring-back-failed',
    {
      title: phrase('The session could not be brought back: {0}', cause.message),
      remedy: phrase('Try again, or go on in a new session, which does not know the messages above.'),
      ...(cause.details === undefined ? {} : { details: cause.details }),
    },
    cause,
  );
}

export function sessionBusy(answer: ErrorAnswer): AgentError {
  return new AgentError('session-busy', {
    title: phrase('The agent is still busy with something else: {0}', answer.message),
    remedy: phrase(
      'Wait until it is done, then send the prompt again; restarting the agent ends what it does.',
    ),
    details: answerDetails(answer),
  });
}

export function turnInactive(answer: ErrorAnswer): AgentError {
  return new AgentError('turn-inactive', {
    title: phrase('This came after the end of the turn: {0}', answer.message),
    remedy: phrase('Send it as a prompt of its own.'),
    details: answerDetails(answer),
  });
}

export function requestCancelled(answer: ErrorAnswer): AgentError {
  return new AgentError('cancelled', {
    title: phrase('The agent cancelled this by itself: {0}', answer.message),
    remedy: phrase('Send the prompt again if you still want it.'),
    details: answerDetails(answer),
  });
}

export function requestFailed(answer: ErrorAnswer): AgentError {
  return new AgentError('request-failed', {
    title: phrase('The agent reported an error: {0}', answer.message),
    remedy: phrase('You can try again; the session stays usable unless the agent says otherwise.'),
    details: answerDetails(answer),
  });
}
