// Pages that were far from the end when the conversation was loaded are drawn in idle moments, the
// newest first, or at once when they are needed. When all are drawn nothing is scheduled any more.

export class Hydrator {
  private readonly sleeping = new Map<number, () => void>();
  private readonly wanted = new Set<number>();
  private scheduled = false;

  /** `idle` runs its argument once when the page has nothing better to do. */
  constructor(private readonly idle: (work: () => void) => void) {}

  /** Returns the function that takes the page back. */
  add(page: number, wake: () => void): () => void {
    this.sleeping.set(page, wake);
    if (this.wanted.delete(page)) this.wake(page);
    this.schedule();
    return () => {
      if (this.sleeping.get(page) === wake) this.sleeping.delete(page);
    };
  }

  /** A page that has not come to sleep yet is woken when it does. */
  wake(page: number): void {
    const wake = this.sleeping.get(page);
    if (wake === undefined) this.wanted.add(page);
    this.sleeping.delete(page);
    wake?.();
  }

  private schedule(): void {
    if (this.scheduled || this.sleeping.size === 0) return;
    this.scheduled = true;
    this.idle(() => {
      this.scheduled = false;
      if (this.sleeping.size > 0) this.wake(Math.max(...this.sleeping.keys()));
      this.schedule();
    });
  }
}
