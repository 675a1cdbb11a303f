// A code block: a bar with the language and two buttons, and the code, which scrolls inside its box.
// The buttons carry no handlers; markdownEvents.ts listens for the whole transcript.
import { t, type TextKey } from '../text';
import { GrowingText } from './growingText';
import { highlight } from './highlight';
import { sanitize } from './sanitize';

const sources = new WeakMap<Element, () => string>();

/** The code of the block that `inside` belongs to, as the agent wrote it. */
export function codeAround(inside: Element): string | undefined {
  const block = inside.closest('.code-block');
  return block === null ? undefined : sources.get(block)?.();
}

function button(action: 'copy' | 'insert', label: TextKey): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'code-action';
  element.dataset['codeAction'] = action;
  element.textContent = t(label);
  return element;
}

export class CodeBlock {
  readonly element = document.createElement('div');
  private readonly scroller = document.createElement('pre');
  private readonly code = document.createElement('code');
  private readonly growing = new GrowingText(this.code);
  private readonly pieces: string[] = [];
  private readonly language: string;

  /** `info` is what stands after the opening fence. */
  constructor(info: string) {
    this.language = /^[^\s{,:]*/.exec(info.trim())?.[0] ?? '';
    const label = document.createElement('span');
    label.className = 'code-language';
    label.textContent = this.language || t('codePlain');
    const bar = document.createElement('div');
    bar.className = 'code-bar';
    bar.append(label, button('copy', 'copy'), button('insert', 'insertAtCursor'));
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute('aria-label', t('codeBlock', label.textContent));
    this.scroller.append(this.code);
    this.element.className = 'code-block';
    this.element.append(bar, this.scroller);
    sources.set(this.element, () => this.pieces.join(''));
  }

  append(text: string): void {
    if (text === '') return;
    this.pieces.push(text);
    this.growing.append(text);
  }

  /** The code is complete: colour it. */
  close(): void {
    const coloured = highlight(this.pieces.join(''), this.language.toLowerCase());
    if (coloured !== undefined) this.code.replaceChildren(sanitize(coloured));
  }

  /** What looked like the end was not. */
  reopen(): void {
    this.growing.clear();
    this.growing.append(this.pieces.join(''));
  }
}

/** Turns the plain blocks of rendered Markdown into ours, and lets wide tables scroll. */
export function dress(fragment: DocumentFragment): DocumentFragment {
  for (const code of fragment.querySelectorAll('pre > code')) {
    const block = new CodeBlock(/(?:^|\s)language-(\S+)/.exec(code.className)?.[1] ?? '');
    block.append(code.textContent.replace(/\n$/, ''));
    block.close();
    code.parentElement?.replaceWith(block.element);
  }
  for (const table of fragment.querySelectorAll('table')) {
    const scroller = document.createElement('div');
    scroller.className = 'table-scroll';
    table.replaceWith(scroller);
    scroller.append(table);
  }
  return fragment;
}
