import { isAscii } from 'node:buffer';
import { firstBytes, lastBytes } from './oversize';

const LF = 0x0a;
const CR = 0x0d;

/** Cap of one line in bytes: beyond it that message is dropped with a notice. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Splits a byte stream on 0x0A only (U+2028, U+2029 and U+0085 are text) and decodes whole lines, so a
 * character cut between two chunks is never damaged. Linear in the bytes seen.
 */
export class LineSplitter {
  private parts: Buffer[] = [];
  private size = 0;
  /** Both ends of a line that is over the cap. */
  private edges: { readonly head: Buffer; tail: Buffer } | undefined;

  constructor(
    /** Called with the size (bytes) of a line that was over the cap, and with its beginning and end. */
    private readonly dropped: (bytes: number, head: string, tail: string) => void,
    private readonly maxBytes: number = MAX_LINE_BYTES,
  ) {}

  *push(chunk: Buffer): Generator<string> {
    const encoding = encodingOf(chunk);
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      if (this.size === 0 && end - start <= this.maxBytes) {
        yield decode(chunk, encoding, start, end);
      } else {
        this.keep(chunk.subarray(start, end));
        const line = this.take();
        if (line !== undefined) yield line;
      }
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
  }

  /** The remainder without a final newline, if there is one. */
  end(): string | undefined {
    return this.size === 0 ? undefined : this.take();
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    this.size += part.length;
    if (this.edges !== undefined) {
      this.edges.tail = lastBytes([this.edges.tail, part]);
      return;
    }
    this.parts.push(part);
    if (this.size <= this.maxBytes) return;
    this.edges = { head: firstBytes(this.parts), tail: lastBytes(this.parts) };
    this.parts = [];
  }

  private take(): string | undefined {
    const bytes = this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts);
    const { size, edges } = this;
    this.parts = [];
    this.size = 0;
    this.edges = undefined;
    if (edges !== undefined) {
      this.dropped(size, edges.head.toString('utf8'), edges.tail.toString('utf8'));
      return undefined;
    }
    return bytes === undefined ? '' : decode(bytes, encodingOf(bytes), 0, bytes.length);
  }
}

/** Most output is ASCII, and for that Latin-1 says the same in a fraction of the time. */
function encodingOf(bytes: Buffer): BufferEncoding {
  return isAscii(bytes) ? 'latin1' : 'utf8';
}

function decode(bytes: Buffer, encoding: BufferEncoding, start: number, end: number): string {
  const whole = end > start && bytes[end - 1] === CR ? end - 1 : end;
  return bytes.toString(encoding, start, whole);
}
