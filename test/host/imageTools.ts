import { deflateSync, crc32 } from 'node:zlib';
import { ui } from './ui';

/** A PNG that is not drawn but computed; `noise` makes it as large as its pixels. */
export function makePng(width: number, height: number, { noise = false } = {}): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let seed = 7;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      if (noise) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        rows.writeUIntBE(seed >>> 8, at, 3);
      } else {
        // A window with a title bar, near enough.
        const bar = y < height / 6;
        rows[at] = bar ? 70 : Math.round(40 + (60 * x) / width);
        rows[at + 1] = bar ? 120 : Math.round(90 + (90 * y) / height);
        rows[at + 2] = bar ? 200 : 150;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: noise ? 0 : 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export interface TestFile {
  readonly name: string;
  readonly data: Buffer | string;
}

interface Target {
  dispatchEvent(event: unknown): boolean;
}

/** What of the page the function below needs: these tests are compiled without the DOM. */
interface Page {
  readonly document: { querySelector(selector: string): Target | null };
  readonly DataTransfer: new () => { readonly items: { add(file: unknown): void } };
  readonly File: new (parts: readonly unknown[], name: string, options: { readonly type: string }) => unknown;
  readonly ClipboardEvent: new (type: string, options: object) => unknown;
  readonly DragEvent: new (type: string, options: object) => unknown;
}

/** Puts files into the composer, all in one event, the way the clipboard or the pointer does. */
export async function bring(how: 'paste' | 'drop', ...files: readonly TestFile[]): Promise<void> {
  await ui.webview.evaluate(
    (kind, list) => {
      const page = globalThis as unknown as Page;
      const transfer = new page.DataTransfer();
      for (const { name, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new page.File([bytes], name, { type: 'image/png' }));
      }
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === 'paste'
          ? new page.ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new page.DragEvent('drop', { ...options, dataTransfer: transfer });
      page.document.querySelector('[data-testid=composer]')?.dispatchEvent(event);
    },
    how,
    files.map(({ name, data }) => ({ name, base64: Buffer.from(data).toString('base64') })),
  );
}
