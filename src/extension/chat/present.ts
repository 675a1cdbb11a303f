import { workspace } from 'vscode';
import type { Content } from '../../acp/content';
import type { EmbeddedTerminal } from '../../acp/embeddedTerminals';
import type { AgentError } from '../../acp/errors';
import type { Attachment, Entry, PermissionState, PromptInput, Review } from '../../acp/entries';
import type {
  AttachmentView,
  EntryView,
  ErrorView,
  MediaView,
  PermissionView,
  ReviewView,
  TerminalView,
} from '../../shared/view';
import { text, translate } from '../text';
import { presentTool } from './presentTool';
import { actionsFor, loginButtons } from './remedies';

// The translator from ACP terms to view terms (tool calls: presentTool.ts).

export function presentEntry(entry: Entry, cwd: string): EntryView {
  switch (entry.kind) {
    case 'user':
      return { ...entry, attachments: presentAttachments(entry.attachments) };
    case 'tool': {
      const tool = presentTool(entry.call, cwd);
      const { permission } = entry;
      return {
        kind: 'tool',
        id: entry.id,
        tool: permission === undefined ? tool : { ...tool, permission: presentPermission(permission) },
      };
    }
    case 'review':
      return { kind: 'review', id: entry.id, review: presentReview(entry.review) };
    case 'media':
      return { kind: 'media', id: entry.id, media: presentMedia(entry.content) };
    case 'notice': {
      const { id, severity, title, description } = entry;
      return { kind: 'notice', id, severity, title, ...(description === undefined ? {} : { description }) };
    }
    case 'stop':
      return { kind: 'stop', id: entry.id, reason: entry.reason, text: stopText(entry.reason) };
    case 'error':
      return { kind: 'error', id: entry.id, error: presentError(entry.error, entry.prompt) };
    default:
      return entry;
  }
}

function stopText(reason: string): string {
  const known: Readonly<Record<string, (() => string) | undefined>> = {
    cancelled: text.stop.cancelled,
    agent_stopped: text.stop.agent_stopped,
    max_tokens: text.stop.max_tokens,
    max_turn_requests: text.stop.max_turn_requests,
    refusal: text.stop.refusal,
    no_output: text.stop.no_output,
  };
  return known[reason]?.() ?? text.stop.other(reason);
}

function presentPermission(permission: PermissionState): PermissionView {
  const { requestId, state, options, answer } = permission;
  return {
    requestId,
    state,
    options: options.map(({ optionId, name, kind }) => ({ id: optionId, label: name, kind })),
    ...(answer === undefined ? {} : { answer }),
  };
}

function presentReview(review: Review): ReviewView {
  const { path, state, added, removed, isNew, detail } = review;
  const label = workspace.asRelativePath(path);
  return { path, label, state, added, removed, isNew, ...(detail === undefined ? {} : { detail }) };
}

function presentMedia(content: Content): MediaView {
  switch (content.type) {
    case 'image':
      return { kind: 'image', mimeType: content.mimeType, data: content.data };
    case 'audio':
      return { kind: 'other', label: text.audio(content.mimeType) };
    case 'resource_link':
      return { kind: 'link', uri: content.uri, label: content.name };
    case 'resource':
      return { kind: 'link', uri: content.uri, label: content.uri };
    case 'unknown':
      return { kind: 'other', label: text.unknownContent(content.name) };
    case 'text':
      return { kind: 'other', label: content.text };
  }
}

/** Of an image only what is drawn: the rest may be megabytes. */
export function presentAttachments(attachments: readonly Attachment[]): readonly AttachmentView[] {
  return attachments.map(({ id, label, detail, image }) => ({
    id,
    label,
    detail,
    ...(image === undefined ? {} : { image: { thumbnail: image.thumbnail, size: image.size } }),
  }));
}

function presentError(error: AgentError, prompt: PromptInput | undefined): ErrorView {
  const { details } = error;
  const logins = loginButtons(error).map(({ id, name, type, description }) => ({
    id,
    label: short(name, 80),
    detail: short(description ?? text.loginKind[type](), 200),
  }));
  return {
    title: translate(error.title),
    remedy: translate(error.remedy),
    actions: actionsFor(error, prompt),
    ...(logins.length === 0 ? {} : { logins }),
    ...(details === undefined || details === '' ? {} : { details }),
  };
}

/** Agents may name things at any length; a button has room for a few words. */
function short(words: string, most: number): string {
  return words.length > most ? `${words.slice(0, most)}…` : words;
}

export function presentEmbedded(terminal: EmbeddedTerminal): TerminalView {
  const { id, cwd, output, truncated, running, exitCode, signal } = terminal;
  return {
    id,
    command: '',
    output,
    truncated,
    running,
    owned: false,
    ...(cwd === undefined ? {} : { cwd }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(signal === undefined ? {} : { signal }),
  };
}
