/**
 * Splits one line into command and arguments by the rules of the platform: quotes group, and only elsewhere
 * than on Windows a backslash escapes. No variables, no globs, no operators.
 */
export function splitCommandLine(line: string, platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32' ? splitWindows(line) : splitPosix(line);
}

/** A command line as a person would type it. */
export function displayCommand(command: string, args: readonly string[], platform: NodeJS.Platform): string {
  const quote = platform === 'win32' ? displayWindows : displayPosix;
  return [command, ...args].map(quote).join(' ');
}

function splitPosix(line: string): readonly string[] {
  const words: string[] = [];
  const pattern = /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])|(\s+)|([^\s'"\\]+|['"\\])/g;
  let word: string | undefined;
  for (const [, single, double, escaped, blank, plain] of line.matchAll(pattern)) {
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '');
  }
  if (word !== undefined) words.push(word);
  return words;
}

// https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments: backslashes count only before
// a quote, and two quotes inside quotes are one.
function splitWindows(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  let closedAt = -1;
  for (const { 0: token, index } of line.matchAll(/\\*"|[^\\"\s]+|\\+|\s/g)) {
    const backslashes = token.endsWith('"') ? token.length - 1 : 0;
    if (/^\s$/.test(token) && !quoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (!token.endsWith('"')) {
      word = (word ?? '') + token;
    } else if (backslashes % 2 === 1 || index === closedAt) {
      word = `${word ?? ''}${'\\'.repeat(Math.floor(backslashes / 2))}"`;
      quoted ||= index === closedAt;
    } else {
      word = (word ?? '') + '\\'.repeat(backslashes / 2);
      quoted = !quoted;
      closedAt = quoted ? -1 : index + token.length;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

function displayPosix(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function displayWindows(word: string): string {
  return word !== '' && !/[\s"&|<>^()]/.test(word) ? word : quoteWindows(word);
}

/** Quotes for CommandLineToArgvW: backslashes are doubled before a quote and at the end. */
function quoteWindows(word: string): string {
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}
