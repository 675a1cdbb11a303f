import { setImmediate as nextTick, setTimeout as after } from 'node:timers/promises';
import type {
  AgentContext,
  ClientCapabilities,
  ClientRequestMethod,
  ClientRequestParamsByMethod,
  ClientRequestResponsesByMethod,
  ContentBlock,
  SessionUpdate,
  StopReason,
  ToolCall,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import type { Program } from './program';

/** Of the person, for as long as the agent runs. */
export interface Account {
  loggedIn: boolean;
}

export interface TurnContext {
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
  readonly prompt: readonly ContentBlock[];
  /** All text blocks of the prompt, joined by line feeds. */
  readonly text: string;
  /** What follows the matched keyword in `text`, trimmed. */
  readonly rest: string;
  /** Aborts when the turn is cancelled or the connection closes. */
  readonly signal: AbortSignal;
  /** Aborts only when the connection closes. */
  readonly closed: AbortSignal;
  readonly program: Program;
  readonly account: Account;
  readonly nextCallId: () => string;
}

/** One thing the demo agent can do. A rejected promise becomes the error answer of `session/prompt`. */
export type Ability = (turn: Turn) => Promise<StopReason>;

/**
 * One prompt turn as abilities see it. Every method throws as soon as the turn is cancelled, so an
 * ability written as straight-line code stops at its next step.
 */
export class Turn {
  constructor(readonly context: TurnContext) {}

  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** The same turn, deaf to `session/cancel`. */
  ignoringCancel(): Turn {
    return new Turn({ ...this.context, signal: this.context.closed });
  }

  withRest(rest: string): Turn {
    return new Turn({ ...this.context, rest });
  }

  async say(text: string): Promise<void> {
    await this.sayBlock({ type: 'text', text });
  }

  async sayBlock(content: ContentBlock): Promise<void> {
    await this.update({ sessionUpdate: 'agent_message_chunk', content });
  }

  async think(text: string): Promise<void> {
    await this.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } });
  }

  async toolCall(call: ToolCall): Promise<void> {
    await this.update({ sessionUpdate: 'tool_call', ...call });
  }

  async toolCallUpdate(call: ToolCallUpdate): Promise<void> {
    await this.update({ sessionUpdate: 'tool_call_update', ...call });
  }

  async update(update: SessionUpdate): Promise<void> {
    await this.unknownUpdate(update);
  }

  /** For shapes that the schema does not know. */
  async unknownUpdate(update: Readonly<Record<string, unknown>>): Promise<void> {
    this.signal.throwIfAborted();
    await this.context.client.notify('session/update', {
      sessionId: this.context.sessionId,
      update,
    });
  }

  /** A request to the client; cancelling the turn withdraws it ($/cancel_request) and rejects at once. */
  async ask<Method extends ClientRequestMethod>(
    method: Method,
    params: ClientRequestParamsByMethod[Method],
  ): Promise<ClientRequestResponsesByMethod[Method]> {
    this.signal.throwIfAborted();
    return this.context.client.request(method, params, {
      cancellationSignal: this.signal,
      stopWaitingOnCancel: true,
    });
  }

  /** Waits for `promise` unless the turn is cancelled first; `late` then gets what still arrives. */
  async unlessCancelled<Value>(promise: Promise<Value>, late: (value: Value) => void): Promise<Value> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      promise
        .then((value) => (signal.aborted ? late(value) : resolve(value)), reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** Lets incoming messages (a cancel, above all) be handled between two chunks. */
  async pace(): Promise<void> {
    await nextTick(undefined, { signal: this.signal });
  }

  async wait(milliseconds: number): Promise<void> {
    await after(milliseconds, undefined, { signal: this.signal });
  }

  /** Says `text` in pieces that are cut after white space, at most about `size` characters each. */
  async stream(text: string, size = 12): Promise<void> {
    for (const piece of pieces(text, size)) {
      await this.say(piece);
      await this.pace();
    }
  }
}

export function pieces(text: string, size: number): readonly string[] {
  const result: string[] = [];
  let piece = '';
  for (const word of text.match(/\s+|\S+/g) ?? []) {
    piece += word;
    if (piece.length >= size) {
      result.push(piece);
      piece = '';
    }
  }
  if (piece !== '') result.push(piece);
  return result;
}
