// The text in the composer. The host is told of every change at once: this page may be gone the next moment.
import type { Host } from './host';

export class Draft {
  private value = '';
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
    this.host.notify('draft', { text });
    this.changed();
  }

  /** What the host remembers for the conversation shown now; an unsaved text belonged to another. */
  restore(text: string): void {
    if (text === this.value) return;
    this.value = text;
    this.changed();
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
