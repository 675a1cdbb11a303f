import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** Longest unfinished escape sequence (characters) that is worth waiting for. */
const MAX_PENDING = 4096;
const ESC = '\u001b';

/**
 * Bytes of a terminal -> text that a person would read: whole characters, control sequences removed, CRLF as LF.
 * Whatever is cut between two chunks is kept back until it is whole.
 */
export class TerminalText {
  private readonly decoder = new StringDecoder('utf8');
  private pending = '';

  push(chunk: Buffer): string {
    return this.clean(this.decoder.write(chunk), false);
  }

  end(): string {
    return this.clean(this.decoder.end(), true);
  }

  private clean(text: string, last: boolean): string {
    const whole = this.pending + text;
    const cut = last ? whole.length : completeLength(whole);
    this.pending = whole.slice(cut);
    return stripVTControlCharacters(whole.slice(0, cut)).replaceAll('\r\n', '\n');
  }
}

/** Everything up to a final CR or a final unfinished escape sequence. */
function completeLength(text: string): number {
  const escape = text.lastIndexOf(ESC);
  if (escape >= 0 && text.length - escape <= MAX_PENDING && !isCompleteEscape(text.slice(escape)))
    return escape;
  return text.endsWith('\r') ? text.length - 1 : text.length;
}

function isCompleteEscape(sequence: string): boolean {
  const kind = sequence[1];
  if (kind === undefined) return false;
  if (kind === '[') return /^\u001b\[[0-?]*[ -/]*[@-~]/.test(sequence);
  if (kind === ']') return sequence.includes('\u0007') || sequence.includes('\u001b\\', 2);
  if (kind === '(' || kind === ')') return sequence.length > 2;
  return true;
}
