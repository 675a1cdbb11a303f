import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Names the runtime to the shim of Windows: cmd.exe reads batch files in the code page of the system, in which the path
 * may not be writable.
 */
export const RUNTIME_VARIABLE = 'ACP_WORKBENCH_NODE';

/** A program `node` for a folder that comes first on PATH: it runs `runtime`, an Electron, as a Node.js. */
export function nodeShim(
  runtime: string,
  platform: NodeJS.Platform,
): { readonly name: string; readonly text: string } {
  if (platform !== 'win32') {
    const quoted = `'${runtime.replaceAll("'", "'\\''")}'`;
    return { name: 'node', text: `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted} "$@"\n` };
  }
  const lines = [
    '@echo off',
    'setlocal',
    'set ELECTRON_RUN_AS_NODE=1',
    `"%${RUNTIME_VARIABLE}%" %*`,
    'exit /b %errorlevel%',
    '',
  ];
  return { name: 'node.cmd', text: lines.join('\r\n') };
}

/**
 * Writes the shim into `folder`, which belongs to us, and gives the folder. What is there already and the same is
 * left alone: agents may be running with it.
 * @throws Error when the folder cannot be written
 */
export async function writeNodeShims(
  folder: string,
  runtime: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  const { name, text } = nodeShim(runtime, platform);
  const path = join(folder, name);
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present !== text) {
    await mkdir(folder, { recursive: true });
    await writeFile(path, text);
  }
  await chmod(path, 0o755);
  return folder;
}
