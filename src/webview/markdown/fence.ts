// An open fenced code block while it streams: decides line by line whether the code goes on.

const opening = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/;

export interface FenceSink {
  code(text: string): void;
  /** The closing fence stands at the end of what is known; `reopen` takes it back. */
  closed(): void;
  reopened(): void;
}

export interface FenceStart {
  readonly fence: Fence;
  readonly info: string;
  readonly rest: string;
}

export class Fence {
  private readonly closing: RegExp;
  private readonly mayClose: RegExp;
  private pending = '';
  private lineBegun = false;
  private first = true;
  private closedForNow = false;

  constructor(
    marker: string,
    private readonly indent: number,
  ) {
    const character = marker.startsWith('~') ? '~' : '`';
    this.closing = new RegExp(`^ {0,3}${character}{${marker.length},} *$`);
    this.mayClose = new RegExp(`^ {0,3}${character}* *$`);
  }

  /** The fence that `source` begins with, once its first line is complete. */
  static open(source: string): FenceStart | undefined {
    const found = opening.exec(source);
    if (found === null) return undefined;
    const [whole, indent = '', marker = '', info = ''] = found;
    return { fence: new Fence(marker, indent.length), info, rest: source.slice(whole.length) };
  }

  /** Returns what follows the closing fence, or undefined while the code goes on. */
  feed(text: string, sink: FenceSink): string | undefined {
    if (text !== '' && this.closedForNow) {
      sink.reopened();
      this.closedForNow = false;
    }
    let rest = this.pending + text;
    let code = '';
    this.pending = '';
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (!this.lineBegun && this.closing.test(line)) {
        sink.code(code);
        sink.closed();
        return rest;
      }
      code += this.take(line);
      this.lineBegun = false;
    }
    if (!this.lineBegun && (rest === '' || this.mayClose.test(rest))) {
      this.pending = rest;
      sink.code(code);
      if (this.closing.test(rest)) {
        this.closedForNow = true;
        sink.closed();
      }
      return undefined;
    }
    sink.code(code + this.take(rest));
    this.lineBegun = true;
    return undefined;
  }

  /** The line end before a line belongs to the code; the one before the closing fence does not. */
  private take(line: string): string {
    if (this.lineBegun) return line;
    const before = this.first ? '' : '\n';
    this.first = false;
    let spaces = 0;
    while (spaces < this.indent && line[spaces] === ' ') spaces += 1;
    return before + line.slice(spaces);
  }
}
