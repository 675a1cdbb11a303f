import type { Hydrator } from './hydrator';
import type { Place } from './place';
import type { ChatStore } from './store';

/** Calls `then` once the entry is in the page, which it is before the next frame at the latest. */
function whenDrawn(
  store: ChatStore,
  hydrator: Hydrator,
  entryId: string,
  then: (entry: HTMLElement) => void,
): void {
  const page = store.entry(entryId)?.page;
  if (page === undefined) return;
  hydrator.wake(page);
  requestAnimationFrame(() => {
    const entry = document.querySelector<HTMLElement>(`[data-entry-id="${CSS.escape(entryId)}"]`);
    if (entry !== null) then(entry);
  });
}

/** Scrolls to an entry because the person asked for it, and lets the keyboard go on from there. */
export function reveal(store: ChatStore, hydrator: Hydrator, entryId: string): void {
  whenDrawn(store, hydrator, entryId, (entry) => {
    entry.scrollIntoView({ block: 'center' });
    entry.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  });
}

/** Goes back to where the person was reading before the page was gone. */
export function goBack(
  store: ChatStore,
  hydrator: Hydrator,
  area: HTMLElement,
  { entryId, offset }: Place,
): void {
  whenDrawn(store, hydrator, entryId, (entry) => {
    area.scrollTop += entry.getBoundingClientRect().top - area.getBoundingClientRect().top + offset;
  });
}
