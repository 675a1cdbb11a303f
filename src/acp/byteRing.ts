const nothing = Buffer.alloc(0);

/**
 * Keeps the last `limit` bytes of a stream, in chunks, so that adding costs the size of what is added
 * and never the size of what is kept. Reading starts and ends at whole UTF-8 characters.
 */
export class ByteRing {
  private chunks: Buffer[] = [];
  private head = 0;
  private size = 0;
  private dropped = false;

  /** `limit`: bytes, 0 keeps nothing. */
  constructor(private readonly limit: number) {}

  get truncated(): boolean {
    return this.dropped;
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.size > this.limit) {
      const first = this.chunks[this.head];
      if (first === undefined) break;
      const excess = this.size - this.limit;
      this.dropped = true;
      if (first.length <= excess) {
        // Let go of at once: places before the head are cleared away only now and then.
        this.chunks[this.head] = nothing;
        this.head++;
        this.size -= first.length;
      } else {
        this.chunks[this.head] = first.subarray(excess);
        this.size -= excess;
      }
    }
    if (this.head > 1024 && this.head * 2 > this.chunks.length) {
      this.chunks = this.chunks.slice(this.head);
      this.head = 0;
    }
  }

  /** What is kept, never starting or ending in the middle of a character. */
  text(): string {
    const kept = Buffer.concat(this.chunks.slice(this.head));
    this.chunks = kept.length > 0 ? [kept] : [];
    this.head = 0;
    return kept.toString('utf8', this.dropped ? characterStart(kept) : 0, wholeLength(kept));
  }

  /** Like {@link text}, starting at a whole line when something was dropped. */
  lines(): string {
    const text = this.text();
    if (!this.dropped) return text;
    const newline = text.indexOf('\n');
    return newline < 0 ? text : text.slice(newline + 1);
  }
}

/** Index of the first byte that starts a UTF-8 character (continuation bytes are 10xxxxxx). */
function characterStart(bytes: Buffer): number {
  let index = 0;
  while (index < Math.min(4, bytes.length) && ((bytes[index] ?? 0) & 0xc0) === 0x80) index++;
  return index;
}

/** Length without a last character of which bytes are still to come. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
