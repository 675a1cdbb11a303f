import type { Envelope } from './messages';
import { parseEnvelope } from './parse';

/** Raised on the asking side when the other side answered with a failure or the channel closed. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
}

export interface ChannelHandlers {
  /** Answers a request; what it throws becomes an error reply. */
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** A message that is none of ours or cannot be posted, or a handler of a notification that threw. */
  fault(reason: string): void;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ChannelError) => void;
}

/**
 * Request / reply / notify over an injected `post`. Every request settles: with the reply, with the
 * error reply, or with the close of the channel.
 */
export class Channel {
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private closedBy: string | undefined;

  constructor(
    private readonly post: (message: unknown) => void,
    private readonly handlers: ChannelHandlers,
  ) {}

  /** Rejects with {@link ChannelError}. */
  request(method: string, params: unknown): Promise<unknown> {
    if (this.closedBy !== undefined) return Promise.reject(new ChannelError(this.closedBy));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      try {
        this.post({ kind: 'request', id, method, params });
      } catch (error) {
        this.take(id)?.reject(new ChannelError(messageOf(error)));
      }
    });
  }

  notify(method: string, params: unknown): void {
    this.tell(method, { kind: 'notify', method, params });
  }

  /** Feeds one message from the other side. Never throws. */
  receive(message: unknown): void {
    if (this.closedBy !== undefined) return;
    const envelope = parseEnvelope(message);
    switch (envelope?.kind) {
      case undefined:
        this.handlers.fault('message is not an envelope');
        return;
      case 'request':
        void this.answer(envelope.id, envelope.method, envelope.params);
        return;
      case 'notify':
        this.dispatch(envelope.method, envelope.params);
        return;
      case 'reply':
        this.take(envelope.id)?.resolve(envelope.result);
        return;
      case 'failure':
        this.take(envelope.id)?.reject(new ChannelError(envelope.message));
        return;
    }
  }

  /** Rejects everything pending with `reason`; later calls reject at once. */
  close(reason: string): void {
    if (this.closedBy !== undefined) return;
    this.closedBy = reason;
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of waiting) reject(new ChannelError(reason));
  }

  private take(id: number): Pending | undefined {
    const found = this.pending.get(id);
    this.pending.delete(id);
    return found;
  }

  private async answer(id: number, method: string, params: unknown): Promise<void> {
    try {
      const result = await this.handlers.request(method, params);
      if (this.closedBy === undefined) this.post({ kind: 'reply', id, result });
    } catch (error) {
      this.tell(method, { kind: 'failure', id, message: messageOf(error) });
    }
  }

  /** Posts what nobody here waits for. */
  private tell(method: string, message: Envelope): void {
    if (this.closedBy !== undefined) return;
    try {
      this.post(message);
    } catch (error) {
      this.handlers.fault(`${method}: ${messageOf(error)}`);
    }
  }

  private dispatch(method: string, params: unknown): void {
    try {
      this.handlers.notify(method, params);
    } catch (error) {
      this.handlers.fault(`${method}: ${messageOf(error)}`);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
