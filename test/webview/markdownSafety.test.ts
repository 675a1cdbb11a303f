import './support/dom';
import assert from 'node:assert/strict';
import { safeHref } from '../../src/webview/markdown/links';
import { sanitize } from '../../src/webview/markdown/sanitize';
import { render, renderStream } from './support/render';

const hostile = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<script>alert(1)</script>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>',
  '<div style="position:fixed">x</div>',
  '<details open ontoggle=alert(1)>',
  '<!-- hidden --> seen',
  'inline <b onclick=alert(1)>bold</b> and <input autofocus onfocus=alert(1)>',
];
const hostileLinks = [
  'command:workbench.action.quit',
  'vscode://file/etc/passwd',
  'vscode:extension/x',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://x/1',
  'command%3Aevil',
  'ftp://host/x',
];
const elements = 'p,br,a,code,strong,em,del,div,span,pre,button,ul,li,ol'.split(',');

function assertHarmless(root: Element): void {
  for (const element of root.querySelectorAll('*')) {
    assert.ok(elements.includes(element.localName), `<${element.localName}> in ${root.innerHTML}`);
    for (const { name, value } of element.attributes) {
      assert.ok(!/^on|^style$|^src$|^href$|^srcdoc$/.test(name), `${name} in ${root.innerHTML}`);
      assert.ok(!/^\s*(javascript|data|command|vscode)/i.test(value), `${value} in ${root.innerHTML}`);
    }
  }
}

describe('markdown safety', () => {
  for (const source of hostile) {
    it(`shows ${source} as text (B171)`, () => {
      const root = render(source);
      assertHarmless(root);
      assert.ok(root.textContent.includes(source), root.textContent);
    });
  }

  for (const href of hostileLinks) {
    it(`makes no link of ${JSON.stringify(href)} (B171)`, () => {
      for (const source of [
        `[click](${href})`,
        `[click](<${href}>)`,
        `<${href}>`,
        `![click](${href})`,
        `[click][r]\n\n[r]: ${href}\n`,
      ]) {
        const root = render(source);
        assertHarmless(root);
        assert.equal(root.querySelector('[data-href]'), null, `${source} -> ${root.innerHTML}`);
      }
    });
  }

  for (const href of [
    'https://example.com/a?b=c#d',
    'mailto:a@b.example',
    'src/a.ts',
    './a.ts:12',
    'src/a.ts:12:3',
    '/w/a b.ts',
    'file:///w/a.ts',
    'C:\\w\\a.ts',
  ]) {
    it(`keeps ${href} as a target for the host`, () => {
      assert.equal(safeHref(href), href);
    });
  }

  it('gives a link no address that the page itself could follow', () => {
    const link = render('[docs](https://example.com/)').querySelector('a');
    assert.equal(link?.hasAttribute('href'), false);
    assert.equal(link.dataset['href'], 'https://example.com/');
    assert.equal(link.tabIndex, 0);
  });

  it('never loads an image but names it with a link', () => {
    const root = render('![a cat](https://evil.example/x.png)');
    assert.equal(root.querySelector('img'), null);
    assert.equal(root.querySelector('a')?.dataset['href'], 'https://evil.example/x.png');
    assert.match(root.textContent, /a cat/);
  });

  it('keeps what looks like HTML inside code as it is', () => {
    const source = '<img src=x onerror=alert(1)>';
    const root = render(`\`${source}\`\n\n\`\`\`html\n${source}\n\`\`\`\n`);
    assertHarmless(root);
    assert.equal(root.querySelector('p code')?.textContent, source);
    assert.equal(root.querySelector('pre')?.textContent, source);
  });

  it('does not let a language name break out of the code bar', () => {
    const root = render('```"><img/src=x/onerror=alert(1)>\ncode\n```\n');
    assertHarmless(root);
  });

  it('removes what our own renderer would never write', () => {
    const holder = document.createElement('div');
    holder.append(
      sanitize('<p onclick="x()" style="color:red">a<img src=x onerror=alert(1)><button>b</button></p>'),
    );
    assert.equal(holder.innerHTML, '<p>ab</p>');
  });

  it('survives nesting without end', () => {
    for (const source of [
      '>'.repeat(5_000) + ' deep',
      '- '.repeat(3_000) + 'deep',
      '['.repeat(5_000),
      '*'.repeat(7_000),
    ]) {
      assert.ok(render(source).textContent.length > 0);
      renderStream().append(source);
    }
  });
});
