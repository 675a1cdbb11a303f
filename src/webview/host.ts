// The webview's end of the channel to the extension host.
import { Channel } from '../shared/channel';
import type {
  HostNotificationMethod,
  HostNotifications,
  HostRequestMethod,
  HostRequests,
  ViewNotifications,
} from '../shared/messages';

export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): unknown;
}

export interface Host {
  /** Rejects with a ChannelError when the host answered with a failure. */
  request<M extends HostRequestMethod>(
    method: M,
    params: HostRequests[M]['params'],
  ): Promise<HostRequests[M]['result']>;
  notify<M extends HostNotificationMethod>(method: M, params: HostNotifications[M]): void;
}

/** What the host may say unasked. */
export type ViewHandlers = {
  readonly [K in keyof ViewNotifications]: (params: ViewNotifications[K]) => void;
};

function isDeltas(params: unknown): params is ViewNotifications['deltas'] {
  if (typeof params !== 'object' || params === null) return false;
  return (
    'seq' in params && Number.isSafeInteger(params.seq) && 'deltas' in params && Array.isArray(params.deltas)
  );
}

function dispatch(handlers: ViewHandlers, method: string, params: unknown): void {
  switch (method) {
    case 'deltas':
      // Deltas that cannot be read leave a gap behind, which the next batch makes us notice.
      if (isDeltas(params)) handlers.deltas(params);
      return;
    case 'reset':
      handlers.reset({});
      return;
    case 'focusComposer':
      handlers.focusComposer({});
  }
}

export interface HostLink extends Host {
  receive(message: unknown): void;
  close(reason: string): void;
}

export function connectHost(post: (message: unknown) => void, handlers: ViewHandlers): HostLink {
  const channel = new Channel(post, {
    request: (method) => Promise.reject(new Error(`unknown request ${method}`)),
    notify: (method, params) => dispatch(handlers, method, params),
    // The page has no log of its own and the host's messages are ours: nothing to do but go on.
    fault: () => undefined,
  });
  return {
    request: <M extends HostRequestMethod>(method: M, params: HostRequests[M]['params']) =>
      channel.request(method, params) as Promise<HostRequests[M]['result']>,
    notify: (method, params) => channel.notify(method, params),
    receive: (message) => channel.receive(message),
    close: (reason) => channel.close(reason),
  };
}
