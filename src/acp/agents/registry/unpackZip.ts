import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { getFileNameLowLevel, openPromise } from '../../libraries/tools';
import { brokenArchive, unsafeArchive } from '../../errors/install';
import type { Extraction } from './extraction';

/** Bytes of the target of a symbolic link. */
const LINK_LENGTH = 4096;
/** Systems of `version made by` that put a Unix mode into the attributes: Unix and macOS. */
const UNIX_SYSTEMS = [3, 19];

/** @throws AgentError, or Error when the archive is damaged */
export async function unpackZip(file: string, extraction: Extraction): Promise<void> {
  // Names are checked by our own rules, which also say what is wrong.
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false });
  try {
    for await (const entry of zip.eachEntry()) await takeEntry(zip, entry, extraction);
  } finally {
    zip.close();
  }
}

async function takeEntry(zip: ZipFile, entry: Entry, extraction: Extraction): Promise<void> {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, uncompressedSize: size } = entry;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  const mode = unixMode(entry);
  const kind = mode & 0o170000;
  if (kind === 0o120000) {
    if (size > LINK_LENGTH) throw unsafeArchive(name, 'the target of the link is too long');
    return extraction.addLink(name, await readText(zip, entry));
  }
  if (kind === 0o040000 || /[\\/]$/.test(name)) return extraction.addFolder(name);
  if (kind !== 0 && kind !== 0o100000)
    throw unsafeArchive(name, 'devices, pipes and the like are not allowed');
  await extraction.addFile(name, contentOf(zip, entry), { size, executable: (mode & 0o111) !== 0 });
}

function unixMode({ versionMadeBy, externalFileAttributes }: Entry): number {
  return UNIX_SYSTEMS.includes(versionMadeBy >>> 8) ? externalFileAttributes >>> 16 : 0;
}

async function readText(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of contentOf(zip, entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The library checks sizes, but not whether the content is what was packed. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry);
  let sum = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32) throw brokenArchive('a checksum in the archive is wrong');
}
