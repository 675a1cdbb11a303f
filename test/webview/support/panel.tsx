// The whole panel against a fake host that speaks through the real channel.
import './dom';
import { render } from 'preact';
import { App } from '../../../src/webview/components/App';
import { ServicesContext } from '../../../src/webview/context';
import { Draft } from '../../../src/webview/draft';
import { ComposerFocus } from '../../../src/webview/focus';
import { connectHost } from '../../../src/webview/host';
import { Hydrator } from '../../../src/webview/hydrator';
import { UnfitImage, type Fit } from '../../../src/webview/imageFit';
import { Pictures } from '../../../src/webview/pictures';
import { PlaceKeeper } from '../../../src/webview/place';
import { ChatStore } from '../../../src/webview/store';
import { Sync } from '../../../src/webview/sync';
import type { Envelope } from '../../../src/shared/messages';
import type { ChatSnapshot, Delta } from '../../../src/shared/view';
import { until } from './wait';

export interface Panel {
  readonly root: HTMLElement;
  readonly store: ChatStore;
  /** What the webview notified, newest last. */
  readonly sent: { readonly method: string; readonly params: unknown }[];
  readonly requests: Extract<Envelope, { kind: 'request' }>[];
  readonly draft: Draft;
  receive(message: Envelope): void;
  deltas(...deltas: Delta[]): void;
  find(testId: string): HTMLElement;
  all(testId: string): HTMLElement[];
  /** Waits for the frame in which what was received is drawn. */
  drawn(): Promise<void>;
  close(): void;
}

const noImages: Fit = () => Promise.reject(new UnfitImage('broken'));

/** @param fit stands for the canvas, which is not there */
export async function openPanel(chat: ChatSnapshot, seq = 0, fit = noImages): Promise<Panel> {
  const root = document.createElement('div');
  document.body.append(root);
  const sent: Panel['sent'] = [];
  const requests: Panel['requests'] = [];
  const focus = new ComposerFocus();
  const store = new ChatStore((flush) => requestAnimationFrame(flush));
  let next = seq;
  const post = (message: unknown): void => {
    const envelope = structuredClone(message) as Envelope;
    if (envelope.kind === 'notify') sent.push(envelope);
    if (envelope.kind !== 'request') return;
    requests.push(envelope);
    if (envelope.method === 'snapshot')
      host.receive({ kind: 'reply', id: envelope.id, result: { seq: next, chat } });
  };
  const host = connectHost(post, {
    deltas: (batch) => sync.deltas(batch),
    reset: () => sync.reset(),
    focusComposer: () => focus.ask(),
  });
  const draft = new Draft(host);
  const sync = new Sync({
    store,
    ask: () => {
      draft.asked();
      return host.request('snapshot', {});
    },
    onDraft: (text) => draft.restore(text),
  });
  const services = {
    ...{ store, host, draft, retry: () => void sync.start() },
    hydrator: new Hydrator((work) => setImmediate(work)),
    frames: { next: () => () => undefined, now: () => 0 },
    focus,
    pictures: new Pictures({ host, fit, mayTake: () => store.status.takesImages !== false }),
    places: new PlaceKeeper({ getState: () => undefined, setState: () => undefined }),
  };
  render(
    <ServicesContext.Provider value={services}>
      <App />
    </ServicesContext.Provider>,
    root,
  );
  await sync.start();
  const all = (testId: string): HTMLElement[] => [
    ...root.querySelectorAll<HTMLElement>(`[data-testid="${testId}"]`),
  ];
  const find = (testId: string): HTMLElement => {
    const [element] = all(testId);
    if (element === undefined) throw new Error(`no ${testId}`);
    return element;
  };
  const drawn = async (): Promise<void> => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  };
  await until(() => all('transcript')[0], 'the transcript');
  return {
    ...{ root, store, sent, requests, draft, find, all, drawn },
    receive: (envelope) => host.receive(envelope),
    deltas: (...deltas) =>
      host.receive({ kind: 'notify', method: 'deltas', params: { seq: ++next, deltas } }),
    close: () => {
      render(null, root);
      root.remove();
    },
  };
}

export interface KeyOptions {
  readonly isComposing?: boolean;
  readonly keyCode?: number;
  readonly shiftKey?: boolean;
}

export function press(element: HTMLElement, key: string, options: KeyOptions = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
  element.dispatchEvent(event);
  return event;
}

export function type(element: HTMLElement, text: string): void {
  (element as HTMLTextAreaElement).value = text;
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
