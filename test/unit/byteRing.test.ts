import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { ByteRing } from '../../src/acp/byteRing';
import { settled } from './support';

function ring(limit: number, ...pieces: readonly (string | Buffer)[]): ByteRing {
  const made = new ByteRing(limit);
  for (const piece of pieces) made.push(Buffer.from(piece));
  return made;
}

describe('byte ring', () => {
  it('keeps everything up to its limit', () => {
    const full = ring(6, 'abc', '', 'def');
    deepStrictEqual([full.text(), full.truncated], ['abcdef', false]);
  });

  it('keeps the last bytes beyond it, whatever the pieces', () => {
    deepStrictEqual(
      [ring(4, 'abcdefgh'), ring(4, 'abc', 'de', 'fgh'), ring(4, ...Array.from('abcdefgh'))].map((one) => [
        one.text(),
        one.truncated,
      ]),
      Array.from({ length: 3 }, () => ['efgh', true]),
    );
  });

  it('cuts at a character, stays within 5 bytes and valid at every byte of 日本語🚀 (B94)', () => {
    const made = new ByteRing(5);
    const texts: string[] = [];
    for (const byte of Buffer.from('日本語🚀')) {
      made.push(Buffer.from([byte]));
      const text = made.text();
      ok(Buffer.byteLength(text) <= 5, `${text} is too long`);
      ok(!text.includes('\ufffd'), `${text} is damaged`);
      texts.push(text);
    }
    deepStrictEqual([texts[2], texts[5], texts[8], texts.at(-1)], ['日', '本', '語', '🚀']);
    strictEqual(made.truncated, true);
  });

  it('honours tiny limits, and keeps nothing with 0 (B94, B95)', () => {
    deepStrictEqual([ring(1, 'ab').text(), ring(1, '🚀').text(), ring(0, 'ab').text()], ['b', '', '']);
    strictEqual(ring(0, 'a').truncated, true);
    strictEqual(ring(0).truncated, false);
  });

  it('can be read in the middle and goes on', () => {
    const made = ring(5, 'abc');
    strictEqual(made.text(), 'abc');
    made.push(Buffer.from('defg'));
    deepStrictEqual([made.text(), made.text()], ['cdefg', 'cdefg']);
  });

  it('starts lines at a whole one when something was cut off', () => {
    strictEqual(ring(8, 'one\ntwo\nthree').lines(), 'three');
    strictEqual(ring(80, 'one\ntwo').lines(), 'one\ntwo');
    strictEqual(ring(3, 'abcdef').lines(), 'def');
  });

  it('shows bytes that are no UTF-8 instead of failing', () => {
    strictEqual(ring(10, Buffer.from([0x61, 0xff, 0x62])).text(), 'a\ufffdb');
  });

  it('keeps no more than its limit of 300,000 small pieces (B96)', () => {
    const made = new ByteRing(1000);
    for (let count = 0; count < 300_000; count++) made.push(Buffer.from(`${count % 10}`));
    strictEqual(made.text(), '0123456789'.repeat(100));
  });

  it('lets go at once of what it drops (B20)', async () => {
    const made = new ByteRing(10);
    const dropped = [1, 2, 3].map(() => {
      const chunk = Buffer.alloc(1000);
      made.push(chunk);
      return new WeakRef(chunk.buffer);
    });
    made.push(Buffer.from('0123456789'));
    // A weak reference is strong until the turn in which it was made is over.
    await settled();
    globalThis.gc?.();
    deepStrictEqual(
      dropped.map((bytes) => bytes.deref()),
      [undefined, undefined, undefined],
    );
    strictEqual(made.text(), '0123456789');
  });
});
