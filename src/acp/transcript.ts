import type { Attachment, Entry, PermissionState, PromptInput, Review, ToolEntry } from './entries';
import type { AgentError } from './errors';
import { parseContent } from './content';
import { EmbeddedTerminals, type TerminalChange } from './embeddedTerminals';
import { asNumber, asObject, asString, type JsonObject } from './json';
import { applyInfo, emptyInfo, type SessionInfo } from './sessionInfo';
import { blankToolCall, isFinal, mergeToolCall } from './toolCall';

export type TranscriptChange =
  | { readonly kind: 'append'; readonly id: string; readonly text: string }
  | { readonly kind: 'put'; readonly id: string }
  | { readonly kind: 'info' }
  | TerminalChange;

type MessageKind = 'user' | 'agent' | 'thought';

/**
 * The conversation as upserts by id: what every update means, and nothing else. No I/O, no clock; the same
 * updates give the same transcript. Each update costs the size of the update, whatever the length so far.
 */
export class Transcript {
  private readonly byId = new Map<string, Entry>();
  private readonly toolEntries = new Map<string, string>();
  private readonly messages = new Map<string, string>();
  private readonly openTools = new Set<string>();
  /** The entry that a chunk without a messageId continues. */
  private current: { readonly kind: MessageKind; readonly id: string } | undefined;
  private echo = '';
  private inTurn = false;
  private outputSeen = false;
  private nextId = 1;
  private prompted = false;
  private readonly embedded = new EmbeddedTerminals();
  private described: SessionInfo = emptyInfo;

  constructor(private readonly changed: (change: TranscriptChange) => void) {}

  /** In the order of first appearance. */
  get entries(): Iterable<Entry> {
    return this.byId.values();
  }

  /** True once the person has said something. */
  get hasPrompts(): boolean {
    return this.prompted;
  }

  get info(): SessionInfo {
    return this.described;
  }

  get terminals(): EmbeddedTerminals {
    return this.embedded;
  }

  get(id: string): Entry | undefined {
    return this.byId.get(id);
  }

  tool(toolCallId: string): ToolEntry | undefined {
    const entry = this.byId.get(this.toolEntries.get(toolCallId) ?? '');
    return entry?.kind === 'tool' ? entry : undefined;
  }

  /** Another session continues in the same transcript: its ids are a new name space. */
  beginSession(): void {
    this.toolEntries.clear();
    this.messages.clear();
    this.openTools.clear();
    this.current = undefined;
    this.setInfo(emptyInfo);
  }

  /** Starts a turn: the prompt is shown at once and an echo of it by the agent is folded into it. */
  beginTurn(text: string, attachments: readonly Attachment[]): string {
    this.echo = text;
    this.inTurn = true;
    this.prompted = true;
    this.current = undefined;
    const id = this.add((fresh) => ({ kind: 'user', id: fresh, text, attachments }));
    this.outputSeen = false;
    return id;
  }

  /** Ends a turn: what is still unfinished will not be finished. Returns whether the agent showed anything in it. */
  endTurn(): boolean {
    this.echo = '';
    this.inTurn = false;
    // What still comes is the tail of the reply: it continues the message that was written last.
    this.cancelOpenTools();
    return this.outputSeen;
  }

  cancelOpenTools(): void {
    for (const toolCallId of this.openTools) {
      const entry = this.tool(toolCallId);
      if (entry !== undefined) this.put({ ...entry, call: { ...entry.call, status: 'cancelled' } });
    }
    this.openTools.clear();
    for (const change of this.embedded.closeAll()) this.changed(change);
  }

  addNotice(severity: 'info' | 'warning' | 'error', title: string, description?: string): string {
    return this.add((id) => ({ kind: 'notice', id, severity, title, description }));
  }

  addStop(reason: string): void {
    this.add((id) => ({ kind: 'stop', id, reason }));
  }

  addError(error: AgentError, prompt?: PromptInput): void {
    this.add((id) => ({ kind: 'error', id, error, prompt }));
  }

  /** The prompt of a failed turn, which can be sent again once. */
  takePrompt(id: string): PromptInput | undefined {
    const entry = this.byId.get(id);
    if (entry?.kind !== 'error' || entry.prompt === undefined) return undefined;
    this.put({ ...entry, prompt: undefined });
    return entry.prompt;
  }

  addReview(review: Review): string {
    this.current = undefined;
    return this.add((id) => ({ kind: 'review', id, review }));
  }

  setReview(id: string, change: Partial<Review>): void {
    const entry = this.byId.get(id);
    if (entry?.kind === 'review') this.put({ ...entry, review: { ...entry.review, ...change } });
  }

  /** Shows a permission request on its tool call, which this may be the first sight of. */
  setPermission(toolCallId: string, permission: PermissionState): void {
    const entry = this.tool(toolCallId) ?? this.addTool(toolCallId);
    this.put({ ...entry, permission });
  }

