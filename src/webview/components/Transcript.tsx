import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { listenToMarkdown } from '../markdown/markdownEvents';
import { placeIn } from '../place';
import { goBack } from '../reveal';
import { ScrollPin } from '../scroll';
import { t } from '../text';
import { BusyLine } from './BusyLine';
import { Icon } from './Icon';
import { Page } from './Page';
import { Welcome } from './Welcome';

export function Transcript(): VNode {
  const { host, store, hydrator, places } = useServices();
  const count = useStore('pages', (store) => store.pages.length);
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pin = useRef<ScrollPin>(undefined);
  const [pinned, setPinned] = useState(true);

  useLayoutEffect(() => {
    const { current: scroller } = area;
    const { current: inner } = content;
    if (scroller === null || inner === null) return undefined;
    const follow = new ScrollPin(scroller, setPinned);
    pin.current = follow;
    const onScroll = (): void => follow.scrolled();
    const onWheel = (event: WheelEvent): void => follow.wheel(event.deltaY);
    const onScrollEnd = (): void => places.keep(follow.pinned ? undefined : placeIn(scroller));
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('scrollend', onScrollEnd, { passive: true });
    scroller.addEventListener('wheel', onWheel, { passive: true });
    // Sizes change only when something is drawn, so nothing runs while the panel is idle.
    const sizes = new ResizeObserver(() => follow.resized());
    sizes.observe(scroller);
    sizes.observe(inner);
    const stopListening = listenToMarkdown(inner, host);
    const place = places.take();
    if (place === undefined || store.entry(place.entryId) === undefined) {
      places.keep(undefined);
      follow.resized();
    } else {
      follow.release();
      goBack(store, hydrator, scroller, place);
    }
    return () => {
      sizes.disconnect();
      stopListening();
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('scrollend', onScrollEnd);
      scroller.removeEventListener('wheel', onWheel);
    };
  }, [host, store, hydrator, places]);

  const pages = useMemo(
    () => Array.from({ length: count }, (_, number) => <Page key={number} number={number} />),
    [count],
  );
  return (
    <main class="transcript-frame">
      <div
        ref={area}
        class="transcript"
        role="log"
        // State changes are announced apart: hearing every chunk would be unbearable.
        aria-live="off"
        aria-label={t('transcript')}
        tabIndex={0}
        data-testid="transcript"
      >
        <div ref={content} class="column transcript-content">
          {count === 0 && <Welcome />}
          {pages}
          <BusyLine />
        </div>
      </div>
      {!pinned && (
        <button
          type="button"
          class="jump-latest"
          data-testid="jump-latest"
          onClick={() => pin.current?.jump()}
        >
          <Icon name="down" /> {t('jumpToLatest')}
        </button>
      )}
    </main>
  );
}
