import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Extract } from 'tar-stream';
import { extract } from '../../libraries/tools';
import { AgentError } from '../../errors';
import { archiveTooLarge, unsafeArchive } from '../../errors/install';
import { bunzip2 } from './bunzip2';
import type { Extraction, ExtractionLimits } from './extraction';

/** Bytes that an entry may take in the archive beside its content. */
const ENTRY_OVERHEAD = 2048;
/** Bytes read at once: what the bzip2 decoder gets cannot be taken back. */
const CHUNK = 16 * 1024;

type Chunks = AsyncIterable<Uint8Array>;

/** @throws AgentError, or Error when the archive is damaged */
export async function unpackTar(
  file: string,
  packed: 'gz' | 'bz2' | 'none',
  extraction: Extraction,
): Promise<void> {
  const tar = extract();
  const [fed, taken] = await Promise.allSettled([
    feed(file, packed, tar, extraction.limits),
    takeEntries(tar, extraction),
  ]);
  // Either ends the other: what we refused is the reason rather than the stream that broke off.
  const failures = [taken, fed].flatMap((side) =>
    side.status === 'rejected' ? [side.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.find((error) => error instanceof AgentError) ?? failures.at(-1);
}

async function feed(
  file: string,
  packed: 'gz' | 'bz2' | 'none',
  tar: Extract,
  limits: ExtractionLimits,
): Promise<void> {
  const source = createReadStream(file, { highWaterMark: CHUNK });
  const unbzipped = (chunks: Chunks): Chunks => bunzip2(chunks, mostBytes(limits));
  const limited = (chunks: Chunks): Chunks => limit(chunks, limits);
  if (packed === 'gz') await pipeline(source, createGunzip(), limited, tar);
  else if (packed === 'bz2') await pipeline(source, unbzipped, limited, tar);
  else await pipeline(source, limited, tar);
}

/** What belongs to no file, such as padding, must not go on for ever either. */
async function* limit(chunks: Chunks, limits: ExtractionLimits): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes(limits)) throw archiveTooLarge(limits.maxBytes);
    yield chunk;
  }
}

function mostBytes({ maxBytes, maxEntries }: ExtractionLimits): number {
  return maxBytes + maxEntries * ENTRY_OVERHEAD;
}

async function takeEntries(tar: Extract, extraction: Extraction): Promise<void> {
  for await (const entry of tar) {
    await takeEntry(entry.header, entry as Chunks, extraction);
    entry.resume();
  }
}

/** A header as it may really be; the library declares more than it checks. */
interface Header {
  readonly name: string;
  readonly type: string | null;
  readonly linkname?: string | null;
  readonly size: number;
  readonly mode: number;
}

async function takeEntry(header: Header, content: Chunks, extraction: Extraction): Promise<void> {
  const { name, type, linkname, size, mode } = header;
  switch (type) {
    case 'directory':
      return extraction.addFolder(name);
    case 'symlink':
      return extraction.addLink(name, linkname ?? '');
    case 'link':
      return extraction.addHardLink(name, linkname ?? '');
    case 'file':
    case 'contiguous-file':
      return extraction.addFile(name, content, { size, executable: (mode & 0o111) !== 0 });
    default:
      throw unsafeArchive(name, `entries of the kind ${type ?? 'unknown'} are not allowed`);
  }
}
