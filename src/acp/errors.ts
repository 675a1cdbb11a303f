import type { AuthMethod } from './login';
import { redact } from './redact';

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

/** Every kind of failure. The comment of each says when it happens; docs/errors.md is made from them. */
export type AgentErrorTag =
  /** The command of the agent is on none of the directories searched. */
  | 'command-not-found'
  /** The command exists, but is no program or has no execute permission. */
  | 'not-executable'
  /** The folder to work in does not exist. */
  | 'bad-directory'
  /** The workspace is not trusted. */
  | 'untrusted-workspace'
  /** The open folder is virtual. */
  | 'folder-not-on-disk'
  /** The chosen agent is neither built in, nor found, nor in the settings. */
  | 'unknown-agent'
  /** Only a program without an ACP mode is installed. */
  | 'needs-adapter'
  /** The agent is known, and not on this computer. */
  | 'not-installed'
  /** The agent needs a Node.js that is not installed. */
  | 'runtime-missing'
  /** The operating system could not start the program. */
  | 'spawn-failed'
  /** A package runner could not fetch or install the agent, or its download cannot be used. */
  | 'install-failed'
  /** The program ended before it answered `initialize`. */
  | 'exited-early'
  /** A program that may install the agent first did not get to its answer within `acpWorkbench.installTimeout`. */
  | 'startup-timeout'
  /** The program runs and does not answer `initialize` within `acpWorkbench.handshakeTimeout`. */
  | 'handshake-timeout'
  /** The agent answered `initialize` with another version of the protocol. */
  | 'protocol-version'
  /** The agent breaks the protocol: other framing, or an answer without what it must contain. */
  | 'protocol-violation'
  /** One message, in either direction, is over the limit. */
  | 'message-too-large'
  /** Something was to be sent to an agent that has ended or no longer reads. */
  | 'write-after-exit'
  /** The agent closed its output while it was running, or one that runs elsewhere cannot be reached any more. */
  | 'connection-closed'
  /** The program ended after it had started well. */
  | 'exited'
  /** A person, or the end of the window, stopped the agent or its installation. No card is shown. */
  | 'stopped'
  /** The agent has no valid login: error code -32000, HTTP 401, or words that say so. */
  | 'auth-required'
  /** Logging in was tried and did not work. */
  | 'auth-failed'
  /** The account, or for a moment the model, takes no more requests: HTTP 429, 529, 503, 402, or words that say so. */
  | 'usage-limit'
  /** The agent does not know a method: error code -32601. */
  | 'method-not-found'
  /** Something was asked for that the agent does not offer. */
  | 'capability-missing'
  /** A prompt has a picture, a sound or a file in it that the agent does not take. */
  | 'content-unsupported'
  /** The agent does not know the session: error code -32002, or words that say so. */
  | 'session-not-found'
  /** The agent can bring sessions back and failed at it. */
  | 'bring-back-failed'
  /** The session still works on something else. */
  | 'session-busy'
  /** Something was asked of a turn that has ended. */
  | 'turn-inactive'
  /** The agent cancelled a request that nobody here cancelled. */
  | 'cancelled'
  /** Any other error answer of the agent. */
  | 'request-failed';

export interface ErrorParts {
  readonly title: Phrase;
  /** What to do next. */
  readonly remedy: Phrase;
  /** Plain text for the expandable part of the card: stderr tail, error data, command line. */
  readonly details?: string;
  /** When to try again, in the words of the agent. */
  readonly retryTime?: string | undefined;
  readonly logins?: readonly AuthMethod[];
}

/** Every failure of an agent that a person gets to see. Made by the factories in errors/ only. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly title: Phrase;
  readonly remedy: Phrase;
  readonly details: string | undefined;
  readonly retryTime: string | undefined;
  /** Ways to log in that can be offered. */
  readonly logins: readonly AuthMethod[];

  constructor(
    readonly tag: AgentErrorTag,
    parts: ErrorParts,
    cause?: unknown,
  ) {
    const title = { ...parts.title, args: parts.title.args.map(redact) };
    super(english(title), cause === undefined ? undefined : { cause });
    this.title = title;
    this.remedy = parts.remedy;
    // Command lines, error output and answers of agents: any of them may show a key.
    this.details = parts.details === undefined ? undefined : redact(parts.details);
    this.retryTime = parts.retryTime;
    this.logins = parts.logins ?? [];
  }

  /** The same failure, with more to read. */
  withDetails(details: string): AgentError {
    const { title, remedy, retryTime, logins } = this;
    return new AgentError(this.tag, { title, remedy, details, retryTime, logins }, this.cause);
  }
}

export function isAgentError(value: unknown, tag?: AgentErrorTag): value is AgentError {
  return value instanceof AgentError && (tag === undefined || value.tag === tag);
}

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
}

export function exitText({ code, signal }: ExitInfo): string {
  if (signal !== null) return `signal ${signal}`;
  return code === null ? 'no exit code' : `code ${String(code)}`;
}

/** Details of a card: parts with text, each below its heading. */
export function detailBlock(...parts: readonly (readonly [heading: string, text: string])[]): string {
  return parts
    .filter(([, text]) => text.trim() !== '')
    .map(([heading, text]) => `${heading}\n${text.trimEnd()}`)
    .join('\n\n');
}
