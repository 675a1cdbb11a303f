import { diffArrays } from 'diff';

export interface DiffStat {
  readonly added: number;
  readonly removed: number;
}

/** Above this many differing lines the exact count is not worth the time. */
const EXACT_LINES = 4000;

/** Lines added and removed. Linear for large texts: then everything between the common ends counts as changed. */
export function diffStat(before: string, after: string): DiffStat {
  const old = splitLines(before);
  const now = splitLines(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const room = Math.min(old.length, now.length) - start;
  while (end < room && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const oldMiddle = old.slice(start, old.length - end);
  const newMiddle = now.slice(start, now.length - end);
  const rough = { added: newMiddle.length, removed: oldMiddle.length };
  if (oldMiddle.length === 0 || newMiddle.length === 0) return rough;
  if (oldMiddle.length + newMiddle.length > EXACT_LINES) return rough;
  const parts = diffArrays([...oldMiddle], [...newMiddle], { maxEditLength: 1000 });
  if (parts === undefined) return rough;
  const count = (which: 'added' | 'removed'): number =>
    parts.filter((part) => part[which]).reduce((sum, part) => sum + part.value.length, 0);
  return { added: count('added'), removed: count('removed') };
}

function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}
