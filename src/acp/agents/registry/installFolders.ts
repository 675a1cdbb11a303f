import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeAtomically } from './atomicFile';
import { isAgentId, isAgentVersion } from './document';
import { parseManifest, parsePointer, type InstalledAgent, type Manifest, type Pointer } from './manifest';
import { findInstalledProgram } from './program';

const MANIFEST = 'install.json';
const POINTER = 'agent.json';
const FILES = 'files';
/** No id begins with a dot. */
const TEMPORARY = '.tmp';
/** Bytes of a manifest; what is larger is none of ours. */
const MANIFEST_BYTES = 1024 * 1024;
const HOUR = 3_600_000;
const RENAME_TRIES = 10;
/** Milliseconds. */
const BUSY_WAIT = 200;

export interface InstallFoldersOptions {
  readonly root: string;
  readonly platform: NodeJS.Platform;
  readonly inUse?: (id: string, version: string) => boolean | Promise<boolean>;
  readonly leftoverAge?: number;
  readonly busyWait?: number;
}

/**
 * The folders of installed agents: `<root>/<id>/agent.json` names the version that counts,
 * `<root>/<id>/<version>/install.json` says what is in it, `<root>/.tmp/` holds what is being made or removed.
 */
export class InstallFolders {
  constructor(private readonly options: InstallFoldersOptions) {}

  /** Where the unpacked files of a version are, in its folder. */
  files(folder: string): string {
    return join(folder, FILES);
  }

  async ids(): Promise<readonly string[]> {
    const names = await readdir(this.options.root).catch(() => []);
    return names.filter(isAgentId).sort();
  }

  async readCurrent(id: string): Promise<InstalledAgent | undefined> {
    const { current, pinned } = await this.readPointer(id);
    const pin = pinned === undefined ? {} : { pinned };
    const named = current === undefined ? undefined : await this.readVersion(id, current);
    if (named !== undefined) return { ...named, ...pin };
    const others = await Promise.all(
      (await this.versions(id)).map((version) => this.readVersion(id, version)),
    );
    const usable = others.filter((agent) => agent !== undefined);
    const newest = usable.sort((one, other) => other.installedAt - one.installedAt)[0];
    return newest === undefined ? undefined : { ...newest, ...pin };
  }

  /** Undefined unless its manifest can be used and its program is there. */
  async readVersion(id: string, version: string): Promise<InstalledAgent | undefined> {
    const folder = join(this.options.root, id, version);
    const { platform } = this.options;
    const manifest = parseManifest(await readSmall(join(folder, MANIFEST)), id, platform);
    if (manifest?.version !== version) return undefined;
    if (manifest.kind !== 'binary') return manifest;
    const files = join(folder, FILES);
    const program = await findInstalledProgram(files, manifest.cmd, platform);
    return program === undefined ? undefined : { ...manifest, folder: files, program: program.path };
  }

  async setCurrent(id: string, version: string): Promise<void> {
    const { current, pinned } = await this.readPointer(id);
    // A newer version by hand ends the wish to stay at an older one.
    if (current !== version)
      await this.setPointer(id, { current: version, ...(pinned === version ? { pinned } : {}) });
  }

  async setPointer(id: string, pointer: Pointer): Promise<void> {
    await writeAtomically(join(this.options.root, id, POINTER), JSON.stringify(pointer));
  }

