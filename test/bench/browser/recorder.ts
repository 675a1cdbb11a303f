// Runs inside the webview that is measured: frames, and when text appeared in the document.

/** Milliseconds; a person sees a frame that takes longer as a stutter. */
const LONG_FRAME = 50;

export interface Recording {
  /** Milliseconds from Enter until the mark was in the document, and until it was painted. */
  readonly toDom: number;
  readonly toScreen: number;
  readonly longestFrame: number;
  readonly longFrames: number;
  readonly frames: number;
  /** Milliseconds from Enter until the agent had the prompt, as it says itself. */
  readonly toAgent: number | undefined;
  /** Milliseconds from the writing of each stamped piece until it was in the document. */
  readonly stamps: readonly number[];
}

class Recorder {
  private mark = '';
  private pressed = 0;
  private toAgent: number | undefined;
  private readonly gaps: number[] = [];
  private readonly stamps = new Map<number, number>();
  private finished: (recording: Recording) => void = () => undefined;
  private handle = 0;
  private readonly mutations = new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records) {
      if (type === 'characterData') this.see(target.textContent);
      else for (const node of addedNodes) this.see(node.textContent);
    }
  });
  /** Enter, before the page itself hears of it. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') this.pressed = Date.now();
  };

  /** Resolves when text with this mark has been painted. */
  record(mark: string): Promise<Recording> {
    this.mark = mark;
    this.mutations.observe(document.body, { subtree: true, childList: true, characterData: true });
    addEventListener('keydown', this.onKey, { capture: true });
    this.countFrames(performance.now());
    return new Promise((resolve) => {
      this.finished = resolve;
    });
  }

  private countFrames(before: number): void {
    this.handle = requestAnimationFrame(() => {
      const now = performance.now();
      if (this.pressed !== 0) this.gaps.push(now - before);
      this.countFrames(now);
    });
  }

  private see(text: string | null): void {
    if (text === null || text === '') return;
    const now = Date.now();
    for (const [, time] of text.matchAll(/t(\d{13})t/g)) {
      if (!this.stamps.has(Number(time))) this.stamps.set(Number(time), now);
    }
    const received = /r(\d{13})r/.exec(text)?.[1];
    if (received !== undefined) this.toAgent ??= Number(received) - this.pressed;
    if (this.mark !== '' && text.includes(this.mark)) {
      this.mark = '';
      this.afterPaint(() => this.finish(now));
    }
  }

  /** A task of its own after the next frame: by then the frame has been painted. */
  private afterPaint(then: () => void): void {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(undefined);
    });
  }

  private finish(seen: number): void {
    cancelAnimationFrame(this.handle);
    this.mutations.disconnect();
    removeEventListener('keydown', this.onKey, { capture: true });
    this.finished({
      toDom: seen - this.pressed,
      toScreen: Date.now() - this.pressed,
      longestFrame: Math.max(0, ...this.gaps),
      longFrames: this.gaps.filter((gap) => gap > LONG_FRAME).length,
      frames: this.gaps.length,
      toAgent: this.toAgent,
      stamps: [...this.stamps].map(([written, shown]) => shown - written),
    });
  }
}

declare global {
  interface Window {
    /** What the bench calls from outside: first `start`, then Enter is pressed, then `done`. */
    bench?: { start(mark: string): void; done(): Promise<Recording> | undefined };
  }
}

let current: Promise<Recording> | undefined;

window.bench = {
  start(mark) {
    current = new Recorder().record(mark);
  },
  done: () => current,
};
