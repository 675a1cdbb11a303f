/** A sentence for people: an English template with {0} placeholders, so that the host can translate it. */
export interface Phrase {
  readonly template: string;
  readonly args: readonly string[];
}

export function phrase(template: string, ...args: readonly (string | number)[]): Phrase {
  return { template, args: args.map(String) };
}

export function english(text: Phrase): string {
  return text.template.replace(/\{(\d+)\}/g, (whole, index: string) => text.args[Number(index)] ?? whole);
}

export type AgentErrorTag =
  | 'notFound'
  | 'notExecutable'
  | 'badDirectory'
  | 'untrusted'
  | 'noFolder'
  | 'unknownAgent'
  | 'needsAdapter'
  | 'spawnFailed'
  | 'exitedEarly'
  | 'exited'
  | 'silent'
  | 'wrongFraming'
  | 'unsupportedVersion'
  | 'outputClosed'
  | 'writeFailed'
  | 'authRequired'
  | 'badAnswer'
  | 'requestFailed'
  | 'stopped';

interface Parts {
  readonly title: Phrase;
  readonly remedy: Phrase;
  /** Plain text for the expandable part of the card: stderr tail, error data, command line. */
  readonly details?: string;
}

/** Every failure of an agent that a person gets to see. Made by the factories below only. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly title: Phrase;
  readonly remedy: Phrase;
  readonly details: string | undefined;

  constructor(
    readonly tag: AgentErrorTag,
    parts: Parts,
    cause?: unknown,
  ) {
    super(english(parts.title), cause === undefined ? undefined : { cause });
    this.title = parts.title;
    this.remedy = parts.remedy;
    this.details = parts.details;
  }
}

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
}

export function exitText({ code, signal }: ExitInfo): string {
  if (signal !== null) return `signal ${signal}`;
  return code === null ? 'no exit code' : `code ${String(code)}`;
}

function block(...parts: readonly (readonly [heading: string, text: string])[]): string {
  return parts
    .filter(([, text]) => text.trim() !== '')
    .map(([heading, text]) => `${heading}\n${text.trimEnd()}`)
    .join('\n\n');
}

export interface StartFacts {
  /** The command line as a person would type it. */
  readonly commandLine: string;
  readonly stderr: string;
  /** Lines on stdout that were no protocol messages. */
  readonly noise: string;
}

function startDetails(facts: StartFacts): string {
  return block(['Command', facts.commandLine], ['Error output', facts.stderr], ['Other output', facts.noise]);
}

export function commandNotFound(command: string, searched: readonly string[]): AgentError {
  return new AgentError('notFound', {
    title: phrase('The command “{0}” was not found.', command),
    remedy: phrase(
      'Install it, or give its full path in the setting acpWorkbench.agents, then restart the agent.',
    ),
    details: block(['Command', command], ['Directories searched', searched.join('\n')]),
  });
}

export function commandNotExecutable(command: string): AgentError {
  return new AgentError('notExecutable', {
    title: phrase('“{0}” cannot be executed.', command),
    remedy: phrase('Check that it is a program and that its executable bit is set, then restart the agent.'),
    details: block(['Command', command]),
  });
}

export function directoryMissing(cwd: string): AgentError {
  return new AgentError('badDirectory', {
    title: phrase('The folder “{0}” does not exist.', cwd),
    remedy: phrase('Open a folder that exists, then restart the agent.'),
  });
}

export function workspaceUntrusted(): AgentError {
  return new AgentError('untrusted', {
    title: phrase('Agents run only in a trusted workspace.'),
    remedy: phrase('Trust this workspace, then start the agent.'),
  });
}

/** `scheme`: of the folder that is open, such as vscode-vfs. */
export function folderNotOnDisk(scheme: string): AgentError {
  return new AgentError('noFolder', {
    title: phrase('Agents need files on disk, and this folder is “{0}”.', scheme),
    remedy: phrase('Open a folder on disk, then start the agent.'),
  });
}

export function unknownAgent(id: string): AgentError {
  return new AgentError('unknownAgent', {
    title: phrase('There is no agent “{0}”.', id),
    remedy: phrase('Select another agent, or add this one to the setting acpWorkbench.agents.'),
  });
}

