import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { brokenArchive, unsupportedArchive } from '../../errors/install';

/** How the bytes of a download are to be unpacked. */
export type ArchiveKind = 'zip' | 'tar' | 'tar.gz' | 'tar.bz2' | 'gz' | 'raw';

const BLOCK = 512;
/** Bytes read to tell the kind: a header of tar fits in, packed or not. */
const HEAD = 4096;

const UNSUPPORTED: readonly (readonly [kind: string, magic: string, offset?: number])[] = [
  ['tar.xz', '\xfd7zXZ\0'],
  ['tar.zst', '\x28\xb5\x2f\xfd'],
  ['7z', '7z\xbc\xaf\x27\x1c'],
  ['rar', 'Rar!\x1a\x07'],
  ['deb', '!<arch>\ndebian'],
  ['rpm', '\xed\xab\xee\xdb'],
  ['msi', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['pkg', 'xar!'],
];
const UNSUPPORTED_NAME =
  /\.(?:dmg|pkg|deb|rpm|msi|appimage|7z|rar|(?:tar\.)?(?:xz|zst|lzma|lz4?)|txz|tzst)$/i;
const ARCHIVE_NAME = /\.(?:zip|tgz|tbz2?|tar|gz|bz2)$/i;

/**
 * The kind by the first bytes; the name decides only what may be taken for a plain program.
 * @throws AgentError for kinds that cannot be unpacked, and for an archive by name that is none
 */
export async function archiveKind(file: string, name: string): Promise<ArchiveKind> {
  const head = await readHead(file);
  const has = (magic: string, offset = 0): boolean =>
    head.subarray(offset, offset + magic.length).equals(Buffer.from(magic, 'latin1'));
  if (has('PK\x03\x04') || has('PK\x05\x06')) return 'zip';
  if (has('\x1f\x8b')) return gzipKind(head, name);
  if (has('BZh')) return 'tar.bz2';
  if (isTar(head)) return 'tar';
  const unsupported = UNSUPPORTED.find(([, magic, offset]) => has(magic, offset));
  if (unsupported !== undefined) throw unsupportedArchive(unsupported[0]);
  const [, byName] = UNSUPPORTED_NAME.exec(name) === null ? [] : (/\.((?:tar\.)?\w+)$/i.exec(name) ?? []);
  if (byName !== undefined) throw unsupportedArchive(byName.toLowerCase());
  if (ARCHIVE_NAME.test(name)) throw brokenArchive('its content is not what its name says');
  if (head.length === 0) throw brokenArchive('it is empty');
  return 'raw';
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function gzipKind(head: Buffer, name: string): ArchiveKind {
  if (/\.(?:tgz|tar\.gz)$/i.test(name)) return 'tar.gz';
  try {
    // What is cut off at the end is no failure here.
    return isTar(gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH })) ? 'tar.gz' : 'gz';
  } catch (error) {
    throw brokenArchive('its beginning cannot be unpacked', error);
  }
}

/** By the checksum of its first header, which the oldest kind has, too. */
function isTar(head: Buffer): boolean {
  if (head.length < BLOCK) return false;
  const field = head.toString('latin1', 148, 156);
  const [, digits] = /^ *([0-7]+)[\0 ]/.exec(field) ?? [];
  if (digits === undefined) return false;
  let sum = 8 * 0x20;
  for (let index = 0; index < BLOCK; index++) if (index < 148 || index >= 156) sum += head[index] ?? 0;
  return sum === parseInt(digits, 8);
}
