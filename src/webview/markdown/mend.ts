// What is shown of an unfinished block: marks that are still open are closed, half a link is its
// words, and a last line that may become anything is held back. Never used for finished blocks.

/** One line that could still turn the lines above into a heading, or be a marker without content. */
const undecided =
  /(^|\n)[ \t]*(?:[-+*=]+|[-=]{2,}[ \t]*|#{1,6}[ \t]*|\d{1,9}[.)]?|>|`{1,2}|~{1,2}|[-+*] \[[ xX]?\]?)[ \t]*$/;
const fenceLine = /^[ \t>]*(?:[-+*] +|\d+[.)] +)?(?:`{3,}|~{3,})/gm;
const halfLink = /!?\[([^[\]\n]*)(?:\]\([^()\s]*(?:\([^()\s]*\)?[^()\s]*)?)?$/;

type Mark = '**' | '__' | '*' | '_' | '~~';

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

function markAt(text: string, at: number): Mark | undefined {
  const two = text.slice(at, at + 2);
  if (two === '**' || two === '__' || two === '~~') return two;
  const one = two[0];
  return one === '*' || one === '_' ? one : undefined;
}

/** Open marks of one paragraph, innermost last; a backtick run stands for an open code span. */
function openMarks(text: string): readonly string[] {
  const open: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '\\') {
      at += 2;
    } else if (text[at] === '`') {
      const run = /^`+/.exec(text.slice(at, at + 64))?.[0] ?? '`';
      const end = new RegExp(`(?<!\`)${run}(?!\`)`, 'g');
      end.lastIndex = at + run.length;
      const closing = end.exec(text);
      if (closing === null) return [...open, run];
      at = closing.index + run.length;
    } else {
      const mark = markAt(text, at);
      if (mark !== undefined) toggle(open, mark, text[at - 1], text[at + mark.length]);
      at += mark?.length ?? 1;
    }
  }
  return open;
}

function toggle(open: string[], mark: Mark, before: string | undefined, after: string | undefined): void {
  const insideWord = mark.startsWith('_') && isWord(before) && isWord(after);
  if (insideWord) return;
  const at = open.lastIndexOf(mark);
  if (at !== -1 && !isSpace(before)) open.splice(at);
  else if (!isSpace(after)) open.push(mark);
}

export function mend(source: string): string {
  if ((source.match(fenceLine)?.length ?? 0) % 2 === 1) return source;
  const decided = source.replace(undecided, '$1');
  const start = Math.max(decided.lastIndexOf('\n\n') + 2, 0) * (decided.includes('\n\n') ? 1 : 0);
  const head = decided.slice(0, start);
  let paragraph = decided.slice(start);
  if (openMarks(paragraph).at(-1)?.startsWith('`') !== true) {
    paragraph = paragraph.replace(halfLink, '$1');
    const mark = /(?:\*\*?|__?|~~?)$/.exec(paragraph)?.[0] ?? '';
    if (mark !== '' && dangles(paragraph, mark)) paragraph = paragraph.slice(0, -mark.length).trimEnd();
  }
  const closers = [...openMarks(paragraph)].reverse().join('');
  return closers === '' ? head + paragraph : head + paragraph.trimEnd() + closers;
}

/** True for a mark at the very end that opens something and has nothing in it yet. */
function dangles(paragraph: string, mark: string): boolean {
  return isSpace(paragraph[paragraph.length - mark.length - 1]);
}
