// What every component may use.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Draft } from './draft';
import type { ComposerFocus } from './focus';
import type { Host } from './host';
import type { Hydrator } from './hydrator';
import type { Frames } from './markdown/markdownView';
import type { Pictures } from './pictures';
import type { PlaceKeeper } from './place';
import type { ChatStore } from './store';

export interface Services {
  readonly store: ChatStore;
  readonly host: Host;
  readonly draft: Draft;
  readonly pictures: Pictures;
  readonly hydrator: Hydrator;
  readonly frames: Frames;
  /** Asks the host for the conversation again. */
  readonly retry: () => void;
  readonly focus: ComposerFocus;
  readonly places: PlaceKeeper;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('components need the services context');
  return services;
}
