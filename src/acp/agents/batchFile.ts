/** The part of a launch plan that says how a batch file is started. */
export interface BatchCommand {
  /** cmd.exe. */
  readonly command: string;
  /** One argument each, to be handed over verbatim and joined by blanks. */
  readonly args: readonly string[];
}

/**
 * Runs a .cmd or .bat through cmd.exe so that each argument arrives unchanged: Windows itself refuses to
 * start them safely, and Node refuses altogether (CVE-2024-27980). The quoting is that of Rust's standard
 * library (make_bat_command_line), which survives both passes of cmd.exe and the parser of the program.
 * @throws Error when a part holds what no batch file can be given
 */
export function batchCommand(comSpec: string, script: string, args: readonly string[]): BatchCommand {
  if (/["\r\n]|\\$/.test(script)) throw new Error(`Not a path of a batch file: ${script}`);
  const line = [`"${script.replaceAll('%', NOT_A_VARIABLE)}"`, ...args.map(quoteForBatch)].join(' ');
  // /s and the outer quotes: cmd.exe takes off exactly these two, whatever stands between them.
  // /d: no AutoRun; /e:on: the notation below; /v:off: no !variables!.
  return { command: comSpec, args: ['/d', '/e:on', '/v:off', '/s', '/c', `"${line}"`] };
}

// cmd.exe knows no escape for a percent sign between quotes. %cd:~,% is an empty substring of a variable that
// always exists; the percent sign before it stands alone and so stays as it is.
const NOT_A_VARIABLE = '%%cd:~,%';
const SAFE_UNQUOTED = /^[\w#$*+\-./:?@\\]+$/;

function quoteForBatch(arg: string): string {
  if (/[\0\r\n]/.test(arg)) throw new Error('A batch file cannot be given an argument with a line break.');
  const text = arg.replace(/(\\*)"/g, '$1$1""').replaceAll('%', NOT_A_VARIABLE);
  if (SAFE_UNQUOTED.test(arg) && !arg.endsWith('\\')) return text;
  return `"${text.replace(/(\\+)$/, '$1$1')}"`;
}
