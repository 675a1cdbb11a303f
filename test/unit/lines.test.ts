import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { LineSplitter } from '../../src/acp/lines';

interface Split {
  readonly lines: readonly string[];
  readonly dropped: readonly number[];
}

function split(chunks: Iterable<Buffer>, maxBytes?: number): Split {
  const dropped: number[] = [];
  const splitter = new LineSplitter((bytes) => dropped.push(bytes), maxBytes);
  const lines = [...chunks].flatMap((chunk) => [...splitter.push(chunk)]);
  const rest = splitter.end();
  return { lines: rest === undefined ? lines : [...lines, rest], dropped };
}

function* pieces(text: string, size: number): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

describe('line splitter', () => {
  it('loses no character when a line arrives byte by byte (B25)', () => {
    deepStrictEqual(split(pieces('日本語 🚀\nÄ\n', 1)).lines, ['日本語 🚀', 'Ä']);
  });

  it('gives the same lines wherever the chunks are cut', () => {
    const text = 'one\r\n\n日本語 🚀\u2028\r\nlast';
    const whole = split([Buffer.from(text)]).lines;
    deepStrictEqual(whole, ['one', '', '日本語 🚀\u2028', 'last']);
    for (let size = 1; size < 20; size++) deepStrictEqual(split(pieces(text, size)).lines, whole);
  });

  it('takes U+2028, U+2029 and U+0085 and a lone CR for text', () => {
    deepStrictEqual(split(pieces('a\u2028b\u2029c\u0085d\re\n', 3)).lines, ['a\u2028b\u2029c\u0085d\re']);
  });

  it('strips one CR before the LF, and only one', () => {
    deepStrictEqual(split(pieces('a\r\r\n\r\n', 2)).lines, ['a\r', '']);
  });

  it('gives the remainder without a final newline at the end (B27)', () => {
    deepStrictEqual(split(pieces('a\nlast words', 4)).lines, ['a', 'last words']);
    deepStrictEqual(split([]).lines, []);
    deepStrictEqual(split(pieces('a\n', 4)).lines, ['a']);
  });

  it('drops only the line over the cap and says how long it was (B30)', () => {
    deepStrictEqual(split(pieces(`${'x'.repeat(100)}\nnext\n`, 7), 20), { lines: ['next'], dropped: [100] });
    deepStrictEqual(split(pieces(`${'x'.repeat(20)}\n`, 7), 20), { lines: ['x'.repeat(20)], dropped: [] });
    deepStrictEqual(split(pieces(`a\n${'x'.repeat(21)}`, 7), 20), { lines: ['a'], dropped: [21] });
  });

  it('keeps nothing of a line that is over the cap while it goes on', () => {
    const splitter = new LineSplitter(() => undefined, 1000);
    const chunk = Buffer.alloc(64 * 1024, 0x78);
    for (let count = 0; count < 4000; count++) for (const _line of splitter.push(chunk)) ok(false);
    strictEqual([...splitter.push(Buffer.from('\nnext\n'))].join(), 'next');
  });

  it('searches every byte of a 5 MB line only once (B30)', () => {
    const searched = (bytes: number): number => {
      let count = 0;
      const splitter = new LineSplitter(() => undefined);
      for (const piece of pieces('x'.repeat(bytes), 64 * 1024)) {
        const search = piece.indexOf.bind(piece);
        piece.indexOf = (value, from) => {
          count += piece.length;
          return search(value, typeof from === 'number' ? from : undefined);
        };
        for (const _line of splitter.push(piece)) ok(false);
      }
      strictEqual(splitter.end()?.length, bytes);
      return count;
    };
    strictEqual(searched(1_000_000), 1_000_000);
    strictEqual(searched(5_000_000), 5_000_000);
  });
});
