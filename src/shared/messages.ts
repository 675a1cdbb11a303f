// Everything either side may say. One line each; the parser in parse.ts is the trust boundary.
import type { ChatSnapshot, Delta, RemedyAction } from './view';

// ---------------------------------------------------------------- webview -> host

/** Requests: each is answered exactly once, with a result or an error. */
export interface HostRequests {
  /** The webview is alive and has nothing, or saw a gap: send it the whole picture. */
  snapshot: { params: Record<string, never>; result: { readonly seq: number; readonly chat: ChatSnapshot } };
  /** Send (or queue) a prompt. Answered once the host has taken it over: then the draft may go. */
  prompt: { params: { readonly text: string }; result: { readonly queued: boolean } };
  /** Add an image to the next prompt. Answered once it is among the attachments. */
  attachImage: { params: ImageUpload; result: Record<string, never> };
}

export interface ImageUpload {
  readonly name: string;
  /** Base64. */
  readonly data: string;
  /** A small data: URI that stands for the image wherever it is shown; may be empty. */
  readonly thumbnail: string;
  /** True: write it to a file and attach a link to that, for agents that take no images. */
  readonly asFile: boolean;
}

/** Notifications: no answer. What they cause comes back as deltas. */
export interface HostNotifications {
  stop: Record<string, never>;
  /** The answer to `stalled`; stopping in the ordinary way is `stop`. */
  stalled: { readonly action: 'wait' | 'forceStop' };
  draft: { readonly text: string };
  permission: { readonly requestId: string; readonly optionId: string };
  review: { readonly id: string; readonly action: 'accept' | 'reject' | 'open' };
  openLocation: { readonly path: string; readonly line?: number };
  openDiff: { readonly entryId: string; readonly index: number };
  terminal: { readonly id: string; readonly action: 'reveal' | 'kill' };
  insertAtCursor: { readonly text: string };
  openLink: { readonly href: string };
  removeAttachment: { readonly id: string };
  /** Turn the attached images into links to files: the agent takes no images. */
  imagesToFiles: Record<string, never>;
  /** Show an attached or sent image in an editor, by the id of its attachment. */
  openImage: { readonly id: string };
  removeQueued: { readonly id: string };
  /** Work with this agent; one that is not installed is installed first, after a question. */
  chooseAgent: { readonly id: string };
  /** `entryId`: the card that was clicked, when it was one; `methodId`: the way to log in. */
  action: { readonly action: RemedyAction; readonly entryId?: string; readonly methodId?: string };
  /** About the login that goes on. */
  login: { readonly action: 'confirm' | 'cancel' };
}

// ---------------------------------------------------------------- host -> webview

export interface ViewNotifications {
  /** `seq` counts batches from the snapshot's `seq` upwards, with no gap. */
  deltas: { readonly seq: number; readonly deltas: readonly Delta[] };
  /** Another session or agent is shown now: ask for a snapshot. */
  reset: Record<string, never>;
  focusComposer: Record<string, never>;
}

// ---------------------------------------------------------------- envelope

export type Envelope =
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'notify'; readonly method: string; readonly params: unknown };

export type HostRequestMethod = keyof HostRequests;
export type HostNotificationMethod = keyof HostNotifications;
export type ViewNotificationMethod = keyof ViewNotifications;
