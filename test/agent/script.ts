import type { JsonObject } from '../../src/acp/json';

export type Id = string | number | null;

/** Either is null, as Node.js reports it. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface AgentRequest {
  readonly id: Id;
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * What a scripted agent can do. In everything it sends `$id` stands for the id of the request it handles, `$text`
 * for the text of the prompt, `$pid` for the process that it started last and `$cwd` for the folder it runs in; in what
 * it prints, `$env:NAME` for a variable of its environment.
 */
export type Step =
  | { readonly answer: unknown }
  | { readonly error: { readonly code: unknown; readonly message: string; readonly data?: unknown } }
  | { readonly update: JsonObject }
  /** Messages in one single write. */
  | { readonly send: readonly JsonObject[] }
  /** Sends the request and waits for its answer. */
  | { readonly ask: AgentRequest }
  | { readonly raw: string }
  /** As `raw`, one byte a write. */
  | { readonly bytewise: string }
  /** The first half of a message, and no end of line. */
  | { readonly half: JsonObject }
  | { readonly stderr: string }
  /** So many bytes on stderr, in lines. */
  | { readonly flood: number }
  /** Until a message with this method, or an answer with this id, has arrived. Each message counts once. */
  | { readonly wait: { readonly method: string } | { readonly id: Id } }
  /** Starts a process that ignores the end of its input and SIGTERM; `detached`: in a group of its own. */
  | { readonly grandchild: 'plain' | 'detached' }
  | { readonly close: 'stdin' | 'stdout' }
  /** Milliseconds: for agents that are slow, not for tests that wait. */
  | { readonly pause: number }
  | { readonly stall: true }
  | { readonly exit: number }
  | { readonly die: NodeJS.Signals };

/** Handles one call of a method. */
export interface Handler {
  /** Only for a prompt that contains this text. */
  readonly when?: string;
  readonly steps: readonly Step[];
}

/** What is wrong with the agent all the time. */
export interface Faults {
  /** Lines printed before every message. */
  readonly noise?: readonly string[];
  readonly framing?: 'lines' | 'pretty' | 'contentLength';
  /** Bytes a write: characters are cut apart. */
  readonly pieces?: number;
  /** Characters of ballast in the `_meta` of every message. */
  readonly ballast?: number;
  /** How the id of an answer differs from that of the request. */
  readonly ids?: 'wrong' | 'text' | 'null';
  /** Every answer comes again at once. For answers out of order a script waits: `on('a').awaits('b')`. */
  readonly answers?: 'once' | 'twice';
  /** `unknown`: of a kind that nobody knows, before every message; `late`: only after the next answer. */
  readonly updates?: 'unknown' | 'late';
  readonly reading?: 'slowly' | 'never';
  /** Ignores the end of stdin and SIGTERM. */
  readonly stubborn?: boolean;
}

/** JSON throughout, so that it can be handed to a process. */
export interface Script extends Faults {
  readonly start?: readonly Step[];
  /** Per method the steps of the first call, the second, …; the last ones repeat. */
  readonly on?: Readonly<Record<string, readonly (Handler | readonly Step[])[]>>;
}

/** What an agent answers where its script says nothing. */
export const usual: Readonly<Record<string, readonly Step[]>> = {
  initialize: [{ answer: { protocolVersion: 1 } }],
  'session/new': [{ answer: { sessionId: 's1' } }],
  'session/prompt': [{ answer: { stopReason: 'end_turn' } }],
};

export function updateOf(update: unknown, sessionId: unknown = 's1'): JsonObject {
  return { method: 'session/update', params: { sessionId, update } };
}
