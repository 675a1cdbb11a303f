import type { JsonObject } from '../../src/acp/json';
import { Transcript, type TranscriptChange } from '../../src/acp/transcript';
import type { Entry, ToolEntry } from '../../src/acp/entries';

/** A transcript with every change that it reported. */
export class Recorder {
  readonly changes: TranscriptChange[] = [];
  readonly transcript = new Transcript((change) => this.changes.push(change));

  apply(...updates: readonly JsonObject[]): this {
    for (const update of updates) this.transcript.apply(update);
    return this;
  }

  get kinds(): readonly string[] {
    return kinds(this.transcript);
  }

  /** Texts of the messages, thoughts included. */
  get texts(): readonly string[] {
    return [...this.transcript.entries].flatMap((entry) => ('text' in entry ? [entry.text] : []));
  }

  tool(id: string): ToolEntry {
    return toolOf(this.transcript, id);
  }
}

export function kinds(transcript: Transcript): readonly string[] {
  return [...transcript.entries].map(({ kind }) => kind);
}

/** Everything that the agent wrote, in one piece. */
export function textOf(transcript: Transcript): string {
  return [...transcript.entries].map((entry: Entry) => (entry.kind === 'agent' ? entry.text : '')).join('');
}

export function stopsOf(transcript: Transcript): readonly string[] {
  return [...transcript.entries].flatMap((entry) => (entry.kind === 'stop' ? [entry.reason] : []));
}

export function toolOf(transcript: Transcript, id: string): ToolEntry {
  const entry = transcript.tool(id);
  if (entry === undefined) throw new Error(`there is no tool call ${id}`);
  return entry;
}

type MessageKind = 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk';

export function chunk(
  text: string,
  messageId?: string,
  kind: MessageKind = 'agent_message_chunk',
): JsonObject {
  return {
    sessionUpdate: kind,
    content: { type: 'text', text },
    ...(messageId === undefined ? {} : { messageId }),
  };
}

export function userChunk(text: string): JsonObject {
  return chunk(text, undefined, 'user_message_chunk');
}

export function thought(text: string): JsonObject {
  return chunk(text, undefined, 'agent_thought_chunk');
}

export function toolCall(toolCallId: string, fields: JsonObject = {}): JsonObject {
  return { sessionUpdate: 'tool_call', toolCallId, ...fields };
}

export function toolUpdate(toolCallId: string, fields: JsonObject = {}): JsonObject {
  return { sessionUpdate: 'tool_call_update', toolCallId, ...fields };
}
