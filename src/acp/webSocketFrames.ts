import { randomBytes } from 'node:crypto';
import { MAX_LINE_BYTES } from './lines';

export const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const MOST_CONTROL_BYTES = 125;
/** Of one message: each costs memory beside what is in it. */
const MOST_FRAGMENTS = 10_000;

/** One whole message or one control frame. */
export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** What a client sends: one frame, masked as the standard wants it. */
export function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 0x10000 ? 4 : 10);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (length < 126 ? length : length < 0x10000 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  const masked = Buffer.from(payload);
  for (let index = 0; index < length; index++) masked[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
  return Buffer.concat([head, mask, masked]);
}

/** Puts frames together out of bytes, and messages out of their fragments. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;
  private opcode = 0;
  private parts: Buffer[] = [];
  private partsSize = 0;

  /** @throws Error for what a server must not send, and for messages over 64 MiB or in too many pieces */
  *push(chunk: Buffer): Generator<Frame> {
    this.chunks.push(chunk);
    this.size += chunk.length;
    for (let found = this.next(); found !== undefined; found = this.next()) {
      const { final, opcode, payload } = found;
      if (opcode >= OPCODE.close) {
        if (!final || payload.length > MOST_CONTROL_BYTES) throw broken();
        yield { opcode, payload };
        continue;
      }
      if (opcode !== OPCODE.more) this.opcode = opcode;
      if (payload.length > 0) this.parts.push(payload);
      this.partsSize += payload.length;
      if (this.partsSize > MAX_LINE_BYTES || this.parts.length > MOST_FRAGMENTS) throw tooLarge();
      if (!final) continue;
      const whole = Buffer.concat(this.parts);
      this.parts = [];
      this.partsSize = 0;
      // Some servers send their text as binary.
      yield { opcode: this.opcode === OPCODE.binary ? OPCODE.text : this.opcode, payload: whole };
    }
  }

  private next(): (Frame & { readonly final: boolean }) | undefined {
    const head = this.peek(10);
    const [first, second] = head;
    if (first === undefined || second === undefined) return undefined;
    if ((first & 0x70) !== 0 || (second & 0x80) !== 0) throw broken();
    const short = second & 0x7f;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (head.length < start) return undefined;
    const length = start === 2 ? short : start === 4 ? head.readUInt16BE(2) : Number(head.readBigUInt64BE(2));
    if (length > MAX_LINE_BYTES) throw tooLarge();
    if (this.size < start + length) return undefined;
    const payload = this.take(start + length).subarray(start);
    return { final: (first & 0x80) !== 0, opcode: first & 0x0f, payload };
  }

  /** The first bytes, fewer when there are no more yet. */
  private peek(count: number): Buffer {
    const [first] = this.chunks;
    if (first !== undefined && first.length >= count) return first.subarray(0, count);
    return Buffer.concat(this.chunks.slice(0, count)).subarray(0, count);
  }

  private take(count: number): Buffer {
    const all = this.chunks.length === 1 ? (this.chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.chunks);
    const rest = all.subarray(count);
    this.chunks = rest.length > 0 ? [rest] : [];
    this.size = rest.length;
    return all.subarray(0, count);
  }
}

function broken(): Error {
  return new Error('a frame that breaks the protocol');
}

function tooLarge(): Error {
  return new Error('a message that is too large');
}
