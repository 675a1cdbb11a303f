import './support/dom';
import assert from 'node:assert/strict';
import { renderStream, split } from './support/render';

const samples: Readonly<Record<string, string>> = {
  prose:
    'One **bold** and _em_ and `code`.\nSame paragraph.\n\nTwo ~~gone~~ https://a.example/x_y_z\n\n# Head\ntext\n\nSetext\n---\nafter\n\n***\n\nend',
  lists:
    'Here:\n- a\n- b\n  - c\n\n    more c\n- d\n\n1. x\n2. y\n   ```js\n   let a = 1;\n   ```\n3. z\n\n* other\n* list\n\npara\n- [ ] open\n- [x] done\n\n7) seven\n8) eight\n',
  code: 'Look:\n```ts\nconst a = `x`;\n\n~~~\n``\n```\nafter\n\n~~~~\n```\ninner\n```\n~~~~\n\n    indented\n\n    code\n\ntext\n  ```\n  in\n   dented\n  ```\nend\n````md\n```js\n```\n````\n',
  unclosed: 'Start\n\n```python\ndef f():\n    return "```"\n\nmore',
  closedAtEnd: 'Start\n\n```python\nprint(1)\n```',
  notClosing: '```\ncode\n``` no\n```js\nmore\n```\nend\n',
  tables:
    'text\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | `x|y` |\n\nnot | a\n| table\n\n| a |\n|---|\n| b |\n> quote\n',
  quotes: '> a\n> b\nlazy\n\n> - c\n>   d\n>\n> ```\n> x\n> ```\n\nend\n',
  references:
    'See [one] and [two][2] and [no].\n\nmiddle\n\n[one]: https://a.example\n[2]: https://b.example "T"\n\nagain [one] and [late]\n\n- x\n\n[late]: src/a.ts\n\nend',
  html: 'a\n<div>\n*x*\n</div>\n\n<!-- c\n\nd -->\n\n<b>x</b> y\n\n<pre>\nz\n',
  returns: 'a\r\nb\r\n\r\n- c\r\n- d\r\n\r\n```\r\ne\r\n\r\nf\r\n```\r\ng\rh',
  blanks: '\n\n  \na\n   \n\n\nb  \nc\\\nd\n\n\n\n',
  unicode: 'Grüße 👩‍💻 **日本語** `コード`\n\n| é | ü |\n|---|---|\n| 👍 | ñ |\n',
};

