// The text in the composer. The host keeps it too, told a moment after the last change.
import type { Host } from './host';

/** Milliseconds without a change before the host is told. */
const QUIET = 300;

export class Draft {
  private value = '';
  private told = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly fillListeners = new Set<() => void>();

  constructor(private readonly host: Pick<Host, 'notify'>) {}

  get text(): string {
    return this.value;
  }

  /** Returns the function that ends the watching. */
  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Like {@link watch}, for texts that were offered and taken instead of typed. */
  onFill(listener: () => void): () => void {
    this.fillListeners.add(listener);
    return () => this.fillListeners.delete(listener);
  }

  fill(text: string): void {
    this.set(text);
    for (const listener of [...this.fillListeners]) listener();
  }

  /** What the person typed. */
  set(text: string): void {
    if (text === this.value) return;
    this.value = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), QUIET);
    this.changed();
  }

  /** What the host remembers for the conversation shown now; an unsaved text belonged to another. */
  restore(text: string): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.told = text;
    if (text === this.value) return;
    this.value = text;
    this.changed();
  }

  /** Tells the host at once. Call it when the page may be about to go. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.value === this.told) return;
    this.told = this.value;
    this.host.notify('draft', { text: this.value });
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
