import { render } from 'preact';
import './styles/base.css';
import './styles/transcript.css';
import './styles/markdown.css';
import './styles/code.css';
import './styles/tools.css';
import './styles/dock.css';
import { App } from './components/App';
import { ServicesContext, type Services } from './context';
import { registerControls } from './controls';
import { Draft } from './draft';
import { ComposerFocus } from './focus';
import { connectHost, type VsCodeApi } from './host';
import { Hydrator } from './hydrator';
import { fitter } from './imageFit';
import { decodePicture } from './picture';
import { Pictures } from './pictures';
import { PlaceKeeper } from './place';
import { ChatStore } from './store';
import { Sync } from './sync';
import { loadTranslations } from './text';

declare function acquireVsCodeApi(): VsCodeApi;

function start(root: HTMLElement): void {
  loadTranslations(document.getElementById('l10n')?.textContent);
  registerControls();
  const api = acquireVsCodeApi();
  const focus = new ComposerFocus();
  const store = new ChatStore((flush) => requestAnimationFrame(flush));
  const host = connectHost((message) => api.postMessage(message), {
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
  const services: Services = {
    store,
    host,
    draft,
    pictures: new Pictures({
      host,
      fit: fitter(decodePicture),
      mayTake: () => store.status.takesImages !== false,
    }),
    hydrator: new Hydrator((work) => requestIdleCallback(work)),
    frames: {
      next: (work) => {
        const frame = requestAnimationFrame(work);
        return () => cancelAnimationFrame(frame);
      },
      now: () => performance.now(),
    },
    retry: () => void sync.start(),
    focus,
    places: new PlaceKeeper(api),
  };
  window.addEventListener('message', (event) => host.receive(event.data));
  render(
    <ServicesContext.Provider value={services}>
      <App />
    </ServicesContext.Provider>,
    root,
  );
  void sync.start();
}

const root = document.getElementById('root');
if (root !== null) start(root);
