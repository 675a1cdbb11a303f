import { AgentError, detailBlock, exitText, phrase, type ExitInfo } from '../errors';
import { jsonText } from '../json';
import { startDetails, type StartFacts } from './start';

// Failures of the connection to a running agent, and its end.

/** Characters shown of what an agent calls its version. */
const VERSION_SHOWN = 100;

export function exited(exit: ExitInfo, stderr: string): AgentError {
  return new AgentError('exited', {
    title: phrase('The agent ended unexpectedly ({0}).', exitText(exit)),
    remedy: phrase('Restart it to go on; the conversation above stays readable.'),
    details: detailBlock(['Error output', stderr]),
  });
}

export function stopped(): AgentError {
  return new AgentError('stopped', {
    title: phrase('The agent was stopped.'),
    remedy: phrase('Restart it to go on.'),
  });
}

/** A request that was taken back here. No card is shown. */
export function withdrawn(method: string): AgentError {
  return new AgentError('cancelled', {
    title: phrase('{0} was cancelled.', method),
    remedy: phrase('Try again when you want it.'),
  });
}

export function protocolVersion(ours: number, theirs: unknown): AgentError {
  return new AgentError('protocol-version', {
    title: phrase(
      'The agent speaks protocol version {0}, this client version {1}.',
      jsonText(theirs).slice(0, VERSION_SHOWN),
      ours,
    ),
    remedy: phrase('Update the agent or this extension, then restart the agent.'),
  });
}

export function wrongFraming(facts: StartFacts): AgentError {
  return new AgentError('protocol-violation', {
    title: phrase('The agent answers with Content-Length headers, which ACP does not use.'),
    remedy: phrase(
      'This is a language server or an old build: start the program in its ACP mode, then restart.',
    ),
    details: startDetails(facts),
  });
}

/** An answer that lacks what the specification requires. */
export function badAnswer(method: string, what: string): AgentError {
  return new AgentError('protocol-violation', {
    title: phrase('The agent’s answer to {0} cannot be used: {1}.', method, what),
    remedy: phrase('Update the agent, or report this to its authors.'),
  });
}

/** Of one message that was too large. */
export interface TooLarge {
  /** `in`: from the agent. */
  readonly direction: 'in' | 'out';
  readonly bytes: number;
  readonly limit: number;
}

export function messageTooLarge(method: string, { direction, bytes, limit }: TooLarge): AgentError {
  const size = megabytes(bytes);
  return new AgentError('message-too-large', {
    title:
      direction === 'in'
        ? phrase(
            'The agent’s answer to {0} is too large ({1} MB; the limit is {2} MB).',
            method,
            size,
            megabytes(limit),
          )
        : phrase('This is too large to be sent ({0} MB; the limit is {1} MB).', size, megabytes(limit)),
    remedy:
      direction === 'in'
        ? phrase('Ask for less at once, for instance a part of the file.')
        : phrase('Attach less, for instance a selection in place of the file, and send the prompt again.'),
    details: detailBlock(['Request', method]),
  });
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1);
}

/** `reason`: why the connection was over before this was sent. */
export function writeAfterExit(reason: AgentError): AgentError {
  return new AgentError(
    'write-after-exit',
    {
      title: phrase('This was not sent, because the agent does not run any more.'),
      remedy: phrase('Restart the agent, then try again.'),
      details: detailBlock(['What happened before', reason.message], ['Details', reason.details ?? '']),
    },
    reason,
  );
}

/** The program runs, but its input is closed. */
export function inputClosed(reason: string, stderr: string): AgentError {
  return new AgentError('write-after-exit', {
    title: phrase('The agent no longer reads its input ({0}).', reason),
    remedy: phrase('Restart it to go on; the conversation above stays readable.'),
    details: detailBlock(['Error output', stderr]),
  });
}

export function connectionClosed(stderr: string): AgentError {
  return new AgentError('connection-closed', {
    title: phrase('The agent closed its output while it was still running.'),
    remedy: phrase('Restart it to go on; the conversation above stays readable.'),
    details: detailBlock(['Error output', stderr]),
  });
}