  /** Merges a tool call from an update or a permission request. */
  upsertTool(fields: JsonObject, announced: boolean): void {
    const toolCallId = asString(fields['toolCallId']);
    if (toolCallId === undefined) return;
    this.current = undefined;
    const entry = this.tool(toolCallId) ?? this.addTool(toolCallId);
    const merged = mergeToolCall(entry.call, fields, announced);
    // A straggler after its turn does not bring back to life what was closed with the turn.
    const closed = !this.inTurn && entry.call.status === 'cancelled' && !isFinal(merged.status);
    const call = closed ? { ...merged, status: 'cancelled' } : merged;
    if (isFinal(call.status)) this.openTools.delete(toolCallId);
    else this.openTools.add(toolCallId);
    this.put({ ...entry, call });
    for (const change of this.embedded.apply(asObject(fields['_meta']))) this.changed(change);
  }

  /** Applies one `session/update` payload. Unknown kinds are ignored: returns false for them. */
  apply(update: JsonObject): boolean {
    switch (update['sessionUpdate']) {
      case 'user_message_chunk':
        this.chunk('user', update);
        return true;
      case 'agent_message_chunk':
        this.chunk('agent', update);
        return true;
      case 'agent_thought_chunk':
        this.chunk('thought', update);
        return true;
      case 'tool_call':
        this.upsertTool(update, true);
        return true;
      case 'tool_call_update':
        this.upsertTool(update, false);
        return true;
      case 'notice':
        this.notice(update);
        return true;
      case 'compaction_update':
        this.compaction(update);
        return true;
      case 'plan':
        this.current = undefined;
        break;
    }
    const next = applyInfo(this.described, update);
    if (next === undefined) return false;
    this.setInfo(next);
    return true;
  }

  setInfo(info: SessionInfo): void {
    if (info === this.described) return;
    this.described = info;
    this.changed({ kind: 'info' });
  }

  private chunk(kind: MessageKind, update: JsonObject): void {
    const content = parseContent(update['content']);
    const messageId = asString(update['messageId']);
    if (content.type !== 'text') {
      if (kind === 'user' && this.inTurn) return;
      this.current = undefined;
      if (messageId !== undefined) this.messages.delete(`${kind} ${messageId}`);
      this.add((id) => ({ kind: 'media', id, content }));
      return;
    }
    const text = kind === 'user' ? this.withoutEcho(content.text) : content.text;
    if (text === '') return;
    const known = this.continued(kind, messageId);
    if (known === undefined) {
      const id = this.add((fresh) =>
        kind === 'user' ? { kind, id: fresh, text, attachments: [] } : { kind, id: fresh, text },
      );
      if (messageId !== undefined) this.messages.set(`${kind} ${messageId}`, id);
      this.current = { kind, id };
      return;
    }
    if (kind === 'agent') this.outputSeen = true;
    this.byId.set(known.id, { ...known, text: known.text + text });
    this.current = { kind, id: known.id };
    this.changed({ kind: 'append', id: known.id, text });
  }

  private continued(
    kind: MessageKind,
    messageId: string | undefined,
  ): Extract<Entry, { kind: MessageKind }> | undefined {
    const id =
      messageId !== undefined
        ? this.messages.get(`${kind} ${messageId}`)
        : this.current?.kind === kind
          ? this.current.id
          : undefined;
    const entry = id === undefined ? undefined : this.byId.get(id);
    return entry?.kind === kind ? entry : undefined;
  }

  /** Agents repeat the prompt, whole or in chunks: what continues the expected text is not shown again. */
  private withoutEcho(text: string): string {
    if (this.echo === '' || text === '') return text;
    if (this.echo.startsWith(text)) {
      this.echo = this.echo.slice(text.length);
      return '';
    }
    if (text.startsWith(this.echo)) {
      const rest = text.slice(this.echo.length);
      this.echo = '';
      return rest;
    }
    return text;
  }

  private notice(update: JsonObject): void {
    const severity = asString(update['severity']);
    this.addNotice(
      severity === 'warning' || severity === 'error' ? severity : 'info',
      asString(update['title']) ?? asString(update['message']) ?? '',
      asString(update['description']),
    );
  }

  private compaction(update: JsonObject): void {
    const status = asString(update['status']);
    if (status !== 'completed') return;
    const before = asNumber(update['preTokens']);
    this.addNotice(
      'info',
      'Earlier messages were summarised to save context.',
      before === undefined ? undefined : `${String(before)} tokens before`,
    );
  }

  private addTool(toolCallId: string): ToolEntry {
    const id = this.newId();
    const entry: ToolEntry = { kind: 'tool', id, call: blankToolCall(toolCallId), permission: undefined };
    this.byId.set(id, entry);
    this.toolEntries.set(toolCallId, id);
    return entry;
  }

  private newId(): string {
    return `e${String(this.nextId++)}`;
  }

  private add(make: (id: string) => Entry): string {
    const id = this.newId();
    this.put(make(id));
    return id;
  }

  private put(entry: Entry): void {
    if (entry.kind !== 'thought') this.outputSeen = true;
    this.byId.set(entry.id, entry);
    this.changed({ kind: 'put', id: entry.id });
  }
}
