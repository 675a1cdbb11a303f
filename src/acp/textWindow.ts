/**
 * The part of `text` that `line` and `limit` name: an exact substring, so that windows put together are the file.
 * Lines end with LF (a CR before it stays). Line 0 counts as 1; past the end is empty.
 * https://agentclientprotocol.com/protocol/file-system#reading-files
 */
export function textWindow(text: string, line: number | undefined, limit: number | undefined): string {
  const start = offsetAfterLines(text, 0, Math.max(1, line ?? 1) - 1);
  if (limit === undefined) return text.slice(start);
  return text.slice(start, offsetAfterLines(text, start, limit));
}

function offsetAfterLines(text: string, from: number, lines: number): number {
  let offset = from;
  for (let passed = 0; passed < lines; passed++) {
    const newline = text.indexOf('\n', offset);
    if (newline < 0) return text.length;
    offset = newline + 1;
  }
  return offset;
}
