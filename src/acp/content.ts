import { asNumber, asString, isObject, type JsonObject } from './json';

/** A content block as agents send it, https://agentclientprotocol.com/protocol/content. Unknown types are kept. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string }
  | { readonly type: 'resource'; readonly uri: string; readonly text: string | undefined }
  | { readonly type: 'unknown'; readonly name: string };

export function parseContent(value: unknown): Content {
  if (typeof value === 'string') return { type: 'text', text: value };
  if (!isObject(value)) return { type: 'unknown', name: typeof value };
  const type = asString(value['type']);
  switch (type) {
    case 'text':
      return { type, text: asString(value['text']) ?? '' };
    case 'image':
    case 'audio':
      return { type, mimeType: asString(value['mimeType']) ?? '', data: asString(value['data']) ?? '' };
    case 'resource_link': {
      const uri = asString(value['uri']) ?? '';
      return { type, uri, name: asString(value['title']) ?? asString(value['name']) ?? uri };
    }
    case 'resource': {
      const resource = isObject(value['resource']) ? value['resource'] : {};
      return { type, uri: asString(resource['uri']) ?? '', text: asString(resource['text']) };
    }
    default:
      return { type: 'unknown', name: type ?? 'content' };
  }
}

export interface ToolDiff {
  readonly path: string;
  /** Absent: the agent named no earlier text. It may be a piece of the file, not the whole. */
  readonly oldText: string | undefined;
  readonly newText: string;
}

export type ToolContent =
  | { readonly type: 'content'; readonly content: Content }
  | { readonly type: 'diff'; readonly diff: ToolDiff }
  | { readonly type: 'terminal'; readonly terminalId: string };

/** Tool call content, with the shapes agents really send: a bare text block counts as content. */
export function parseToolContent(value: unknown): ToolContent | undefined {
  if (!isObject(value)) return undefined;
  switch (value['type']) {
    case 'content':
      return { type: 'content', content: parseContent(value['content']) };
    case 'diff':
      return parseDiff(value);
    case 'terminal': {
      const terminalId = asString(value['terminalId']);
      return terminalId === undefined ? undefined : { type: 'terminal', terminalId };
    }
    default:
      return { type: 'content', content: parseContent(value) };
  }
}

function parseDiff(value: JsonObject): ToolContent | undefined {
  const path = asString(value['path']);
  if (path === undefined) return undefined;
  const diff = { path, oldText: asString(value['oldText']), newText: asString(value['newText']) ?? '' };
  return { type: 'diff', diff };
}

export interface ToolLocation {
  readonly path: string;
  /** 1-based. */
  readonly line: number | undefined;
}

export function parseLocation(value: unknown): ToolLocation | undefined {
  if (!isObject(value)) return undefined;
  const path = asString(value['path']);
  if (path === undefined || path === '') return undefined;
  const line = asNumber(value['line']);
  return { path, line: line === undefined || line < 0 ? undefined : Math.max(1, Math.trunc(line)) };
}
