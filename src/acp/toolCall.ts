import { parseLocation, parseToolContent, type ToolContent, type ToolLocation } from './content';
import { asArray, asObject, asString, isEmptyValue, type JsonObject } from './json';

export interface ToolCall {
  readonly toolCallId: string;
  readonly title: string;
  /** read, edit, … or any other word the agent uses. */
  readonly toolKind: string;
  /** pending, in_progress, completed, failed, cancelled (ours: its turn ended first), or an unknown word. */
  readonly status: string;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
  readonly parentId: string | undefined;
}

export function isFinal(status: string): boolean {
  return status !== 'pending' && status !== 'in_progress';
}

export function blankToolCall(toolCallId: string): ToolCall {
  return {
    toolCallId,
    title: '',
    toolKind: 'other',
    status: 'pending',
    content: [],
    locations: [],
    rawInput: undefined,
    rawOutput: undefined,
    parentId: undefined,
  };
}

/** Titles that say nothing: agents send them when they announce a known call again. */
const GENERIC_TITLES = new Set(['', 'Tool call', 'tool call']);

/**
 * Merges the fields that an agent sent into what is known. `tool_call` and `tool_call_update` are one upsert:
 * agents send them in any order, and announce a known call again with empty fields.
 * @param announced true for `tool_call` and a permission request: then a status never goes backwards, and nothing
 * empty takes the place of what is known.
 */
export function mergeToolCall(known: ToolCall, fields: JsonObject, announced: boolean): ToolCall {
  const title = asString(fields['title']) ?? '';
  const kind = asString(fields['kind']);
  const status = asString(fields['status']);
  const content = fields['content'];
  const locations = fields['locations'];
  return {
    toolCallId: known.toolCallId,
    title: GENERIC_TITLES.has(title) && known.title !== '' ? known.title : title,
    toolKind: kind === undefined || (kind === 'other' && announced) ? known.toolKind : kind,
    status: nextStatus(known.status, status, announced),
    content: replaces(content, announced)
      ? asArray(content).flatMap((item) => parseToolContent(item) ?? [])
      : known.content,
    locations: replaces(locations, announced)
      ? asArray(locations).flatMap((item) => parseLocation(item) ?? [])
      : known.locations,
    rawInput: isEmptyValue(fields['rawInput']) ? known.rawInput : parseRaw(fields['rawInput']),
    rawOutput: isEmptyValue(fields['rawOutput']) ? known.rawOutput : fields['rawOutput'],
    parentId: parentOf(fields) ?? known.parentId,
  };
}

function replaces(list: unknown, announced: boolean): boolean {
  return Array.isArray(list) && !(announced && list.length === 0);
}

function nextStatus(known: string, told: string | undefined, announced: boolean): string {
  if (told === undefined || told === '') return known;
  if (!announced) return told;
  const rank = (status: string): number => (status === 'pending' ? 0 : status === 'in_progress' ? 1 : 2);
  return rank(told) < rank(known) ? known : told;
}

/** Some agents send the input as a JSON string. */
function parseRaw(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Claude's subagents name the call that started them. */
function parentOf(fields: JsonObject): string | undefined {
  return asString(asObject(asObject(fields['_meta'])['claudeCode'])['parentToolUseId']);
}
