import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import type { FileProbes } from './search';

/** Scripts and shims are small; what is larger is not worth a look. */
const SHIM_BYTES = 64 * 1024;

export const nodeProbes: FileProbes = {
  list: (directory) => readdir(directory),
  isExecutable: async (path) => {
    if (!(await stat(path)).isFile()) return false;
    // Windows knows no executable bit; access() there says yes to every file.
    await access(path, constants.X_OK);
    return true;
  },
};

/** The text of a small file, or nothing. */
export async function readSmallText(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).size > SHIM_BYTES ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
