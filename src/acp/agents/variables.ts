import { posix, win32 } from 'node:path';

export type Variables = Readonly<Record<string, string>>;
/** As in `process.env`. */
export type LooseVariables = Readonly<Record<string, string | undefined>>;

/** Environment variables by name; names differ in case only on systems that tell them apart. */
export class VariableMap {
  private readonly entries = new Map<string, readonly [name: string, value: string]>();

  constructor(
    private readonly platform: NodeJS.Platform,
    from: LooseVariables = {},
  ) {
    for (const [name, value] of Object.entries(from)) if (value !== undefined) this.set(name, value);
  }

  get(name: string): string | undefined {
    return this.entries.get(this.key(name))?.[1];
  }

  /** Keeps the spelling of a name that is there already: Windows has `Path`, others write `PATH`. */
  set(name: string, value: string): void {
    const key = this.key(name);
    this.entries.set(key, [this.entries.get(key)?.[0] ?? name, value]);
  }

  addMissing(from: LooseVariables): void {
    for (const [name, value] of Object.entries(from)) {
      if (value !== undefined && this.get(name) === undefined) this.set(name, value);
    }
  }

  delete(name: string): void {
    this.entries.delete(this.key(name));
  }

  names(): readonly string[] {
    return [...this.entries.values()].map(([name]) => name);
  }

  toRecord(): Variables {
    return Object.fromEntries(this.entries.values());
  }

  private key(name: string): string {
    return this.platform === 'win32' ? name.toUpperCase() : name;
  }
}

export function pathModule(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/**
 * The directories of a PATH, in order and each once. Empty and relative entries mean "the current
 * directory" to a shell and are dropped: a workspace must not decide what gets started.
 */
export function pathDirectories(path: string | undefined, platform: NodeJS.Platform): readonly string[] {
  const windows = platform === 'win32';
  const directories = new Map<string, string>();
  for (const entry of (path ?? '').split(windows ? ';' : ':')) {
    const directory = windows ? entry.trim().replace(/^"(.*)"$/, '$1') : entry;
    if (!isFullPath(directory, platform)) continue;
    const key = directoryKey(directory, platform);
    if (!directories.has(key)) directories.set(key, directory);
  }
  return [...directories.values()];
}

export function joinDirectories(directories: readonly string[], platform: NodeJS.Platform): string {
  return directories.join(platform === 'win32' ? ';' : ':');
}

/** Equal for two spellings of one directory. */
export function directoryKey(directory: string, platform: NodeJS.Platform): string {
  const normal = pathModule(platform).join(directory, '.');
  const bare = normal.length > 3 ? normal.replace(/[\\/]+$/, '') : normal;
  return platform === 'win32' ? bare.toLowerCase() : bare;
}

/** Absolute, and on Windows with its drive or share: `\tools` depends on the current drive. */
export function isFullPath(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /^(?:[a-z]:[\\/]|\\\\[^\\])/i.test(path) : path.startsWith('/');
}

/** Whether `path` is `folder` or lies below it; macOS and Windows do not tell cases apart. */
export function isInside(path: string, folder: string, platform: NodeJS.Platform): boolean {
  const fold = (text: string): string => (platform === 'darwin' ? text.toLowerCase() : text);
  const relative = pathModule(platform).relative(
    fold(directoryKey(folder, platform)),
    fold(directoryKey(path, platform)),
  );
  return relative === '' || (!/^\.\.(?:[\\/]|$)/.test(relative) && !isFullPath(relative, platform));
}
