import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** Longest unfinished escape sequence (characters) that is worth waiting for. */
const MAX_PENDING = 4096;
/**
 * OSC, DCS, SOS, PM and APC: a text up to BEL or ST, such as a window title or the address of a link. Node's own
 * pattern takes only texts without spaces.
 */
const STRINGS = /\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
/** An escape sequence that the next chunk goes on with. */
const UNFINISHED = /\u001b(?:[\]PX^_][^\u0007\u001b]*\u001b?|\[[0-?]*[ -/]*|[()#]?)$/;

/**
 * Bytes of a terminal -> text that a person would read: whole characters, control sequences removed, CRLF as LF.
 * Whatever is cut between two chunks is kept back until it is whole.
 */
export class TerminalText {
  private readonly decoder = new StringDecoder('utf8');
  private pending = '';

  push(chunk: Buffer | string): string {
    return this.clean(typeof chunk === 'string' ? chunk : this.decoder.write(chunk), false);
  }

  end(): string {
    return this.clean(this.decoder.end(), true);
  }

  private clean(text: string, last: boolean): string {
    const whole = this.pending + text;
    const cut = completeLength(whole, last);
    this.pending = last ? '' : whole.slice(cut);
    const visible = whole.slice(0, cut).replace(STRINGS, '');
    return stripVTControlCharacters(visible).replaceAll('\r\n', '\n');
  }
}

/** Everything up to a final unfinished escape sequence, or to a final CR that may become a CRLF. */
function completeLength(text: string, last: boolean): number {
  const from = Math.max(0, text.length - MAX_PENDING);
  const unfinished = UNFINISHED.exec(text.slice(from));
  if (unfinished !== null) return from + unfinished.index;
  return text.endsWith('\r') && !last ? text.length - 1 : text.length;
}
