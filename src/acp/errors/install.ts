// What npm, pnpm, yarn, bun, uv and pip say when they cannot install something.
const TROUBLES: readonly RegExp[] = [
  // ELIFECYCLE is the program's own failure.
  /^npm (?:error|ERR!) code (?!ELIFECYCLE)[A-Z][A-Z_\d]+/m,
  /^npm (?:error|ERR!) (?:network|request to) .{1,200}/m,
  /^\s*ERR_PNPM_\w+.{0,200}/m,
  /^error Couldn't find (?:any versions for|package) .{1,200}/m,
  /^error: .{0,200}failed to (?:resolve|install|download|fetch).{0,200}/im,
  /^error: (?:GET|POST) https?:\S{1,200} - \d{3}/m,
  /No solution found when resolving .{1,100}/,
  /^ERROR: (?:No matching distribution found|Could not find a version) .{1,200}/m,
];

/** The line in which a package runner says why it failed; undefined when none did. */
export function installTrouble(output: string): string | undefined {
  for (const pattern of TROUBLES) {
    const [line] = pattern.exec(output) ?? [];
    if (line !== undefined) return line.trim();
  }
  return undefined;
}
