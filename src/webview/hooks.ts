import { Component, h, type ComponentChildren, type FunctionComponent } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { useServices } from './context';
import type { Pictures } from './pictures';
import type { ChatStore, Topic } from './store';

/** Reads from the store and draws again when a touch of `topic` changed what was read. */
export function useStore<T>(topic: Topic, read: (store: ChatStore) => T): T {
  const { store } = useServices();
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  const value = read(store);
  const latest = useRef({ read, value });
  latest.current = { read, value };
  useLayoutEffect(() => {
    const check = (): void => {
      if (!Object.is(latest.current.read(store), latest.current.value)) redraw();
    };
    // The topic may have been touched between drawing and this effect.
    check();
    return store.watch(topic, check);
  }, [store, topic]);
  return value;
}

/** Draws again with every change of what is being attached. */
export function usePictures(): Pictures {
  const { pictures } = useServices();
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  useLayoutEffect(() => pictures.watch(() => redraw()), [pictures]);
  return pictures;
}

/** A component that is drawn again only when one of its properties is another one. */
export function pure<P extends object>(render: FunctionComponent<P>): new (props: P) => Component<P> {
  return class Pure extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const keys = new Set([...Object.keys(this.props), ...Object.keys(next)]) as Set<string & keyof P>;
      return [...keys].some((key) => !Object.is(this.props[key], next[key]));
    }

    override render(): ComponentChildren {
      return h(render, this.props);
    }
  };
}
