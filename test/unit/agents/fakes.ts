import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DetectDeps } from '../../../src/acp/agents/detect';
import type { ProgramProbes } from '../../../src/acp/agents/programCheck';
import type { FileProbes, SearchDeps } from '../../../src/acp/agents/search';

/** A file system of names only: full path of each file -> whether it can be executed. */
export class FakeFiles implements ProgramProbes {
  /** Directories that were listed, in order. */
  readonly listed: string[] = [];
  private readonly hanging = new Set<string>();
  private readonly broken = new Set<string>();
  private readonly links = new Map<string, string>();
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly separator: '/' | '\\',
    private readonly files: Readonly<Record<string, boolean>>,
  ) {}

  hang(directory: string): this {
    this.hanging.add(directory);
    return this;
  }

  breakDown(directory: string): this {
    this.broken.add(directory);
    return this;
  }

  link(path: string, target: string): this {
    this.links.set(path, target);
    return this;
  }

  write(path: string, text: string): this {
    this.texts.set(path, text);
    return this;
  }

  async realPath(path: string): Promise<string> {
    return this.links.get(path) ?? path;
  }

  async readText(path: string): Promise<string | undefined> {
    return this.texts.get(path);
  }

  async list(directory: string): Promise<readonly string[]> {
    this.listed.push(directory);
    if (this.hanging.has(directory)) return new Promise(() => undefined);
    if (this.broken.has(directory)) throw new Error('EIO');
    const start = directory + this.separator;
    const below = Object.keys(this.files).filter((file) => file.startsWith(start));
    if (below.length === 0) throw new Error(`ENOENT ${directory}`);
    return below.flatMap((file) => file.slice(start.length).split(this.separator).slice(0, 1));
  }

  async isExecutable(path: string): Promise<boolean> {
    return this.files[path] === true;
  }
}

export function searchDeps(platform: NodeJS.Platform, probes: FileProbes): SearchDeps {
  return { platform, probes, directoryLimit: 20 };
}

/** Programs print nothing unless `run` is given. */
export function detectDeps(
  platform: NodeJS.Platform,
  probes: ProgramProbes,
  rest: Partial<DetectDeps> = {},
): DetectDeps {
  const home = platform === 'win32' ? 'C:\\Users\\u' : '/home/u';
  const run = (): Promise<string> => Promise.resolve('');
  return { ...searchDeps(platform, probes), probes, forbidden: [], home, run, ...rest };
}

/** A real directory with real files; removed by `remove`. */
export class TempFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'acp-agents-'));

  /** Writes a file with execute permission and returns its path. */
  program(name: string, text: string): string {
    const path = this.file(name, text);
    chmodSync(path, 0o755);
    return path;
  }

  file(name: string, text: string): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    try {
      return readFileSync(join(this.path, name), 'utf8');
    } catch {
      return '';
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
