// Streaming Markdown. Finished top-level blocks are handed over once and never looked at again; only
// the unfinished block at the end is lexed again when text arrives. What is handed over depends on the
// text alone, never on how it was cut into chunks.
import type { Token, Tokens } from 'marked';
import { lex, type Links } from './dialect';
import { Fence } from './fence';
import { mend } from './mend';
import { References } from './references';
import { cut } from './oversize';

export interface BlockSink {
  /** A finished block. `id` counts up from 0. `continued`: the rest of a table that was too long. */
  block(id: number, tokens: Token[], continued: boolean): void;
  /** A finished block that reads differently now that a link it mentions is defined. */
  again(id: number, tokens: Token[]): void;
  codeOpened(info: string): void;
  code(text: string): void;
  codeClosed(): void;
  codeReopened(): void;
}

function isDefinition(token: Token): token is Tokens.Def {
  return token.type === 'def';
}

export class Splitter {
  private rest = '';
  private heldReturn = false;
  private fence: Fence | undefined;
  private nextId = 0;
  private unfinished: Token[] = [];
  private continued = false;
  private readonly links = Object.create(null) as Links;
  private readonly references = new References();

  constructor(private readonly sink: BlockSink) {}

  append(text: string): void {
    const whole = (this.heldReturn ? '\r' : '') + text;
    this.heldReturn = whole.endsWith('\r');
    const lines = (this.heldReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n');
    if (lines === '') return;
    if (this.fence === undefined) this.rest += lines;
    else this.feed(this.fence, lines);
    while (this.fence === undefined && this.advance());
  }

  /** The unfinished block as it is best shown now: as it stands once nothing more is expected. */
  tail(complete: boolean): { readonly tokens: Token[]; readonly continued: boolean } {
    if (complete) this.defineAll(this.unfinished);
    const shown = complete ? this.rest : mend(this.rest);
    const tokens = shown === this.rest ? this.unfinished : lex(shown, this.links);
    return { tokens, continued: this.continued };
  }

  /** Returns true when something was finished and the rest is to be looked at again. */
  private advance(): boolean {
    this.rest = this.rest.replace(/^(?:[ \t]*\n)+/, '');
    this.unfinished = [];
    if (this.rest === '') return false;
    const start = Fence.open(this.rest);
    if (start !== undefined) {
      this.sink.codeOpened(start.info);
      this.fence = start.fence;
      this.rest = '';
      this.feed(start.fence, start.rest);
      return true;
    }
    const tokens = lex(this.rest, this.links);
    const finished = this.finishedCount(tokens);
    if (finished > 0) {
      this.finish(tokens.slice(0, finished));
      return true;
    }
    const place = cut(tokens[0]);
    if (place !== undefined) {
      const part = this.rest.slice(0, place.end);
      this.rest = place.prefix + this.rest.slice(place.end);
      this.handOver(lex(part, this.links), part);
      this.continued = tokens[0]?.type === 'table';
      return true;
    }
    this.unfinished = tokens;
    return false;
  }

  private feed(fence: Fence, text: string): void {
    const after = fence.feed(text, {
      code: (part) => this.sink.code(part),
      closed: () => this.sink.codeClosed(),
      reopened: () => this.sink.codeReopened(),
    });
    if (after === undefined) return;
    this.fence = undefined;
    this.rest = after;
  }

  /**
   * A block is finished when another one has begun after it, and a line of that one is complete: half
   * a line may still turn out to belong to the block before.
   */
  private finishedCount(tokens: readonly Token[]): number {
    let offset = 0;
    let count = 0;
    for (const [index, token] of tokens.entries()) {
      if (!this.rest.startsWith(token.raw, offset)) break;
      // Fences and oversized blocks are treated apart, once they stand at the beginning.
      const apart = Fence.open(token.raw) !== undefined || cut(token) !== undefined;
      const lineEnd = this.rest.indexOf('\n', offset);
      // A table is one only once its second line is complete.
      const decided = token.type === 'table' ? this.rest.includes('\n', lineEnd + 1) : true;
      if (token.type !== 'space' && lineEnd !== -1 && decided) count = index;
      if (apart) break;
      offset += token.raw.length;
    }
    return count;
  }

  private finish(tokens: Token[]): void {
    for (const token of tokens) {
      this.rest = this.rest.slice(token.raw.length);
      if (token.type !== 'space') this.handOver([token], token.raw);
    }
  }

  private handOver(tokens: Token[], raw: string): void {
    this.defineAll(tokens);
    const id = this.nextId++;
    this.references.note(id, raw);
    this.sink.block(id, tokens, this.continued);
    this.continued = false;
  }

  private defineAll(tokens: readonly Token[]): void {
    for (const token of tokens) if (isDefinition(token)) this.define(token.tag, token.href, token.title);
  }

  private define(label: string, href: string, title: string): void {
    if (Object.hasOwn(this.links, label)) return;
    this.links[label] = { href, title };
    for (const { id, raw } of this.references.to(label)) this.sink.again(id, lex(raw, this.links));
  }
}
