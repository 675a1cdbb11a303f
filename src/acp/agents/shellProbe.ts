import { basename } from 'node:path';

// Runs in a plain Node. No single quote, backslash, dollar, backtick or exclamation mark: every shell below
// then takes it as it is between single quotes.
const PRINT_ENVIRONMENT =
  'process.stdout.write([process.argv[1],...Object.entries(process.env).map(e=>e.join("=")),process.argv[1]]' +
  '.join(String.fromCharCode(0)))';

/** How to make one kind of shell run `runtime` after it has read its start-up files. */
export function probeArguments(shell: string, runtime: string, marker: string): readonly string[] {
  const words = [runtime, '-e', PRINT_ENVIRONMENT, marker];
  switch (shellName(shell)) {
    case 'fish':
      return ['-i', '-l', '-c', words.map(quoteForFish).join(' ')];
    case 'nu':
      // The caret makes an external command of a string; -i would start a prompt after it.
      return ['-l', '-c', `^${words.map(quoteForNu).join(' ')}`];
    case 'pwsh':
    case 'powershell':
      return ['-Login', '-Command', `& ${words.map(quoteForPowerShell).join(' ')}`];
    case 'csh':
    case 'tcsh':
      // A login shell of this family takes no command.
      return ['-i', '-c', words.map(quoteForPosix).join(' ')];
    default:
      return ['-i', '-l', '-c', words.map(quoteForPosix).join(' ')];
  }
}

/** The variables between the two markers, or nothing while the second one has not arrived. */
export function parseProbeOutput(
  output: string,
  marker: string,
): Readonly<Record<string, string>> | undefined {
  const start = output.indexOf(`${marker}\0`);
  const end = output.indexOf(`\0${marker}`, start + marker.length);
  if (start === -1 || end === -1) return undefined;
  const variables: Record<string, string> = {};
  for (const entry of output.slice(start + marker.length + 1, end).split('\0')) {
    const equals = entry.indexOf('=', 1);
    if (equals !== -1) variables[entry.slice(0, equals)] = entry.slice(equals + 1);
  }
  return variables;
}

function shellName(shell: string): string {
  return basename(shell).replace(/\.exe$/, '');
}

function quoteForPosix(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function quoteForFish(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

// Single quotes know no escapes in nu, so a word that holds one goes between double quotes.
function quoteForNu(word: string): string {
  return word.includes("'") ? JSON.stringify(word) : `'${word}'`;
}

function quoteForPowerShell(word: string): string {
  return `'${word.replaceAll("'", "''")}'`;
}
