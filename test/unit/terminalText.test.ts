import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { TerminalText } from '../../src/acp/terminalText';

const ESC = '\u001b';
const BEL = '\u0007';

function clean(bytes: Buffer | string, size = Number.MAX_SAFE_INTEGER): string {
  const cleaner = new TerminalText();
  const all = Buffer.from(bytes);
  let text = '';
  for (let start = 0; start < all.length; start += size)
    text += cleaner.push(all.subarray(start, start + size));
  return text + cleaner.end();
}

describe('terminal text', () => {
  const samples: readonly (readonly [what: string, raw: string, text: string])[] = [
    ['colours', `${ESC}[1;31mred${ESC}[0m ${ESC}[38;2;1;2;3mtrue${ESC}[m`, 'red true'],
    ['cursor movement and modes', `${ESC}[2J${ESC}[H${ESC}[?25la${ESC}[?25h${ESC}[10;20Hb${ESC}[K`, 'ab'],
    ['a window title', `a${ESC}]0;title${BEL}b`, 'ab'],
    ['a window title of several words', `a${ESC}]0;me@host: ~/my dir (main)${BEL}b`, 'ab'],
    ['a title ended by ST', `a${ESC}]2;npm run build${ESC}\\b`, 'ab'],
    ['a link', `${ESC}]8;;https://example.org/?q=a b${ESC}\\text${ESC}]8;;${ESC}\\!`, 'text!'],
    ['shell integration marks', `${ESC}]633;A${BEL}$ ls${ESC}]633;E;ls \\x3b;x${BEL}`, '$ ls'],
    ['a device string', `a${ESC}P1$r0 q${ESC}\\b`, 'ab'],
    ['character sets', `${ESC}(B${ESC})0x`, 'x'],
    ['CRLF', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['a progress line', '10%\r20%\r\n', '10%\r20%\n'],
    ['wide characters', '日本語 🚀 ü\r\n', '日本語 🚀 ü\n'],
    ['plain brackets', 'a[1;31mb ]0;c', 'a[1;31mb ]0;c'],
  ];

  for (const [what, raw, text] of samples) {
    it(`cleans ${what}, wherever the chunks are cut (B96)`, () => {
      for (let size = 1; size <= Buffer.byteLength(raw); size++)
        strictEqual(clean(raw, size), text, `pieces of ${size}`);
    });
  }

  it('shows text at once and keeps back only what is not whole', () => {
    const cleaner = new TerminalText();
    deepStrictEqual(
      ['ab', '\r', '\nc', `d${ESC}`, '[3', '1me', `f${ESC}]0;t`].map((piece) =>
        cleaner.push(Buffer.from(piece)),
      ),
      ['ab', '', '\nc', 'd', '', 'e', 'f'],
    );
  });

  it('gives a final CR out at the end, and drops an unfinished sequence', () => {
    strictEqual(clean('a\r'), 'a\r');
    strictEqual(clean(`a${ESC}[3`), 'a');
    strictEqual(clean(`a${ESC}]0;half a title`), 'a');
    strictEqual(clean(`a${ESC}`), 'a');
  });

  it('does not wait for ever for the end of a sequence', () => {
    const cleaner = new TerminalText();
    cleaner.push(Buffer.from(`${ESC}]0;`));
    ok(cleaner.push(Buffer.from('x'.repeat(10_000))).length > 5000);
    strictEqual(cleaner.push(Buffer.from('after')), 'after');
  });

  it('takes a sequence that never ends only for so much, and then shows the text behind it', () => {
    ok(clean(`${ESC}]0;${'x'.repeat(10_000)}\nafter`, 100).endsWith('\nafter'));
  });

  it('shows bytes that are no UTF-8 instead of failing', () => {
    strictEqual(clean(Buffer.from([0x61, 0xff, 0x62]), 1), 'a\ufffdb');
  });
});
