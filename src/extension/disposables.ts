import type { Disposable } from 'vscode';

/** Owns what it is given; after its own disposal it disposes late arrivals at once. */
export class Disposables implements Disposable {
  private readonly owned = new Set<Disposable>();
  private disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.disposed) item.dispose();
    else this.owned.add(item);
    return item;
  }

  dispose(): void {
    this.disposed = true;
    const items = [...this.owned].reverse();
    this.owned.clear();
    for (const item of items) item.dispose();
  }
}
