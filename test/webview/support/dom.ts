// A DOM for the webview's code, shared by all suites of one run. Import it before anything else.
// happy-dom was tried first: DOMPurify lets `onerror` through there, so it cannot stand in for a browser.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JSDOM } from 'jsdom';

const require = createRequire(join(process.cwd(), 'package.json'));
const holder = globalThis as { acpTestDom?: JSDOM };

class Nothing {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function create(): JSDOM {
  const { JSDOM: Dom } = require('jsdom') as { readonly JSDOM: typeof JSDOM };
  const dom = new Dom('<!doctype html><body></body>', {
    url: 'https://webview.test/',
    pretendToBeVisual: true,
  });
  const { window } = dom;
  const names = [
    ...[
      'window',
      'document',
      'Node',
      'Element',
      'HTMLElement',
      'SVGElement',
      'Text',
      'Document',
      'ShadowRoot',
    ],
    ...['DocumentFragment', 'Event', 'CustomEvent', 'KeyboardEvent', 'MouseEvent', 'MutationObserver'],
    ...[
      'customElements',
      'CSSStyleSheet',
      'NodeFilter',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'WheelEvent',
    ],
  ];
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  Object.assign(globalThis, {
    ResizeObserver: Nothing,
    IntersectionObserver: Nothing,
    CSS: { escape: (text: string) => text },
  });
  // There is no layout here, so there is nothing to scroll.
  window.Element.prototype.scrollIntoView = () => undefined;
  return dom;
}

export const { window: page } = (holder.acpTestDom ??= create());
