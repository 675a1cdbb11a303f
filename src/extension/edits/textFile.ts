import { FileSystemError, FileType, workspace, type Uri } from 'vscode';
import { refused } from '../../acp/rpcError';
import { bomOf, decodeExactly, encodeExactly, withoutBom } from './encoding';
import { documentsOf } from './documents';
import type { FileTarget } from './target';

/** Bytes. Larger files are not for reading through an editor. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

export interface TextOnDisk {
  /** Without the byte order mark. */
  readonly text: string;
  /** The name that VS Code knows the encoding by. */
  readonly encoding: string;
  readonly hasBom: boolean;
}

/**
 * Reads a text file as VS Code would, or undefined when there is none. Never blocks on a device or a FIFO.
 * @throws RpcError when it is not text, or not valid in its encoding: written back it would not be the same
 */
export async function readTextOnDisk(file: FileTarget): Promise<TextOnDisk | undefined> {
  const name = file.shown.fsPath;
  const bytes = await readBytes(file);
  if (bytes === undefined) return undefined;
  const bom = bomOf(bytes);
  if (bom === undefined && bytes.subarray(0, 8192).includes(0)) throw refused(`${name} is a binary file.`);
  const usual = await usualEncoding(file);
  // A mark that the file has not is not made up, though new files may get one.
  const encoding = bom ?? (usual === 'utf8bom' ? 'utf8' : usual);
  const text = await decodeExactly(bytes, encoding);
  if (text === undefined)
    throw refused(
      `${name} is not valid in the encoding ${encoding}: reading or writing it would damage it. The user can choose its encoding with the setting files.encoding.`,
    );
  return { text, encoding, hasBom: bom !== undefined };
}

/**
 * The bytes of exactly `text`: its own line ends, one byte order mark if the file had one.
 * @throws RpcError when the encoding cannot hold it
 */
export async function bytesFor(
  file: FileTarget,
  text: string,
  before: TextOnDisk | undefined,
): Promise<Uint8Array> {
  const encoding = before?.encoding ?? (await usualEncoding(file));
  const bytes = await encodeExactly(text, encoding, before?.hasBom ?? encoding === 'utf8bom');
  if (bytes !== undefined) return bytes;
  throw refused(
    `The text has characters that the encoding of ${file.shown.fsPath} (${encoding}) cannot hold: nothing was written.`,
  );
}

/** What of `text` stands in the file beside its byte order mark. */
export function plainText(text: string, before: TextOnDisk | undefined): string {
  return before?.hasBom === true ? withoutBom(text) : text;
}

/** Missing folders are made. A file that has these bytes already is left alone, and so is its time. */
export async function writeBytes(file: FileTarget, bytes: Uint8Array): Promise<void> {
  try {
    const there = await readBytes(file);
    if (there !== undefined && Buffer.compare(there, bytes) === 0) return;
    await workspace.fs.writeFile(file.disk, bytes);
  } catch (error) {
    throw refused(`${file.shown.fsPath} cannot be written: ${reasonOf(error)}`);
  }
}

async function readBytes({ disk, shown }: FileTarget): Promise<Uint8Array | undefined> {
  const name = shown.fsPath;
  const stat = await statOrUndefined(disk, name);
  if (stat === undefined) return undefined;
  if ((stat.type & FileType.Directory) !== 0) throw refused(`${name} is a directory, not a file.`);
  if ((stat.type & FileType.File) === 0) throw refused(`${name} is not a regular file.`);
  if (stat.size > MAX_FILE_BYTES) throw refused(`${name} is too large to read (${stat.size} bytes).`);
  try {
    return await workspace.fs.readFile(disk);
  } catch (error) {
    throw refused(`${name} cannot be read: ${reasonOf(error)}`);
  }
}

/** That of an open editor, which the person may have chosen, else that of the settings. */
async function usualEncoding({ disk, shown }: FileTarget): Promise<string> {
  const [open] = await documentsOf(disk);
  return open?.encoding ?? workspace.getConfiguration('files', shown).get<string>('encoding') ?? 'utf8';
}

async function statOrUndefined(
  disk: Uri,
  name: string,
): Promise<{ readonly type: FileType; readonly size: number } | undefined> {
  try {
    return await workspace.fs.stat(disk);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
    throw refused(`${name} cannot be read: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
