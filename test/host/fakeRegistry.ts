import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { platformKeys } from '../../src/acp/agents/registry/platform';
import { tar, type TarEntry } from '../unit/agents/registry/archives';
import { LocalServer } from '../unit/agents/registry/localServer';
import { configure } from './ownComputer';

type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: string };

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function tarGz(...entries: readonly TarEntry[]): Buffer {
  return gzipSync(tar(...entries));
}

/** A registry of the test's own, on this computer. */
export class FakeRegistry {
  private listed: readonly Entry[] = [];
  readonly server = new LocalServer();

  async start(): Promise<void> {
    await this.server.start();
    await this.use();
    await configure('registry.mode', undefined);
  }

  /** The registry that is asked from now on; as if nothing had been kept of it. */
  async use(address = `/registry-${String(Math.random()).slice(2)}.json`): Promise<void> {
    const url = this.server.on(address, (_request, response) =>
      response.end(JSON.stringify({ version: '1.0.0', agents: this.listed })),
    );
    await configure('registry.url', url);
  }

  list(...entries: readonly Entry[]): void {
    this.listed = entries;
  }

  listAlso(...entries: readonly Entry[]): void {
    this.listed = [...this.listed, ...entries];
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

/** An entry that is downloaded, the same for every platform. */
export function download(entry: Entry, archive: string, hash?: string): Entry {
  const target = {
    archive,
    cmd: './agent',
    args: ['--acp'],
    ...(hash === undefined ? {} : { sha256: hash }),
  };
  return {
    ...facts(entry),
    distribution: { binary: Object.fromEntries(platformKeys.map((key) => [key, target])) },
  };
}

export function npmPackage(entry: Entry, name: string): Entry {
  return { ...facts(entry), distribution: { npx: { package: name, args: ['--acp'] } } };
}

function facts({ id, ...rest }: Entry): Entry {
  return {
    id,
    name: id,
    description: `What ${id} is good for.`,
    authors: ['Somebody'],
    license: 'Apache-2.0',
    website: `https://${id}.example/`,
    ...rest,
  };
}
