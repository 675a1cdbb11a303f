import { constants } from 'node:fs';
import { access, readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { ProgramProbes } from './programCheck';

/** Scripts and shims are small; what is larger is not worth a look. */
const SHIM_BYTES = 64 * 1024;

export const nodeProbes: ProgramProbes = {
  list: (directory) => readdir(directory),
  isExecutable: async (path) => {
    if (!(await stat(path)).isFile()) return false;
    // Windows knows no executable bit; access() there says yes to every file.
    await access(path, constants.X_OK);
    return true;
  },
  realPath: (path) => realpath(path),
  readText: readSmallText,
};

/** The text of a small file, or nothing. */
export async function readSmallText(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).size > SHIM_BYTES ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
