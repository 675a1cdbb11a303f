import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, sep } from 'node:path';

/** As many as systems follow before they call it a loop. */
const MAX_LINKS = 40;

/**
 * The one name of what an absolute path leads to. Links are followed segment by segment, as the system does: `link/..`
 * is the parent of where the link leads. What does not exist yet keeps its name below the nearest folder that does,
 * and a link to what does not exist leads there.
 */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return canonical(await walk(path));
  }
}

/** Whether a path is the folder or inside it; both already real. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function walk(path: string): Promise<string> {
  let current = parse(path).root;
  let pending = segments(path);
  for (let links = 0; ;) {
    const [name, ...rest] = pending;
    if (name === undefined) return current;
    pending = rest;
    if (name === '..') {
      current = dirname(current);
      continue;
    }
    const next = join(current, name);
    const link = links < MAX_LINKS ? await linkAt(next) : undefined;
    if (link === undefined) {
      current = next;
      continue;
    }
    links++;
    if (isAbsolute(link)) current = parse(link).root;
    pending = [...segments(link), ...rest];
  }
}

/** A path without links or dots as the file system spells it, as far as it exists. */
async function canonical(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await canonical(parent), basename(path));
  }
}

async function linkAt(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch {
    return undefined;
  }
}

function segments(path: string): readonly string[] {
  const separator = sep === '\\' ? /[\\/]+/ : /\/+/;
  return path
    .slice(parse(path).root.length)
    .split(separator)
    .filter((name) => name !== '' && name !== '.');
}
