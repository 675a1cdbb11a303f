/** `text` as a Markdown code block, whatever fences it holds itself. */
export function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** `text`, one line, as Markdown inline code. */
export function inlineCode(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const padding = /^`|`$/.test(text) ? ' ' : '';
  return text.trim() === '' ? text : `${ticks}${padding}${text}${padding}${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
