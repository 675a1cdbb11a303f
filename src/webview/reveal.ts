import type { Hydrator } from './hydrator';
import type { ChatStore } from './store';

/** Scrolls to an entry because the person asked for it, and lets the keyboard go on from there. */
export function reveal(store: ChatStore, hydrator: Hydrator, entryId: string): void {
  const page = store.entry(entryId)?.page;
  if (page === undefined) return;
  hydrator.wake(page);
  // The page may just be waking up: it is drawn before the next frame.
  requestAnimationFrame(() => {
    const entry = document.querySelector(`[data-entry-id="${CSS.escape(entryId)}"]`);
    const card = entry?.querySelector<HTMLElement>('[tabindex="-1"]');
    entry?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  });
}
