import './dom';
import { MarkdownView, type Frames } from '../../../src/webview/markdown/markdownView';
import { TextLog } from '../../../src/webview/textLog';

/** A clock that stands still: everything is drawn at once. */
export const still: Frames = { next: () => () => undefined, now: () => 0 };

export interface Rendered {
  readonly element: HTMLElement;
  append(text: string): void;
}

export function renderStream(frames: Frames = still): Rendered {
  const element = document.createElement('div');
  const view = new MarkdownView(element, frames);
  const log = new TextLog('');
  return {
    element,
    append: (text) => {
      log.append(text);
      view.show(log);
    },
  };
}

export function render(text: string): HTMLElement {
  const { element, append } = renderStream();
  append(text);
  return element;
}

/** What the person sees, without the wrappers that only serve the layout. */
export function shown(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const code of copy.querySelectorAll('.code-block')) {
    const pre = document.createElement('pre');
    pre.textContent = `${code.querySelector('.code-language')?.textContent}|${code.querySelector('pre')?.textContent}`;
    code.replaceWith(pre);
  }
  for (const wrapper of [...copy.querySelectorAll('div')]) wrapper.replaceWith(...wrapper.childNodes);
  return copy.innerHTML.replace(/\n+/g, '\n').trim();
}
