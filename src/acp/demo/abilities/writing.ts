import { pieces } from '../turn';
import type { Ability } from '../turn';

const FENCE = '```';

const MARKDOWN = `# Markdown, streamed

A paragraph with **bold**, *emphasis*, ~~struck out~~ and \`inline code\`, and a link to the \
[Agent Client Protocol](https://agentclientprotocol.com).

## Lists

1. First
2. Second
   - nested
   - also nested

- [x] A task that is done
- [ ] A task that is open

## A table

| Part      | Language   | Lines |
| --------- | ---------- | ----: |
| Host      | TypeScript |   120 |
| Webview   | TSX        |    80 |

## Code

${FENCE}typescript
export function greet(name: string): string {
  // Template strings keep this on one line.
  return \`Hello, \${name}!\`;
}
${FENCE}

> A quotation, to close with.

---

That was all.
`;

const THOUGHTS = `The person wants to see me think. First I look at the question, then I weigh two ways to \
answer it, and in the end I pick the shorter one.`;

/** Rich Markdown in pieces that fall into the middle of fences, tables and links. */
export const markdown: Ability = async (turn) => {
  await turn.stream(MARKDOWN, 6);
  return 'end_turn';
};

export const think: Ability = async (turn) => {
  for (const piece of pieces(THOUGHTS, 16)) {
    await turn.think(piece);
    await turn.pace();
  }
  await turn.stream('I have thought about it: the short answer is **yes**.');
  return 'end_turn';
};

/** Answers with what followed the keyword, to the letter. */
export const echo: Ability = async (turn) => {
  await turn.say(turn.context.rest);
  return 'end_turn';
};
