// The text in the composer. The host is told of every change at once: this page may be gone the next moment.
import type { Host } from './host';

export class Draft {
  private value = '';
  private edits = 0;
  private editsWhenAsked = 0;
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
    this.edits++;
    this.host.notify('draft', { text });
    this.changed();
  }

  /** The host is asked what it remembers: what is typed from now on counts more. */
  asked(): void {
    this.editsWhenAsked = this.edits;
  }

  /** What the host remembers, unless the person has typed since it was asked. */
  restore(text: string): void {
    if (text === this.value || this.edits !== this.editsWhenAsked) return;
    this.value = text;
    this.changed();
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
