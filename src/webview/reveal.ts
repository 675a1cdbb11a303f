import type { Hydrator } from './hydrator';
import type { Place } from './place';
import type { ChatStore } from './store';

/** Frames in which an entry is waited for that is not drawn yet. */
const PATIENCE = 10;

function whenDrawn(entryId: string, then: (entry: HTMLElement) => void, frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const entry = document.querySelector<HTMLElement>(`[data-entry-id="${CSS.escape(entryId)}"]`);
    if (entry !== null) then(entry);
    else if (frames > 0) whenDrawn(entryId, then, frames - 1);
  });
}

function wake(store: ChatStore, hydrator: Hydrator, entryId: string): void {
  const page = store.entry(entryId)?.page;
  if (page !== undefined) hydrator.wake(page);
}

/** Scrolls to an entry because the person asked for it, and lets the keyboard go on from there. */
export function reveal(store: ChatStore, hydrator: Hydrator, entryId: string): void {
  wake(store, hydrator, entryId);
  whenDrawn(entryId, (entry) => {
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
  wake(store, hydrator, entryId);
  whenDrawn(entryId, (entry) => {
    area.scrollTop += entry.getBoundingClientRect().top - area.getBoundingClientRect().top + offset;
  });
}
