import { win32 } from 'node:path';

/** What a .cmd file made by npm or yarn starts in the end. */
export type ShimTarget =
  | { readonly kind: 'node'; readonly nodeArgs: readonly string[]; readonly script: string }
  | { readonly kind: 'program'; readonly program: string };

// "%_prog%" --flag "%dp0%\node_modules\x\cli.js" %*        (npm's cmd-shim)
// "%~dp0\node.exe" "%~dp0\..\x\cli.js" %*                   (older ones, yarn)
const NODE_LINE = /"(?:%_prog%|%~?dp0%?\\node\.exe|node)"\s+([^"\r\n]*)"%~?dp0%?\\([^"%]+)"\s+%\*/i;
const PROGRAM_LINE = /^(?!.*_prog).*"%~?dp0%?\\([^"%]+\.exe)"\s+%\*/im;

/**
 * Reads the target out of the text of a shim. Nothing for a batch file of any other make: that one has to be
 * run by cmd.exe. @param shim full Windows path
 */
export function readNpmShim(shim: string, text: string): ShimTarget | undefined {
  if (!setsNothingElse(text)) return undefined;
  const directory = win32.dirname(shim);
  const node = NODE_LINE.exec(text);
  if (node?.[2] !== undefined && /%_prog%/i.test(node[0]) === /"_prog=node"/i.test(text)) {
    const nodeArgs = (node[1] ?? '').split(/\s+/).filter((arg) => arg !== '');
    return { kind: 'node', nodeArgs, script: win32.join(directory, node[2]) };
  }
  const program = PROGRAM_LINE.exec(text)?.[1];
  return program === undefined ? undefined : { kind: 'program', program: win32.join(directory, program) };
}

// pnpm hands NODE_PATH over, others hand over what stood in the first line of the script: such a target would
// miss it if it were started by itself.
function setsNothingElse(text: string): boolean {
  const names = [...text.matchAll(/\bSET\s+"?(\w+)=/gi)].map(([, name]) => name?.toLowerCase());
  return names.every((name) => name === 'dp0' || name === '_prog' || name === 'pathext');
}
