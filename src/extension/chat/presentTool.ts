import { workspace } from 'vscode';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Content, ToolContent, ToolDiff } from '../../acp/content';
import { isEmptyValue, isObject, jsonText } from '../../acp/json';
import type { ToolCall } from '../../acp/toolCall';
import type { DiffView, LocationView, ToolStatus, ToolView } from '../../shared/view';
import { diffStat } from '../edits/diffStat';
import { text } from '../text';

/** Characters of raw input or output that a card shows. */
const RAW_SHOWN = 20_000;
/** Characters of one text block that a card shows. */
const TEXT_SHOWN = 100_000;

export function presentTool(call: ToolCall, cwd: string): ToolView {
  const diffs = diffsOf(call);
  const texts = call.content.flatMap((item) => (item.type === 'content' ? [contentText(item.content)] : []));
  const terminalIds = call.content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : []));
  const input = worthShowing(raw(call.rawInput), call);
  const output = texts.length + diffs.length + terminalIds.length === 0 ? raw(call.rawOutput) : undefined;
  return {
    toolKind: call.toolKind,
    title: call.title === '' ? call.toolCallId : call.title,
    status: toolStatus(call.status),
    locations: call.locations.map((location) => presentLocation(location.path, location.line, cwd)),
    diffs: diffs.map((diff, index) => presentDiff(diff, index, cwd)),
    texts: texts.map((shown) => shown.slice(0, TEXT_SHOWN)),
    terminalIds,
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
  };
}

export function diffsOf(call: ToolCall): readonly ToolDiff[] {
  return call.content.flatMap((item: ToolContent) => (item.type === 'diff' ? [item.diff] : []));
}

/** Agents name files by absolute path, by path relative to the session's folder, or by file: URI. */
export function resolveAgentPath(path: string, cwd: string): string {
  if (path.startsWith('file:')) {
    try {
      return fileURLToPath(path);
    } catch {
      return path;
    }
  }
  return isAbsolute(path) ? path : resolve(cwd, path);
}

function presentLocation(path: string, line: number | undefined, cwd: string): LocationView {
  const absolute = resolveAgentPath(path, cwd);
  return {
    path: absolute,
    label: workspace.asRelativePath(absolute),
    ...(line === undefined ? {} : { line }),
  };
}

const stats = new WeakMap<ToolDiff, { readonly added: number; readonly removed: number }>();

function presentDiff(diff: ToolDiff, index: number, cwd: string): DiffView {
  const absolute = resolveAgentPath(diff.path, cwd);
  let stat = stats.get(diff);
  if (stat === undefined) {
    stat = diffStat(diff.oldText ?? '', diff.newText);
    stats.set(diff, stat);
  }
  const isNew = diff.oldText === undefined;
  return { index, path: absolute, label: workspace.asRelativePath(absolute), isNew, ...stat };
}

function contentText(content: Content): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'resource':
      return content.text ?? content.uri;
    case 'resource_link':
      return `[${content.name}](${content.uri})`;
    case 'image':
      return text.imageAlt(content.mimeType);
    case 'audio':
      return text.audio(content.mimeType);
    case 'unknown':
      return text.unknownContent(content.name);
  }
}

/** Input that the card says already, as title or path, is not shown again. */
function worthShowing(input: string | undefined, call: ToolCall): string | undefined {
  const said = [
    call.title,
    ...call.locations.map(({ path }) => path),
    ...diffsOf(call).map(({ path }) => path),
  ];
  return input !== undefined && said.includes(input) ? undefined : input;
}

function toolStatus(status: string): ToolStatus {
  switch (status) {
    case 'pending':
    case 'in_progress':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return status;
    default:
      return 'completed';
  }
}

function raw(value: unknown): string | undefined {
  if (isEmptyValue(value)) return undefined;
  if (typeof value === 'string') return value.slice(0, RAW_SHOWN);
  // The usual case is one string member: shown as it is rather than as JSON.
  if (isObject(value)) {
    const values = Object.values(value);
    const [only] = values;
    if (values.length === 1 && typeof only === 'string') return only.slice(0, RAW_SHOWN);
  }
  return jsonText(value, 2).slice(0, RAW_SHOWN);
}
