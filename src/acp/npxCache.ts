import { lstat, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

// npx keeps every package that it has run in a folder of its own, `<npm's cache>/_npx/<16 hexadecimal digits>`. A
// download that was interrupted leaves it half full, and npx does not look again.

/** Lines in which Node.js or npm says that a file is not there, or a folder is in the way. */
const BROKEN = /\b(?:ENOENT|ENOTEMPTY|ERR_MODULE_NOT_FOUND)\b|Cannot find (?:module|package)/;
const NPM_CODE = /^npm (?:error|ERR!) code (?:ENOENT|ENOTEMPTY)\b/m;
const NPM_PATH = /^npm (?:error|ERR!) (?:path|dest) /;
const REQUIRED_FROM = /^\s*- /;
const FOLDER = /[\\/]_npx[\\/][0-9a-f]{16}(?=$|[\\/'"`)\s:,])/g;

// An agent writes what it likes to stderr: a search for every place where a path can begin must have an end.
/** Characters of a line; the rest of it is not looked at. */
const LONGEST_LINE = 2048;
/** Places in a line where a path may begin, for each folder in it. */
const MOST_STARTS = 8;
const MOST_FOLDERS = 16;

/**
 * Folders below `_npx` that the output names as broken, a few at most; where a path begins is a guess, the likeliest
 * first.
 */
export function namedNpxFolders(output: string): readonly string[] {
  const isNpm = NPM_CODE.test(output);
  const isRequire = output.includes('Cannot find module');
  const folders = new Set<string>();
  for (const whole of output.split(/\r?\n/)) {
    const line = whole.slice(0, LONGEST_LINE);
    const counts =
      BROKEN.test(line) || (isNpm && NPM_PATH.test(line)) || (isRequire && REQUIRED_FROM.test(line));
    if (!counts) continue;
    for (const folder of foldersIn(line)) {
      folders.add(folder);
      if (folders.size === MOST_FOLDERS) return [...folders];
    }
  }
  return [...folders];
}

function* foldersIn(line: string): Generator<string> {
  for (const { 0: last, index } of line.matchAll(FOLDER)) {
    const before = line.slice(0, index);
    let count = 0;
    // Paths may hold blanks: every place where one can begin counts, the longest first.
    for (const start of before.matchAll(/(?:^|[\s'"`(=])(file:\/\/|[A-Za-z]:[\\/]|\/)/g)) {
      if (++count > MOST_STARTS) break;
      const text = before.slice(start.index + start[0].length - (start[1] ?? '').length) + last;
      const path = pathOf(text);
      if (path !== undefined) yield path;
    }
  }
}

function pathOf(text: string): string | undefined {
  if (!text.startsWith('file:')) return text;
  try {
    return fileURLToPath(text);
  } catch {
    return undefined;
  }
}

/**
 * Removes the one folder among `candidates` that there is: directly below a folder `_npx`, and neither of them a link.
 * @returns what was removed; undefined when there is no such folder or it cannot be removed
 */
export async function removeNpxFolder(candidates: readonly string[]): Promise<string | undefined> {
  for (const folder of candidates) {
    if (!isAbsolute(folder) || !/^[0-9a-f]{16}$/.test(basename(folder))) continue;
    if (basename(dirname(folder)) !== '_npx') continue;
    if (!(await isRealFolder(dirname(folder))) || !(await isRealFolder(folder))) continue;
    try {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      return folder;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

async function isRealFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
