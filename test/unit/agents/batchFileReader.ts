import type { BatchCommand } from '../../../src/acp/agents/batchFile';

/** What a batch file and the program behind its %* get to see; throws where cmd.exe would do something else. */
export interface BatchCall {
  readonly script: string;
  readonly args: readonly string[];
}

/**
 * The parts of cmd.exe that matter to quoting, after https://stackoverflow.com/a/4095133: the outer quotes of
 * /s, percent expansion, operators outside quotes, and the parser of a C program behind %*.
 */
export class BatchFileReader {
  constructor(private readonly variables: Readonly<Record<string, string>>) {}

  read({ args }: BatchCommand): BatchCall {
    const line = args.at(-1) ?? '';
    if (!/^".*"$/s.test(line)) throw new Error('no outer quotes');
    const inner = this.expand(line.slice(1, -1));
    forbidOperators(inner);
    const [, script, rest] = /^"([^"]*)" ?(.*)$/s.exec(inner) ?? [];
    if (script === undefined || rest === undefined) throw new Error(`not a quoted script: ${inner}`);
    // The batch file's own line: what came for %* is looked at a second time.
    forbidOperators(`"node.exe" "x.js" ${rest}`);
    return { script, args: splitLikeC(rest) };
  }

  // Command-line mode: an unknown variable stays as it is, and so does "%%".
  private expand(text: string): string {
    let result = '';
    for (let at = 0; at < text.length;) {
      const end = text[at] === '%' ? text.indexOf('%', at + 1) : -1;
      const value = end === -1 ? undefined : this.value(text.slice(at + 1, end));
      result += value ?? text.charAt(at);
      at = value === undefined ? at + 1 : end + 1;
    }
    return result;
  }

  private value(expression: string): string | undefined {
    const [name = '', slice] = expression.split(':~');
    const value = name === 'cd' ? 'C:\\somewhere' : this.variables[name];
    return slice === ',' ? value?.slice(0, 0) : value;
  }
}

function forbidOperators(line: string): void {
  const outside = line.split('"').filter((_, index) => index % 2 === 0);
  const operator = outside.find((part) => /[&|<>^()!]/.test(part));
  if (operator !== undefined) throw new Error(`cmd.exe would interpret: ${operator}`);
  if (line.split('"').length % 2 === 0) throw new Error(`an open quote: ${line}`);
}

// The C runtime since 2008: two quotes inside quotes are one quote, and the quotes stay open.
function splitLikeC(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length;) {
    const [run = ''] = /^\\*/.exec(line.slice(at)) ?? [];
    const next = line[at + run.length];
    if (next === '"') {
      word = (word ?? '') + '\\'.repeat(Math.floor(run.length / 2));
      at += run.length + 1;
      if (run.length % 2 === 1) word += '"';
      else if (quoted && line[at] === '"') {
        word += '"';
        at++;
      } else quoted = !quoted;
    } else if (next === ' ' && !quoted) {
      if (run !== '' || word !== undefined) words.push((word ?? '') + run);
      word = undefined;
      at += run.length + 1;
    } else {
      word = (word ?? '') + run + (next ?? '');
      at += run.length + 1;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}
