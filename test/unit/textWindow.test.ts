import { strictEqual } from 'node:assert/strict';
import { textWindow } from '../../src/acp/textWindow';

describe('text window', () => {
  const text = 'a\r\nb\r\nc';

  it('takes line and limit each alone and together (B71)', () => {
    strictEqual(textWindow(text, undefined, undefined), text);
    strictEqual(textWindow(text, undefined, 2), 'a\r\nb\r\n');
    strictEqual(textWindow(text, 3, undefined), 'c');
    strictEqual(textWindow(text, 2, 1), 'b\r\n');
  });

  it('takes line 0 for 1, and nothing for limit 0 (B71)', () => {
    strictEqual(textWindow(text, 0, undefined), text);
    strictEqual(textWindow(text, 0, 1), 'a\r\n');
    strictEqual(textWindow(text, 1, 0), '');
    strictEqual(textWindow(text, undefined, 0), '');
  });

  it('is empty past the end (B72)', () => {
    strictEqual(textWindow(text, 4, undefined), '');
    strictEqual(textWindow(text, 99, 5), '');
    strictEqual(textWindow('a\n', 2, undefined), '');
    strictEqual(textWindow('', 1, 1), '');
  });

  it('makes windows that put together are the file, to the last byte (B72)', () => {
    for (const file of [text, 'a\n\n\nb\n', '\n', '', 'one', 'a\rb\nc\r', '\ufeffa\n日本語\u2028🚀\n']) {
      for (let limit = 1; limit < 4; limit++) {
        let whole = '';
        for (let line = 1; line < 20; line += limit) whole += textWindow(file, line, limit);
        strictEqual(whole, file);
      }
    }
  });

  it('takes neither a lone CR nor U+2028 for a line break (B72)', () => {
    strictEqual(textWindow('a\rb\u2028c\nd', 2, undefined), 'd');
  });

  it('takes the largest numbers there are', () => {
    strictEqual(textWindow(text, Number.MAX_SAFE_INTEGER, 1), '');
    strictEqual(textWindow(text, 1, Number.MAX_SAFE_INTEGER), text);
  });
});
