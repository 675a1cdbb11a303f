import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useServices } from '../context';
import { MarkdownView } from '../markdown/markdownView';
import { TextLog } from '../textLog';

/** The growing text of a message or thought. What streams goes straight to the DOM. */
export function MarkdownText({ id }: { readonly id: string }): VNode {
  const { store, frames } = useServices();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const view = new MarkdownView(element.current, frames);
    let unwatchStatus: (() => void) | undefined;
    const show = (): void => {
      const log = store.entry(id)?.log;
      if (log === undefined) return;
      const last = store.lastId === id;
      view.show(log, !last || !store.status.busy);
      // Only the newest message can still grow when the turn ends, so only it has to hear of that.
      if (last) unwatchStatus ??= store.watch('status', show);
      else unwatchStatus?.();
    };
    show();
    const unwatch = store.watch(`entry:${id}`, show);
    return () => {
      unwatch();
      unwatchStatus?.();
      view.dispose();
    };
  }, [store, frames, id]);
  return <div ref={element} class="markdown" />;
}

/** Markdown that arrives whole: the text content of a tool call. */
export function StaticMarkdown({ text }: { readonly text: string }): VNode {
  const { frames } = useServices();
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ readonly view: MarkdownView; readonly log: TextLog }>(undefined);
  useLayoutEffect(() => {
    if (element.current === null) return;
    drawn.current ??= { view: new MarkdownView(element.current, frames), log: new TextLog('') };
    drawn.current.log.set(text);
    drawn.current.view.show(drawn.current.log, true);
  }, [frames, text]);
  useLayoutEffect(() => () => drawn.current?.view.dispose(), []);
  return <div ref={element} class="markdown" />;
}
