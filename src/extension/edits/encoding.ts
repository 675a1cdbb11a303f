import { workspace } from 'vscode';

export const BOM = '\uFEFF';

export function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

/** The encoding that a byte order mark names, as VS Code calls it. */
export function bomOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf8bom';
  if (a === 0xff && b === 0xfe) return 'utf16le';
  if (a === 0xfe && b === 0xff) return 'utf16be';
  return undefined;
}

/** The text without a byte order mark; undefined when encoding it again would not give the same bytes. */
export async function decodeExactly(bytes: Uint8Array, encoding: string): Promise<string | undefined> {
  if (isUtf8(encoding)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }
  const text = withoutBom(await workspace.decode(bytes, { encoding }));
  const again = await workspace.encode(text, { encoding });
  return Buffer.compare(markless(bytes), markless(again)) === 0 ? text : undefined;
}

/** The bytes of a text with or without one byte order mark; undefined when the encoding cannot hold it. */
export async function encodeExactly(
  text: string,
  encoding: string,
  bom: boolean,
): Promise<Uint8Array | undefined> {
  if (isUtf8(encoding)) {
    const wanted = bom ? BOM + withoutBom(text) : text;
    const bytes = Buffer.from(wanted, 'utf8');
    // Half of a surrogate pair has no UTF-8.
    return bytes.toString('utf8') === wanted ? bytes : undefined;
  }
  // VS Code always gives UTF-16 its mark.
  const plain = encoding.startsWith('utf16') ? withoutBom(text) : text;
  const bytes = await workspace.encode(plain, { encoding });
  return withoutBom(await workspace.decode(bytes, { encoding })) === withoutBom(plain) ? bytes : undefined;
}

function isUtf8(encoding: string): boolean {
  return encoding === 'utf8' || encoding === 'utf8bom';
}

function markless(bytes: Uint8Array): Uint8Array {
  const marks: Readonly<Record<string, number>> = { utf8bom: 3, utf16le: 2, utf16be: 2 };
  return bytes.subarray(marks[bomOf(bytes) ?? ''] ?? 0);
}