/** A small generator with a seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function pieces(text: string, next: () => number): readonly string[] {
  const parts: string[] = [];
  const longest = 1 + Math.floor(next() * 24);
  for (let at = 0; at < text.length;) {
    const length = 1 + Math.floor(next() * longest);
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
}

function streamed(parts: Iterable<string>): string {
  const { append, result } = split();
  for (const part of parts) append(part);
  return result();
}

describe('streaming markdown', () => {
  for (const [name, text] of Object.entries(samples)) {
    it(`ends as if it had come whole, however it is cut: ${name}`, () => {
      const whole = streamed([text]);
      assert.equal(streamed(text), whole, 'one character at a time');
      for (let seed = 1; seed <= 60; seed += 1) {
        assert.equal(streamed(pieces(text, random(seed))), whole, `seed ${seed}`);
      }
    });
  }

  it('cuts oversized blocks at the same places however they arrive', () => {
    const long = [
      '- an item with `code` and **bold** text\n'.repeat(700),
      '\n| a | b |\n|---|---|\n' + '| one | **two** |\n'.repeat(1_200),
      '\nline after line\n'.repeat(1) + 'words and words without an end '.repeat(1_500),
      '\n\n> quoted words\n'.repeat(1) + '> more of it\n'.repeat(1_500),
      '\n1. step\n   ```ts\n' + '   const a = 1;\n'.repeat(1_500) + '   ```\n2. next\n\nend',
    ].join('\n');
    const whole = streamed([long]);
    for (const size of [997, 4_096, 30_000]) {
      const parts = Array.from({ length: Math.ceil(long.length / size) }, (_, n) =>
        long.slice(n * size, (n + 1) * size),
      );
      assert.equal(streamed(parts), whole, `pieces of ${size}`);
    }
  });

  it('leaves finished blocks alone', () => {
    const { element, append } = renderStream();
    append('first\n\nsecond\n\nthird');
    const first = element.querySelector('p');
    for (let n = 0; n < 50; n += 1) append(` more ${n}\n\nnext`);
    assert.equal(element.querySelector('p'), first);
    assert.equal(first?.textContent, 'first');
  });

  it('appends to an open code block without touching the lines before', () => {
    const { element, append } = renderStream();
    append('```ts\n');
    for (let n = 0; n < 450; n += 1) append(`line ${n}\n`);
    const groups = element.querySelectorAll('.text-group');
    assert.equal(groups.length, 5);
    append('last');
    assert.equal(element.querySelectorAll('.text-group')[0], groups[0]);
    assert.equal(element.querySelector('pre')?.textContent.split('\n').length, 451);
  });

  it('colours code only once it is closed', () => {
    const { element, append } = renderStream();
    append('```ts\nconst a = 1;\n');
    assert.equal(element.querySelector('.hljs-keyword'), null);
    append('```');
    assert.equal(element.querySelector('.hljs-keyword')?.textContent, 'const');
    append('x\nlet b;\n');
    assert.equal(element.querySelector('pre')?.textContent, 'const a = 1;\n```x\nlet b;');
  });

  it('handles a message of 1 MB in time that grows with its length only', () => {
    const text =
      'A paragraph with **bold** words and `code`.\n\n- a\n- b\n\n```ts\nconst a = 1;\n```\n\n'.repeat(1_500);
    const time = (source: string): number => {
      const { append } = split();
      const begin = process.hrtime.bigint();
      for (let at = 0; at < source.length; at += 64) append(source.slice(at, at + 64));
      return Number(process.hrtime.bigint() - begin) / 1e6;
    };
    time(text.slice(0, 20_000));
    const half = time(text.slice(0, text.length / 2));
    const all = time(text);
    assert.ok(all < half * 4, `${Math.round(half)} ms for half, ${Math.round(all)} ms for all`);
  }).timeout(60_000);

  it('spreads a long text over frames instead of blocking one', () => {
    const waiting: (() => void)[] = [];
    let now = 0;
    const { element, append } = renderStream({
      next: (work) => (waiting.push(work), () => undefined),
      now: () => (now += 5),
    });
    append(`${'word '.repeat(40)}\n\n`.repeat(300));
    assert.equal(waiting.length, 1);
    const before = element.querySelectorAll('p').length;
    for (let frame = waiting.shift(); frame !== undefined; frame = waiting.shift()) frame();
    assert.ok(before > 0 && before < 300);
    assert.equal(element.querySelectorAll('p').length, 300);
  });
});

/** What the person sees, without the wrappers that only serve the layout. */
function shown(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const code of copy.querySelectorAll('.code-block')) {
    const pre = document.createElement('pre');
    pre.textContent = `${code.querySelector('.code-language')?.textContent}|${code.querySelector('pre')?.textContent}`;
    code.replaceWith(pre);
  }
  for (const wrapper of [...copy.querySelectorAll('div')]) wrapper.replaceWith(...wrapper.childNodes);
  return copy.innerHTML.replace(/\n+/g, '\n').trim();
}

describe('half-finished markdown', () => {
  const looks: readonly (readonly [source: string, html: string])[] = [
    ['some **bol', '<p>some <strong>bol</strong></p>'],
    ['some **', '<p>some</p>'],
    ['some *it', '<p>some <em>it</em></p>'],
    ['a `co', '<p>a <code>co</code></p>'],
    ['a ~~go', '<p>a <del>go</del></p>'],
    ['**a _b', '<p><strong>a <em>b</em></strong></p>'],
    ['2 * 3 and snake_case', '<p>2 * 3 and snake_case</p>'],
    ['see [the do', '<p>see the do</p>'],
    ['see [docs](https://exa', '<p>see docs</p>'],
    ['see ![cat](https://exa', '<p>see cat</p>'],
    ['Title:\n-', '<p>Title:</p>'],
    ['Title:\n- ', '<p>Title:</p>'],
    ['Title\n==', '<p>Title</p>'],
    ['a\n\n#', '<p>a</p>'],
    ['a\n\n``', '<p>a</p>'],
    ['- a\n- **b', '<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>'],
    ['a\n\n```ts\ncode\n``', '<p>a</p>\n<pre>ts|code</pre>'],
  ];
  it('shows what stands there once nothing more is expected', () => {
    const { element, append, end } = renderStream();
    append('2 *3 and **bold');
    end();
    assert.equal(element.textContent.trim(), '2 *3 and **bold');
  });

  for (const [source, html] of looks) {
    it(`looks right at ${JSON.stringify(source)}`, () => {
      const { element, append } = renderStream();
      append(source);
      assert.equal(shown(element), html);
    });
  }
});
