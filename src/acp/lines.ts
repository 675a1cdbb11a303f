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
  private skipping = false;

  constructor(
    /** Called with the bytes of a line that was over the cap. */
    private readonly dropped: (bytes: number) => void,
    private readonly maxBytes: number = MAX_LINE_BYTES,
  ) {}

  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      this.keep(chunk.subarray(start, end));
      start = end + 1;
      const line = this.take();
      if (line !== undefined) yield line;
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
    if (this.size > this.maxBytes) {
      this.skipping = true;
      this.parts = [];
    }
    if (!this.skipping) this.parts.push(part);
  }

  private take(): string | undefined {
    const bytes = this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts);
    const { size, skipping } = this;
    this.parts = [];
    this.size = 0;
    this.skipping = false;
    if (skipping) {
      this.dropped(size);
      return undefined;
    }
    if (bytes === undefined) return '';
    const end = bytes[bytes.length - 1] === CR ? bytes.length - 1 : bytes.length;
    return bytes.toString('utf8', 0, end);
  }
}
