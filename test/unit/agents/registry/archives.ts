import { crc32, deflateRawSync } from 'node:zlib';

// Writers of archives by hand: libraries refuse to write what has to be refused when it is read.

const BLOCK = 512;

export interface TarEntry {
  readonly name: string;
  readonly type?: 'file' | 'hardlink' | 'symlink' | 'device' | 'folder' | 'fifo';
  readonly content?: string | Buffer;
  readonly target?: string;
  readonly mode?: number;
  /** What the header says; the length of the content unless given. */
  readonly size?: number;
}

const TYPES = { file: '0', hardlink: '1', symlink: '2', device: '3', folder: '5', fifo: '6' } as const;

export function tar(...entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(tarEntry), Buffer.alloc(2 * BLOCK)]);
}

function tarEntry({
  name,
  type = 'file',
  content = '',
  target = '',
  mode = 0o644,
  size,
}: TarEntry): readonly Buffer[] {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size ?? bytes.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write(TYPES[type], 156);
  header.write(target, 157);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}

export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** With the bits for the kind of file; none unless given, as on Windows. */
  readonly mode?: number;
  /** What the headers say; the truth unless given. */
  readonly size?: number;
  readonly checksum?: number;
}

export function zip(...entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = zipEntry(entry, offset);
    files.push(local);
    directory.push(central);
    offset += local.length;
  }
  const length = directory.reduce((total, { length }) => total + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

function zipEntry({ name, content = '', mode, size, checksum }: ZipEntry, offset: number) {
  const bytes = Buffer.from(content);
  const packed = deflateRawSync(bytes);
  const path = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(0x800, 2);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(checksum ?? crc32(bytes), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(size ?? bytes.length, 18);
  common.writeUInt16LE(path.length, 22);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((mode ?? 0) << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  const madeBy = Buffer.from([20, mode === undefined ? 0 : 3]);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]),
    central: Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, common, rest, path]),
  };
}
