// unknown -> message. The one trust boundary between webview and host: whatever does not fit is refused.
import { base64Size, imageTypeOfBase64, isBase64, isThumbnail, MAX_IMAGE_BYTES } from './image';
import type {
  Envelope,
  HostNotificationMethod,
  HostNotifications,
  HostRequestMethod,
  HostRequests,
  ImageUpload,
} from './messages';
import type { RemedyAction } from './view';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseEnvelope(value: unknown): Envelope | undefined {
  if (!isFields(value)) return undefined;
  const { kind, id, method, message } = value;
  const hasId = typeof id === 'number' && Number.isSafeInteger(id);
  if (kind === 'notify' && typeof method === 'string') return { kind, method, params: value['params'] };
  if (kind === 'request' && hasId && typeof method === 'string')
    return { kind, id, method, params: value['params'] };
  if (kind === 'reply' && hasId) return { kind, id, result: value['result'] };
  if (kind === 'failure' && hasId && typeof message === 'string') return { kind, id, message };
  return undefined;
}

/** Thrown for a message whose method is unknown or whose params do not fit. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
}

function fields(value: unknown): Fields {
  if (!isFields(value)) throw new ParseError('params are not an object');
  return value;
}

function text(from: Fields, key: string): string {
  const value = from[key];
  if (typeof value !== 'string') throw new ParseError(`${key} is not a string`);
  return value;
}

function count(from: Fields, key: string): number {
  const value = from[key];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new ParseError(`${key} is not a count`);
  return value;
}

function oneOf<const T extends readonly string[]>(from: Fields, key: string, choices: T): T[number] {
  const value = text(from, key);
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new ParseError(`${key} is none of ${choices.join(', ')}`);
  return found;
}

/** Characters of a file name that are kept. */
const NAME_LENGTH = 100;

function flag(from: Fields, key: string): boolean {
  const value = from[key];
  if (typeof value !== 'boolean') throw new ParseError(`${key} is neither true nor false`);
  return value;
}

/** An image as agents take it, whatever the page says about it. */
function imageUpload(from: Fields): ImageUpload {
  const data = text(from, 'data');
  if (!isBase64(data)) throw new ParseError('data is not base64');
  if (base64Size(data) > MAX_IMAGE_BYTES) throw new ParseError('the image is larger than 5 MB');
  if (imageTypeOfBase64(data) === undefined) throw new ParseError('data is not an image that agents take');
  const thumbnail = text(from, 'thumbnail');
  if (thumbnail !== '' && !isThumbnail(thumbnail)) throw new ParseError('thumbnail is not a small image');
  // Shown to people and sent to agents: the last part, without anything that could pass for a path or a line.
  const [name = ''] = text(from, 'name').split(/[\\/]/).slice(-1);
  return {
    name: name.replace(/\p{C}/gu, '').slice(0, NAME_LENGTH),
    data,
    thumbnail,
    asFile: flag(from, 'asFile'),
  };
}

type Parsers<T> = { readonly [K in keyof T]: (params: Fields) => T[K] };

const requests: Parsers<{ [K in HostRequestMethod]: HostRequests[K]['params'] }> = {
  snapshot: () => ({}),
  prompt: (p) => ({ text: text(p, 'text') }),
  attachImage: imageUpload,
};

const ACTIONS = [
  'restart',
  'retry',
  'editPrompt',
  'logIn',
  'setApiKey',
  'openTerminal',
  'showLog',
  'openSettings',
  'openFolder',
  'manageTrust',
  'selectAgent',
  'installAgent',
  'refreshPackage',
  'newSession',
  'changeFolder',
  'goOn',
] as const satisfies readonly RemedyAction[];

const notifications: Parsers<HostNotifications> = {
  stop: () => ({}),
  stalled: (p) => ({ action: oneOf(p, 'action', ['wait', 'forceStop']) }),
  draft: (p) => ({ text: text(p, 'text') }),
  permission: (p) => ({ requestId: text(p, 'requestId'), optionId: text(p, 'optionId') }),
  review: (p) => ({ id: text(p, 'id'), action: oneOf(p, 'action', ['accept', 'reject', 'open']) }),
  openLocation: (p) =>
    p['line'] === undefined ? { path: text(p, 'path') } : { path: text(p, 'path'), line: count(p, 'line') },
  openDiff: (p) => ({ entryId: text(p, 'entryId'), index: count(p, 'index') }),
  terminal: (p) => ({ id: text(p, 'id'), action: oneOf(p, 'action', ['reveal', 'kill']) }),
  insertAtCursor: (p) => ({ text: text(p, 'text') }),
  openLink: (p) => ({ href: text(p, 'href') }),
  removeAttachment: (p) => ({ id: text(p, 'id') }),
  imagesToFiles: () => ({}),
  openImage: (p) => ({ id: text(p, 'id') }),
  removeQueued: (p) => ({ id: text(p, 'id') }),
  chooseAgent: (p) => ({ id: text(p, 'id') }),
  action: (p) => {
    const action = oneOf(p, 'action', ACTIONS);
    return {
      action,
      ...(p['entryId'] === undefined ? {} : { entryId: text(p, 'entryId') }),
      ...(p['methodId'] === undefined ? {} : { methodId: text(p, 'methodId') }),
    };
  },
  login: (p) => ({ action: oneOf(p, 'action', ['confirm', 'cancel']) }),
};

export type HostRequest = {
  [K in HostRequestMethod]: { readonly method: K; readonly params: HostRequests[K]['params'] };
}[HostRequestMethod];

export type HostNotification = {
  [K in HostNotificationMethod]: { readonly method: K; readonly params: HostNotifications[K] };
}[HostNotificationMethod];

/** Throws {@link ParseError}. */
export function parseHostRequest(method: string, params: unknown): HostRequest {
  if (!Object.hasOwn(requests, method)) throw new ParseError(`unknown request ${method}`);
  return { method, params: requests[method as HostRequestMethod](fields(params)) } as HostRequest;
}

/** Throws {@link ParseError}. */
export function parseHostNotification(method: string, params: unknown): HostNotification {
  if (!Object.hasOwn(notifications, method)) throw new ParseError(`unknown notification ${method}`);
  return {
    method,
    params: notifications[method as HostNotificationMethod](fields(params)),
  } as HostNotification;
}
