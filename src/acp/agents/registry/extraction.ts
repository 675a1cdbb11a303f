import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, rm, symlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveTooLarge, tooManyEntries, unsafeArchive } from '../../errors/install';
import { linkTargetParts, staysInside } from './links';
import { safeParts, UnsafePath } from './safePath';

export interface ExtractionLimits {
  readonly maxEntries: number;
  /** Bytes of all files together. */
  readonly maxBytes: number;
}

interface PendingLink {
  readonly name: string;
  readonly parts: readonly string[];
  readonly target: string;
}

/**
 * Puts the entries of an archive into an empty folder, and refuses what would leave it. Symbolic links are made
 * last: while files are written there is none to be written through. Whoever catches an error removes the folder.
 */
export class Extraction {
  private entries = 0;
  private bytes = 0;
  private readonly folders = new Set<string>();
  private readonly links = new Map<string, PendingLink>();

  constructor(
    /** Full path; exists, empty, and nobody else writes there. */
    private readonly root: string,
    private readonly platform: NodeJS.Platform,
    readonly limits: ExtractionLimits,
    private readonly signal?: AbortSignal,
  ) {}

  /** @throws AgentError */
  async addFolder(name: string): Promise<void> {
    await this.makeFolders(name, this.begin(name));
  }

  /**
   * `size`: in bytes, as the archive declares it; what really comes is counted, too.
   * @throws AgentError
   */
  async addFile(
    name: string,
    content: AsyncIterable<Uint8Array>,
    { size, executable }: { readonly size: number; readonly executable: boolean },
  ): Promise<void> {
    const path = await this.prepare(name);
    if (this.bytes + size > this.limits.maxBytes) throw archiveTooLarge(this.limits.maxBytes);
    const handle = await this.create(name, path, executable);
    try {
      for await (const chunk of content) {
        this.signal?.throwIfAborted();
        this.countBytes(chunk.byteLength);
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
  }

  /** @throws AgentError */
  async addLink(name: string, target: string): Promise<void> {
    const parts = this.begin(name);
    await this.prepareParts(name, parts);
    const problem = linkTargetParts(parts, target);
    if (typeof problem === 'string') throw unsafeArchive(name, problem);
    this.links.set(parts.join('/'), { name, parts, target });
  }

  /** Another name for a file that came before. @throws AgentError */
  async addHardLink(name: string, target: string): Promise<void> {
    const path = await this.prepare(name);
    const existing = join(this.root, ...this.safe(name, target));
    const isFile = await lstat(existing).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (!isFile) throw unsafeArchive(name, 'it is a link to something that is no file of the archive');
    if (existing === path) throw unsafeArchive(name, 'it is a link to itself');
    await this.replaceFile(name, path);
    await link(existing, path);
  }

  /** Makes the symbolic links. @throws AgentError */
  async finish(): Promise<void> {
    if (this.platform === 'win32') return this.copyLinked();
    for (const { name, parts, target } of this.links.values()) {
      const path = join(this.root, ...parts);
      if (await exists(path)) throw unsafeArchive(name, 'another entry has the name of this link');
      await symlink(target, path);
    }
    for (const { name, parts } of this.links.values()) {
      if (!(await staysInside(this.root, parts)))
        throw unsafeArchive(name, 'the link leads out of the folder, or in a circle');
    }
  }

  /** Links need a privilege on Windows: a copy of the file does as well. */
  private async copyLinked(): Promise<void> {
    let open = [...this.links.values()];
    while (open.length > 0) {
      const left: PendingLink[] = [];
      for (const pending of open) if (!(await this.copyOne(pending))) left.push(pending);
      if (left.length === open.length)
        throw unsafeArchive(left[0]?.name ?? '', 'it is a link to something that is no file of the archive');
      open = left;
    }
  }

  private async copyOne({ name, parts, target }: PendingLink): Promise<boolean> {
    const from = linkTargetParts(parts, target);
    if (typeof from === 'string') throw unsafeArchive(name, from);
    const source = await lstat(join(this.root, ...from)).catch(() => undefined);
    if (source?.isFile() !== true) return false;
    const path = join(this.root, ...parts);
    if (await exists(path)) throw unsafeArchive(name, 'another entry has the name of this link');
    this.countBytes(source.size);
    await copyFile(join(this.root, ...from), path, constants.COPYFILE_EXCL);
    return true;
  }

  private begin(name: string): readonly string[] {
    this.signal?.throwIfAborted();
    this.entries += 1;
    if (this.entries > this.limits.maxEntries) throw tooManyEntries(this.limits.maxEntries);
    return this.safe(name, name);
  }

  private safe(name: string, path: string): readonly string[] {
    try {
      return safeParts(path, this.platform);
    } catch (error) {
      throw error instanceof UnsafePath ? unsafeArchive(name, error.message) : error;
    }
  }

  /** The full path for an entry that is no folder; the folders above it exist afterwards. */
  private async prepare(name: string): Promise<string> {
    const parts = this.begin(name);
    await this.prepareParts(name, parts);
    return join(this.root, ...parts);
  }

  private async prepareParts(name: string, parts: readonly string[]): Promise<void> {
    if (parts.length === 0) throw unsafeArchive(name, 'it is the folder itself');
    if (this.links.has(parts.join('/'))) throw unsafeArchive(name, 'it takes the place of a link');
    await this.makeFolders(name, parts.slice(0, -1));
  }

  /** One by one, so that each is known to be a folder and no link. */
  private async makeFolders(name: string, parts: readonly string[]): Promise<void> {
    for (let count = 1; count <= parts.length; count++) {
      const above = parts.slice(0, count);
      const key = above.join('/');
      if (this.links.has(key)) throw unsafeArchive(name, 'the path leads through a link');
      if (this.folders.has(key)) continue;
      const path = join(this.root, ...above);
      await mkdir(path).catch(async (error: unknown) => {
        if (!hasCode(error, 'EEXIST')) throw error;
        // The same name in other letters, on a disk that does not tell them apart.
        if (!(await lstat(path)).isDirectory()) throw unsafeArchive(name, 'the path leads through a file');
      });
      this.folders.add(key);
    }
  }

  private async create(name: string, path: string, executable: boolean): Promise<FileHandle> {
    await this.replaceFile(name, path);
    return open(path, 'wx', executable ? 0o755 : 0o644);
  }

  /** As tar does it, the later one of two files counts. Removed, not overwritten: it may have a second name. */
  private async replaceFile(name: string, path: string): Promise<void> {
    const present = await lstat(path).catch(() => undefined);
    if (present === undefined) return;
    if (!present.isFile()) throw unsafeArchive(name, 'it takes the place of something that is no file');
    await rm(path);
  }

  private countBytes(count: number): void {
    this.bytes += count;
    if (this.bytes > this.limits.maxBytes) throw archiveTooLarge(this.limits.maxBytes);
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
