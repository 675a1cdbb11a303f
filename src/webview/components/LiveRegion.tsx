import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { announce, momentOf } from '../announce';
import { useServices } from '../context';

export function LiveRegion(): VNode {
  const { store } = useServices();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let before = momentOf(store);
    let generation: unknown;
    const look = (): void => {
      const now = momentOf(store);
      // Another conversation on the screen is not a change of this one.
      const words = generation === store.phase ? announce(before, now) : undefined;
      generation = store.phase;
      before = now;
      if (words !== undefined && element.current !== null) element.current.textContent = words;
    };
    const ends = (['phase', 'status', 'waiting'] as const).map((topic) => store.watch(topic, look));
    return () => ends.forEach((end) => end());
  }, [store]);
  return <div ref={element} class="sr-only" role="status" aria-live="polite" data-testid="live-region" />;
}
