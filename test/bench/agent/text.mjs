// The text that both sides stream: Markdown as agents write it, in pieces the size of a token or three.

const document = `## What I found

The parser keeps **one line too many** when a file ends without a newline; \`readLines\` in
\`src/lines.ts\` is where it happens. The [specification](https://example.com/spec) says that the last
line counts even when nothing follows it.

- the reader splits at every newline
- an *empty* last line is dropped, which is right for files that end with one
- everything else depends on that, so I would change it there

\`\`\`ts
export function readLines(text: string): string[] {
  const lines = text.split('\\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.trimEnd());
}
\`\`\`

| case | before | after |
|---|---|---|
| empty file | 1 | 0 |
| no final newline | 2 | 2 |

1. Change the function above.
2. Run the tests again, and look at the two that were skipped.

That is all: the callers need no change, because they never looked at the last line anyway.

`;

const PIECE = 16;
const pieces = document.match(new RegExp(`[^]{1,${PIECE}}`, 'g'));

/** The n-th piece of the endless text. */
export function piece(n) {
  return pieces[n % pieces.length];
}

/** One line of words without an end. */
export function oneLine(bytes) {
  const words = 'a single line that an agent sends as one message and that never ends ';
  return words.repeat(Math.ceil(bytes / words.length)).slice(0, bytes);
}
