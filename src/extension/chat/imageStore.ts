import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Time (ms) that a file is kept: an agent may still read it in a session that is brought back. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Images as files: for agents that take no images, and for an editor to open. In a folder of our own, for some days. */
export class ImageStore {
  constructor(private readonly folder: string) {}

  /**
   * Under a name that nobody can guess and that the image has no part in.
   * @param data base64
   * @returns the absolute path
   */
  async save(mimeType: string, data: string): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, `${randomUUID()}.${EXTENSIONS[mimeType] ?? 'img'}`);
    await writeFile(path, data, { encoding: 'base64', mode: 0o600 });
    return path;
  }

  /** What cannot be removed now is tried again at the next start. @param now ms */
  async removeOld(now: number): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    await Promise.allSettled(
      names.map(async (name) => {
        const path = join(this.folder, name);
        if (now - (await stat(path)).mtimeMs > KEPT_MS) await rm(path);
      }),
    );
  }
}
