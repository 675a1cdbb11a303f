import { readlink } from 'node:fs/promises';
import { join } from 'node:path';

const TARGET_LENGTH = 2048;
/** As the systems themselves have it. */
const MAX_HOPS = 40;

/**
 * Where a symbolic link leads, as parts below the folder of the archive and without looking at other links; or a
 * text that says why it must not be made. `link`: parts of its own path.
 */
export function linkTargetParts(link: readonly string[], target: string): readonly string[] | string {
  if (target === '' || target.length > TARGET_LENGTH || target.includes('\0'))
    return 'the target of the link is empty or no path';
  if (/^[\\/]|^[a-z]:|\\/i.test(target)) return 'the link leads to an absolute path';
  const parts = link.slice(0, -1);
  for (const part of target.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return 'the link leads out of the folder';
  }
  return parts;
}

/** Whether a path below `root` ends below it when every link on the way is followed, also where it does not exist. */
export async function staysInside(root: string, path: readonly string[]): Promise<boolean> {
  const ahead = [...path];
  const reached: string[] = [];
  let hops = 0;
  for (let part = ahead.shift(); part !== undefined; part = ahead.shift()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (reached.pop() === undefined) return false;
      continue;
    }
    const target = await readlink(join(root, ...reached, part)).catch(() => undefined);
    if (target === undefined) {
      reached.push(part);
      continue;
    }
    hops += 1;
    if (hops > MAX_HOPS || target.startsWith('/')) return false;
    ahead.unshift(...target.split(/[\\/]/));
  }
  return true;
}
