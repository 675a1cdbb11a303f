// Draws one streaming message. Works on the DOM directly: what is finished is never visited again.
import type { Token } from 'marked';
import type { TextCursor, TextLog } from '../textLog';
import { CodeBlock, dress } from './codeBlock';
import { toHtml } from './dialect';
import { sanitize } from './sanitize';
import { Splitter, type BlockSink } from './splitter';

/** Blocks in one section: the browser skips the layout of sections that are out of sight. */
const SECTION_SIZE = 40;
/** Characters drawn between two looks at the clock: fewer where they are dear, more where they are cheap. */
const SLICE = { least: 256, first: 1_024, most: 8_192 };
/** Milliseconds that one slice should take at most. */
const SLICE_TIME = 3;
/** Drawing the unfinished block may take one part in so many of the time, or it would block the rest. */
const TAIL_SHARE = 6;
/** Milliseconds of work in one frame; the rest of a long text comes in the next ones. */
const BUDGET = 8;

export interface Frames {
  /** Runs `work` before the next paint; the returned function takes it back. */
  next(work: () => void): () => void;
  now(): number;
}

function render(tokens: Token[]): DocumentFragment {
  return dress(sanitize(toHtml(tokens)));
}

export class MarkdownView implements BlockSink {
  private splitter = new Splitter(this);
  private readonly tailElement = document.createElement('div');
  private section: HTMLElement | undefined;
  private blocks: HTMLElement[] = [];
  private openCode: CodeBlock | undefined;
  private cursor: TextCursor | undefined;
  private waiting = '';
  private takeBack: (() => void) | undefined;
  private tailDue = 0;
  private slice = SLICE.first;
  private complete = false;

  constructor(
    private readonly container: HTMLElement,
    private readonly frames: Frames,
  ) {
    this.tailElement.className = 'md-tail';
    container.replaceChildren(this.tailElement);
  }

  /** Draws what the log has gained since the last call. `complete`: nothing more is expected. */
  show(log: TextLog, complete: boolean): void {
    const news = log.since(this.cursor);
    this.cursor = news.cursor;
    if (news.restart) this.restart();
    this.waiting += news.text;
    if (news.text === '' && !news.restart && complete === this.complete) return;
    this.complete = complete;
    if (this.takeBack === undefined) this.work();
  }

  dispose(): void {
    this.takeBack?.();
    this.takeBack = undefined;
  }

  block(_id: number, tokens: Token[], continued: boolean): void {
    const block = document.createElement('div');
    block.className = continued ? 'md-block md-continued' : 'md-block';
    block.append(render(tokens));
    this.blocks.push(block);
    this.sectionForNext().append(block);
  }

  again(id: number, tokens: Token[]): void {
    this.blocks[id]?.replaceChildren(render(tokens));
  }

  codeOpened(info: string): void {
    this.openCode = new CodeBlock(info);
    this.sectionForNext().append(this.openCode.element);
  }

  code(text: string): void {
    this.openCode?.append(text);
  }

  codeClosed(): void {
    this.openCode?.close();
  }

  codeReopened(): void {
    this.openCode?.reopen();
  }

  private work(): void {
    this.takeBack = undefined;
    const end = this.frames.now() + BUDGET;
    while (this.waiting !== '') {
      this.drawSlice();
      if (this.waiting !== '' && this.frames.now() > end) {
        this.takeBack = this.frames.next(() => this.work());
        return;
      }
    }
    if (this.frames.now() < this.tailDue) this.takeBack = this.frames.next(() => this.work());
    else this.drawTail();
  }

  private drawSlice(): void {
    const begun = this.frames.now();
    this.splitter.append(this.waiting.slice(0, this.slice));
    this.waiting = this.waiting.slice(this.slice);
    const took = this.frames.now() - begun;
    if (took > SLICE_TIME) this.slice = Math.max(SLICE.least, this.slice / 2);
    else if (took < SLICE_TIME / 3) this.slice = Math.min(SLICE.most, this.slice * 2);
  }

  private drawTail(): void {
    const begun = this.frames.now();
    const { tokens, continued } = this.splitter.tail(this.complete);
    this.tailElement.className = continued ? 'md-tail md-continued' : 'md-tail';
    this.tailElement.replaceChildren(...(tokens.length === 0 ? [] : [render(tokens)]));
    const ended = this.frames.now();
    this.tailDue = ended + TAIL_SHARE * (ended - begun);
  }

  private restart(): void {
    this.dispose();
    this.splitter = new Splitter(this);
    this.waiting = '';
    this.blocks = [];
    this.section = undefined;
    this.openCode = undefined;
    this.tailElement.replaceChildren();
    this.container.replaceChildren(this.tailElement);
  }

  private sectionForNext(): HTMLElement {
    if (this.section !== undefined && this.section.childElementCount < SECTION_SIZE) return this.section;
    this.section = document.createElement('div');
    this.section.className = 'md-section';
    this.tailElement.before(this.section);
    return this.section;
  }
}
