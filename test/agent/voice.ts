import { setImmediate as tick } from 'node:timers/promises';
import type { JsonObject } from '../../src/acp/json';
import { updateOf, type Faults } from './script';

/** How the messages of an agent become bytes, with everything that can be wrong about them. */
export class Voice {
  private queue: Promise<void> = Promise.resolve();
  private readonly heldUpdates: JsonObject[] = [];

  constructor(
    private readonly faults: Faults,
    private readonly write: (bytes: Buffer) => void,
  ) {}

  /** Messages in one single write. */
  say(messages: readonly JsonObject[]): Promise<void> {
    const text = messages
      .flatMap((message) => this.inTime(message))
      .flatMap((message) => this.surrounded(message))
      .join('');
    return this.print(text, this.faults.pieces);
  }

  /** @param pieces bytes a write; absent: all in one */
  print(text: string, pieces?: number): Promise<void> {
    this.queue = this.queue.then(async () => {
      const bytes = Buffer.from(text);
      const size = pieces ?? bytes.length;
      for (let start = 0; start < bytes.length; start += size) {
        this.write(bytes.subarray(start, start + size));
        if (start + size < bytes.length) await tick();
      }
    });
    return this.queue;
  }

  frame(message: JsonObject): string {
    const { framing, ballast } = this.faults;
    const heavy = ballast === undefined ? message : { ...message, _meta: { ballast: 'x'.repeat(ballast) } };
    const text = JSON.stringify(
      { jsonrpc: '2.0', ...heavy },
      undefined,
      framing === 'pretty' ? 2 : undefined,
    );
    return framing === 'contentLength'
      ? `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
      : `${text}\n`;
  }

  private surrounded(message: JsonObject): readonly string[] {
    const noise = (this.faults.noise ?? []).map((line) => `${line}\n`);
    const unknown =
      this.faults.updates === 'unknown'
        ? [this.frame(updateOf({ sessionUpdate: 'future_thing', x: 1 }))]
        : [];
    return [...noise, ...unknown, this.frame(message)];
  }

  /** The message, or what is sent instead of it now. */
  private inTime(message: JsonObject): readonly JsonObject[] {
    if (message['method'] === 'session/update' && this.faults.updates === 'late') {
      this.heldUpdates.push(message);
      return [];
    }
    if ('method' in message) return [message];
    const answer = { ...message, id: this.idOf(message['id']) };
    const again = this.faults.answers === 'twice' ? [answer] : [];
    return [answer, ...again, ...this.heldUpdates.splice(0)];
  }

  private idOf(id: unknown): unknown {
    switch (this.faults.ids) {
      case 'wrong':
        return typeof id === 'number' ? id + 1000 : `${String(id)}-wrong`;
      case 'text':
        return String(id);
      case 'null':
        return null;
      default:
        return id;
    }
  }
}