  async makeTemporary(): Promise<string> {
    const folder = join(this.options.root, TEMPORARY, randomUUID());
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Makes the folder the version, or drops it where another window was faster with the same. */
  async commit(folder: string, id: string, version: string, manifest: Manifest): Promise<void> {
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest), { flag: 'wx' });
    const target = join(this.options.root, id, version);
    await mkdir(join(this.options.root, id), { recursive: true });
    for (let tries = 0; ; tries++) {
      try {
        await rename(folder, target);
        return;
      } catch (error) {
        const present = await this.readVersion(id, version);
        if (present !== undefined && isAlike(present, manifest)) {
          await this.remove(folder);
          return;
        }
        if (tries >= RENAME_TRIES) throw error;
        await this.takeAway(target);
        if (isBusy(error)) await delay(this.options.busyWait ?? BUSY_WAIT);
      }
    }
  }

  /**
   * Removes the versions that are older than the one that counts and not in use, and what cannot be used at all. A
   * newer one stays: another window may be about to make it the one that counts.
   */
  async removeOthers(id: string): Promise<void> {
    const current = await this.readCurrent(id);
    for (const version of await this.versions(id)) {
      if (version === current?.version || (await this.options.inUse?.(id, version)) === true) continue;
      const other = await this.readVersion(id, version);
      const isNewer = other !== undefined && other.installedAt > (current?.installedAt ?? 0);
      if (!isNewer) await this.takeAway(join(this.options.root, id, version));
    }
    // What has no version left is not installed.
    if ((await this.versions(id)).length > 0) return;
    const folder = join(this.options.root, id);
    await this.remove(join(folder, POINTER));
    // Not with what is in it: another window may have put a version there just now.
    await rmdir(folder).catch(() => undefined);
  }

  async removeAgent(id: string): Promise<void> {
    const folder = join(this.options.root, id);
    if (await this.takeAway(folder)) return;
    // Something in it is held open. Without manifests it is not installed, and the next start removes the rest.
    await this.remove(join(folder, POINTER));
    for (const version of await this.versions(id)) {
      await this.remove(join(folder, version, MANIFEST));
      await this.takeAway(join(folder, version));
    }
  }

  /** `now`: milliseconds since 1970. */
  async removeLeftovers(now: number): Promise<void> {
    const parent = join(this.options.root, TEMPORARY);
    for (const name of await readdir(parent).catch(() => [])) {
      const age = now - (await this.lastChange(join(parent, name)));
      // Another window may be at work in it.
      if (age > (this.options.leftoverAge ?? HOUR)) await this.remove(join(parent, name));
    }
  }

  /** Tolerates that it cannot be removed. */
  async remove(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }

  /** In one step, so that nobody sees a half of it; then removed. False when something in it is held open. */
  private async takeAway(path: string): Promise<boolean> {
    const away = join(this.options.root, TEMPORARY, `removed-${randomUUID()}`);
    try {
      await mkdir(join(this.options.root, TEMPORARY), { recursive: true });
      await rename(path, away);
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOENT';
    }
    await this.remove(away);
    return true;
  }

  private async versions(id: string): Promise<readonly string[]> {
    const names = await readdir(join(this.options.root, id)).catch(() => []);
    return names.filter(isAgentVersion);
  }

  private async readPointer(id: string): Promise<Pointer> {
    return parsePointer(await readSmall(join(this.options.root, id, POINTER)));
  }

  /** Of the folder or what is directly in it: a download changes its file only. */
  private async lastChange(folder: string): Promise<number> {
    const names = await readdir(folder).catch(() => []);
    const paths = [folder, ...names.map((name) => join(folder, name))];
    const times = await Promise.all(
      paths.map((path) =>
        stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    return Math.max(...times);
  }
}

/** The text of a small file; empty when it cannot be read. */
async function readSmall(path: string): Promise<string> {
  try {
    return (await stat(path)).size > MANIFEST_BYTES ? '' : await readFile(path, 'utf8');
  } catch {
    return '';
  }
}

/** On Windows a scanner may hold new files open for a moment. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EPERM' || error.code === 'EACCES' || error.code === 'EBUSY')
  );
}

/** Whether two windows have installed the same. */
function isAlike(present: InstalledAgent, manifest: Manifest): boolean {
  const sources = [present, manifest].map((of) => (of.kind === 'binary' ? of.sha256 : of.package));
  const launches = [present, manifest].map(({ kind, args, env }) => JSON.stringify([kind, args, env]));
  return new Set(sources).size === 1 && new Set(launches).size === 1;
}
