import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';

/**
 * The program of a command in the folder with the unpacked files: its path with forward slashes below the folder,
 * and in full. Undefined unless it is a file, and inside the folder after all links were followed.
 */
export async function findInstalledProgram(
  folder: string,
  command: string,
  platform: NodeJS.Platform,
): Promise<{ readonly command: string; readonly path: string } | undefined> {
  // Some entries for Windows name the program without its extension.
  const spellings = platform === 'win32' ? [command, `${command}.exe`] : [command];
  for (const spelling of spellings) {
    const path = join(folder, ...spelling.split('/'));
    if (await isFileInside(folder, path)) return { command: spelling, path };
  }
  return undefined;
}

async function isFileInside(folder: string, path: string): Promise<boolean> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(path)]);
    const inside = relative(root, real);
    const leaves = inside === '' || inside === '..' || /^\.\.[\\/]/.test(inside) || isAbsolute(inside);
    return !leaves && (await stat(real)).isFile();
  } catch {
    return false;
  }
}
