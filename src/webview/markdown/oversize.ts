// A single block can be as long as a message: a list of thousands of items, a line without an end.
// Beyond a size it is cut where the cut shows least, so that the unfinished part stays cheap to lex.
// Where depends on the text up to there alone, not on how much of it has arrived.
import type { Token } from 'marked';

/** Characters from which a cut between list items, rows or lines is looked for. */
export const BLOCK_SIZE = 8_000;
/** Characters after which any place will do. */
const HARD_SIZE = 3 * BLOCK_SIZE;

export interface Cut {
  /** Length of the part that is finished. */
  readonly end: number;
  /** What the next part has to begin with to be read the same way. */
  readonly prefix: string;
}

const itemStart = /^(?:[-+*]|\d{1,9}[.)])[ \t]/;
const fenceLine = /^([ \t>]*)(?:[-+*] +|\d+[.)] +)?(`{3,}|~{3,})(.*)$/gm;

export function cut(block: Token | undefined): Cut | undefined {
  if (block === undefined || block.raw.length < BLOCK_SIZE) return undefined;
  const source = block.raw.slice(0, HARD_SIZE);
  for (let end = source.indexOf('\n', BLOCK_SIZE); end !== -1; end = source.indexOf('\n', end + 1)) {
    // The next line has to be known to its end, or the place would depend on how the text arrives.
    if (!source.includes('\n', end + 1)) break;
    if (block.type === 'table') return { end: end + 1, prefix: source.split('\n', 2).join('\n') + '\n' };
    const calm = block.type !== 'list' || itemStart.test(source.slice(end + 1, end + 32));
    if (calm || end >= 2 * BLOCK_SIZE) return { end: end + 1, prefix: openFence(source.slice(0, end + 1)) };
  }
  if (source.length < HARD_SIZE) return undefined;
  const space = source.lastIndexOf(' ');
  return { end: space > BLOCK_SIZE ? space + 1 : HARD_SIZE, prefix: '' };
}

/** The opening line of code that a list item or quote has begun and not ended. */
function openFence(part: string): string {
  let open: RegExpExecArray | undefined;
  for (const line of part.matchAll(fenceLine)) {
    const [, , marker = '', info = ''] = line;
    if (open === undefined) open = line;
    else if (marker.startsWith(open[2] ?? '') && info.trim() === '') open = undefined;
  }
  if (open === undefined) return '';
  const [, indent = '', marker = '', info = ''] = open;
  return `${indent.includes('>') ? indent : indent.slice(0, 3)}${marker}${info}\n`;
}
