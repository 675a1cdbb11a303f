import { type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useServices } from '../context';
import { pure, useStore } from '../hooks';
import { Entry } from './Entry';

/** Pages at the end that are drawn at once. */
const AWAKE = 2;

function DrawnPage({ number }: { readonly number: number }): VNode {
  const { store, hydrator } = useServices();
  const page = useStore(`page:${number}`, () => store.pages[number]);
  const [awake, setAwake] = useState(() => number >= store.pages.length - AWAKE);
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { current } = element;
    if (awake || current === null) return undefined;
    const takeBack = hydrator.add(number, () => setAwake(true));
    const near = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) hydrator.wake(number);
      },
      { root: current.closest('.transcript'), rootMargin: '1000px 0px' },
    );
    near.observe(current);
    return () => {
      near.disconnect();
      takeBack();
    };
  }, [awake, hydrator, number]);

  return (
    <div ref={element} class={awake ? 'page' : 'page page-asleep'}>
      {awake && page?.ids.map((id) => <Entry key={id} id={id} />)}
    </div>
  );
}

export const Page = pure(DrawnPage);
