import { PassThrough, Writable } from 'node:stream';
import type { JsonObject } from '../../src/acp/json';
import { openWire, type Wire, type WireEvents } from '../../src/acp/wire';

/** A wire over streams in memory, and everything that came out of it. */
export class WireBench {
  readonly input = new PassThrough();
  readonly noise: string[] = [];
  readonly dropped: string[] = [];
  readonly writeFailures: string[] = [];
  /** What took effect, in order: `update …` and messages for the SDK. */
  readonly effects: string[] = [];
  readonly messages: JsonObject[] = [];
  readonly wire: Wire;
  private readonly sent: Buffer[] = [];
  private readonly reader: ReadableStreamDefaultReader<unknown>;

  constructor(output?: Writable, maxBytes?: number) {
    const collect = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.sent.push(chunk);
        done();
      },
    });
    const events: WireEvents = {
      update: (params) => {
        if (params === 'break') throw new Error('cannot be shown');
        this.effects.push(`update ${JSON.stringify(params)}`);
      },
      noise: (line) => void this.noise.push(line),
      dropped: (reason) => void this.dropped.push(reason),
      tap: () => undefined,
      writeFailed: (reason) => void this.writeFailures.push(reason),
    };
    this.wire = openWire(this.input, output ?? collect, events, maxBytes);
    this.reader = this.wire.stream.readable.getReader();
    void this.readAll();
  }

  cancelReading(): Promise<void> {
    return this.reader.cancel();
  }

  /** Feeds the chunks, ends the input and waits until everything was delivered. */
  async feed(...chunks: readonly (string | Buffer)[]): Promise<this> {
    for (const chunk of chunks) this.input.write(chunk);
    this.input.end();
    await this.wire.drained;
    return this;
  }

  async send(...messages: readonly JsonObject[]): Promise<void> {
    const writer = this.wire.stream.writable.getWriter();
    for (const message of messages) await writer.write(message as never);
    writer.releaseLock();
  }

  sentLines(): readonly string[] {
    return Buffer.concat(this.sent).toString('utf8').split('\n').slice(0, -1);
  }

  sentMessages(): readonly JsonObject[] {
    return this.sentLines().map((line) => JSON.parse(line) as JsonObject);
  }

  private async readAll(): Promise<void> {
    for (let next = await this.reader.read(); !next.done; next = await this.reader.read()) {
      const message = next.value as JsonObject;
      this.messages.push(message);
      this.effects.push(`message ${String(message['method'] ?? message['id'])}`);
    }
  }
}

export function frame(message: JsonObject): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
}

export function updateFrame(update: unknown): string {
  return frame({ method: 'session/update', params: update });
}
