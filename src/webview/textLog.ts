// Text that only grows, kept as pieces: appending costs the piece, never the whole.

/** Where a reader of a {@link TextLog} stands. */
export interface TextCursor {
  readonly generation: number;
  readonly piece: number;
}

export interface TextNews {
  /** True when the reader must forget what it showed before `text`. */
  readonly restart: boolean;
  readonly text: string;
  readonly cursor: TextCursor;
}

const SLACK = 1.25;

export class TextLog {
  private pieces: string[] = [];
  private dropped = 0;
  private generation = 0;
  private size = 0;

  /** Well beyond `limit` characters the oldest pieces are forgotten. */
  constructor(
    text: string,
    private readonly limit = Number.POSITIVE_INFINITY,
  ) {
    this.append(text);
  }

  get length(): number {
    return this.size;
  }

  /** True when text was forgotten because of the limit. */
  get cut(): boolean {
    return this.dropped > 0;
  }

  append(text: string): void {
    if (text === '') return;
    this.pieces.push(text);
    this.size += text.length;
    // Removing from the front costs the rest of the array, so it is done in bulk.
    if (this.size > this.limit * SLACK) this.trim();
  }

  /** Replaces everything; a text that continues the present one counts as an append. */
  set(text: string): void {
    const present = this.toString();
    if (text.startsWith(present)) {
      this.append(text.slice(present.length));
      return;
    }
    this.generation += 1;
    this.pieces = [];
    this.dropped = 0;
    this.size = 0;
    this.append(text);
  }

  since(cursor: TextCursor | undefined): TextNews {
    const next = { generation: this.generation, piece: this.dropped + this.pieces.length };
    const known = cursor?.generation === this.generation && cursor.piece >= this.dropped;
    const from = known ? cursor.piece - this.dropped : 0;
    return { restart: !known, text: this.pieces.slice(from).join(''), cursor: next };
  }

  toString(): string {
    return this.pieces.join('');
  }

  private trim(): void {
    let excess = 0;
    for (const { length } of this.pieces.slice(0, -1)) {
      if (this.size <= this.limit) break;
      this.size -= length;
      excess += 1;
    }
    this.pieces.splice(0, excess);
    this.dropped += excess;
  }
}
