import type { Uri } from 'vscode';
import { workspace, FileType, FileSystemError, type TextDocument } from 'vscode';
import { notFound, refused } from '../../acp/rpcError';

/** Bytes. Larger files are not for reading through an editor. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const BOM = '\uFEFF';

export interface TextOnDisk {
  readonly text: string;
  /** The name that VS Code knows the encoding by. */
  readonly encoding: string;
  readonly hasBom: boolean;
}

/** Reads a text file as VS Code would, or undefined when there is none. Never blocks on a device or a FIFO. */
export async function readTextOnDisk(uri: Uri): Promise<TextOnDisk | undefined> {
  const stat = await statOrUndefined(uri);
  if (stat === undefined) return undefined;
  if ((stat.type & FileType.Directory) !== 0) throw refused(`${uri.fsPath} is a directory, not a file.`);
  if ((stat.type & FileType.File) === 0) throw refused(`${uri.fsPath} is not a regular file.`);
  if (stat.size > MAX_FILE_BYTES)
    throw refused(`${uri.fsPath} is too large to read (${String(stat.size)} bytes).`);
  let bytes: Uint8Array;
  try {
    bytes = await workspace.fs.readFile(uri);
  } catch (error) {
    throw refused(`${uri.fsPath} cannot be read: ${reasonOf(error)}`);
  }
  const bom = bomOf(bytes);
  if (bom === undefined && bytes.subarray(0, 8192).includes(0))
    throw refused(`${uri.fsPath} is a binary file.`);
  const encoding = bom ?? encodingFor(uri);
  const decoded = await workspace.decode(bytes, { encoding });
  return { text: decoded.startsWith(BOM) ? decoded.slice(1) : decoded, encoding, hasBom: bom !== undefined };
}

/** @throws RpcError -32002 when there is no such file */
export async function readExistingText(uri: Uri): Promise<string> {
  const found = await readTextOnDisk(uri);
  if (found === undefined) throw notFound(`File not found: ${uri.fsPath}`, { uri: uri.fsPath });
  return found.text;
}

/**
 * Writes exactly `text`: its own line ends, no formatting, one byte order mark if the file had one.
 * Missing folders are made.
 */
export async function writeText(uri: Uri, text: string, before: TextOnDisk | undefined): Promise<void> {
  const encoding = before?.encoding ?? encodingFor(uri);
  const plain = before?.hasBom === true && text.startsWith(BOM) ? text.slice(1) : text;
  const bytes = await encode(plain, encoding, before?.hasBom ?? false);
  try {
    await workspace.fs.writeFile(uri, bytes);
  } catch (error) {
    throw refused(`${uri.fsPath} cannot be written: ${reasonOf(error)}`);
  }
}

export function openDocument(uri: Uri): TextDocument | undefined {
  const key = uri.toString();
  return workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === key);
}

async function encode(text: string, encoding: string, bom: boolean): Promise<Uint8Array> {
  if (encoding === 'utf8' || encoding === 'utf8bom') {
    return Buffer.from(bom || encoding === 'utf8bom' ? BOM + text : text, 'utf8');
  }
  const bytes = await workspace.encode(text, { encoding });
  const back = await workspace.decode(bytes, { encoding });
  if ((back.startsWith(BOM) ? back.slice(1) : back) !== text) {
    throw refused(`The text has characters that the file’s encoding (${encoding}) cannot hold.`);
  }
  return bytes;
}

function bomOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf8bom';
  if (a === 0xff && b === 0xfe) return 'utf16le';
  if (a === 0xfe && b === 0xff) return 'utf16be';
  return undefined;
}

function encodingFor(uri: Uri): string {
  return (
    openDocument(uri)?.encoding ?? workspace.getConfiguration('files', uri).get<string>('encoding') ?? 'utf8'
  );
}

async function statOrUndefined(
  uri: Uri,
): Promise<{ readonly type: FileType; readonly size: number } | undefined> {
  try {
    return await workspace.fs.stat(uri);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
    throw refused(`${uri.fsPath} cannot be read: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