/** An installed program that has no ACP mode of its own. */
export function needsAdapter(name: string, hint: string): AgentError {
  return new AgentError('needsAdapter', {
    title: phrase('{0} is installed, but it needs an adapter to speak ACP.', name),
    remedy: phrase('{0} Then select the agent again.', hint),
  });
}

export function spawnFailed(commandLine: string, cause: unknown): AgentError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AgentError(
    'spawnFailed',
    {
      title: phrase('The agent could not be started: {0}', reason),
      remedy: phrase('Check the command in the setting acpWorkbench.agents, then restart the agent.'),
      details: block(['Command', commandLine]),
    },
    cause,
  );
}

export function exitedEarly(exit: ExitInfo, facts: StartFacts): AgentError {
  return new AgentError('exitedEarly', {
    title: phrase('The agent ended while it was starting ({0}).', exitText(exit)),
    remedy: phrase('Run the command in a terminal to see why, then restart the agent.'),
    details: startDetails(facts),
  });
}

export function exited(exit: ExitInfo, stderr: string): AgentError {
  return new AgentError('exited', {
    title: phrase('The agent ended unexpectedly ({0}).', exitText(exit)),
    remedy: phrase('Restart it to go on; the conversation above stays readable.'),
    details: block(['Error output', stderr]),
  });
}

/** `seconds`: the handshake budget that ran out. */
export function agentSilent(seconds: number, facts: StartFacts): AgentError {
  return new AgentError('silent', {
    title: phrase('The agent did not answer within {0} seconds.', seconds),
    remedy: phrase(
      'Check that the command starts its ACP mode (often a flag such as --acp), then restart the agent.',
    ),
    details: startDetails(facts),
  });
}

export function wrongFraming(facts: StartFacts): AgentError {
  return new AgentError('wrongFraming', {
    title: phrase('The agent answers with Content-Length headers, which ACP does not use.'),
    remedy: phrase(
      'This is a language server or an old build: start the program in its ACP mode, then restart.',
    ),
    details: startDetails(facts),
  });
}

export function unsupportedVersion(ours: number, theirs: unknown): AgentError {
  return new AgentError('unsupportedVersion', {
    title: phrase(
      'The agent speaks protocol version {0}, this client version {1}.',
      JSON.stringify(theirs ?? null),
      ours,
    ),
    remedy: phrase('Update the agent or this extension, then restart the agent.'),
  });
}

export function outputClosed(stderr: string): AgentError {
  return new AgentError('outputClosed', {
    title: phrase('The agent closed its output while it was still running.'),
    remedy: phrase('Restart it to go on; the conversation above stays readable.'),
    details: block(['Error output', stderr]),
  });
}

export function writeFailed(reason: string, stderr: string): AgentError {
  return new AgentError('writeFailed', {
    title: phrase('The agent no longer reads its input ({0}).', reason),
    remedy: phrase('Restart it to go on; the conversation above stays readable.'),
    details: block(['Error output', stderr]),
  });
}

export function authRequired(methods: readonly string[], details: string): AgentError {
  return new AgentError('authRequired', {
    title: phrase('The agent wants you to log in first.'),
    remedy:
      methods.length > 0
        ? phrase(
            'Log in with the agent’s own command line ({0}), then restart the agent.',
            methods.join(', '),
          )
        : phrase('Log in with the agent’s own command line, then restart the agent.'),
    details,
  });
}

/** An answer that lacks what the specification requires. */
export function badAnswer(method: string, what: string): AgentError {
  return new AgentError('badAnswer', {
    title: phrase('The agent’s answer to {0} cannot be used: {1}.', method, what),
    remedy: phrase('Update the agent, or report this to its authors.'),
  });
}

/** A JSON-RPC error answer. `details` is what the agent put into `error.data`. */
export function requestFailed(method: string, code: number, message: string, details: string): AgentError {
  return new AgentError('requestFailed', {
    title: phrase('The agent reported an error: {0}', message),
    remedy: phrase('You can try again; the session stays usable unless the agent says otherwise.'),
    details: block(['Request', `${method} (code ${String(code)})`], ['Details', details]),
  });
}

export function stopped(): AgentError {
  return new AgentError('stopped', {
    title: phrase('The agent was stopped.'),
    remedy: phrase('Restart it to go on.'),
  });
}
