import './dom';
import { toHtml } from '../../../src/webview/markdown/dialect';
import { MarkdownView, type Frames } from '../../../src/webview/markdown/markdownView';
import { Splitter, type BlockSink } from '../../../src/webview/markdown/splitter';
import { TextLog } from '../../../src/webview/textLog';

/** A clock that stands still: everything is drawn at once. */
export const still: Frames = { next: () => () => undefined, now: () => 0 };

export interface Rendered {
  readonly element: HTMLElement;
  append(text: string): void;
  /** Nothing more will come. */
  end(): void;
}

export function renderStream(frames: Frames = still): Rendered {
  const element = document.createElement('div');
  const view = new MarkdownView(element, frames);
  const log = new TextLog('');
  return {
    element,
    append: (text) => {
      log.append(text);
      view.show(log, false);
    },
    end: () => view.show(log, true),
  };
}

export function render(text: string): HTMLElement {
  const { element, append, end } = renderStream();
  append(text);
  end();
  return element;
}

export interface Split {
  append(text: string): void;
  /** What would be drawn, as text: blocks, code and the unfinished end. */
  result(): string;
}

/** The splitter alone, without a DOM. */
export function split(): Split {
  const parts: string[] = [];
  const blocks: number[] = [];
  const extend = (text: string): void => {
    parts[parts.length - 1] = (parts.at(-1) ?? '') + text;
  };
  const sink: BlockSink = {
    block: (id, tokens, continued) => {
      blocks[id] = parts.push(`${continued ? 'continued ' : ''}${toHtml(tokens)}`) - 1;
    },
    again: (id, tokens) => {
      parts[blocks[id] ?? -1] = toHtml(tokens);
    },
    codeOpened: (info) => void parts.push(`code ${info}\n`),
    code: (text) => extend(text),
    codeClosed: () => extend('\u0000'),
    codeReopened: () => {
      parts[parts.length - 1] = (parts.at(-1) ?? '').replace('\u0000', '');
    },
  };
  const splitter = new Splitter(sink);
  return {
    append: (text) => splitter.append(text),
    result: () => {
      // Asking for the end may complete earlier blocks, so it comes first.
      const tail = toHtml(splitter.tail(true).tokens);
      return [...parts, tail].join('').replace(/\n+/g, '\n');
    },
  };
}
