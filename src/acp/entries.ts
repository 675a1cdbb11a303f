import type { Content } from './content';
import type { AgentError } from './errors';
import type { JsonObject } from './json';
import type { ToolCall } from './toolCall';

// What a transcript consists of, in ACP terms.

/** A text to show beside a prompt for something attached to it. */
export interface Attachment {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** Set for an image that is part of the prompt. */
  readonly image?: AttachedImage;
}

export interface AttachedImage {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
  /** A small data: URI that is shown in its place; may be empty. */
  readonly thumbnail: string;
  /** Bytes. */
  readonly size: number;
}

export interface PromptInput {
  /** As the person typed it: shown in the transcript, and recognised when the agent echoes it. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Content blocks for the wire, https://agentclientprotocol.com/protocol/content. */
  readonly blocks: readonly JsonObject[];
}

export interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

export interface PermissionState {
  readonly requestId: string;
  readonly state: 'open' | 'answered' | 'cancelled';
  readonly options: readonly PermissionOption[];
  readonly answer: string | undefined;
}

/** A file write that waits for, or had, the person's decision. */
export interface Review {
  readonly path: string;
  readonly state: 'open' | 'accepted' | 'rejected' | 'cancelled' | 'failed';
  readonly added: number;
  readonly removed: number;
  readonly isNew: boolean;
  readonly detail: string | undefined;
}

export type Entry =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly text: string;
      readonly attachments: readonly Attachment[];
    }
  | { readonly kind: 'agent' | 'thought'; readonly id: string; readonly text: string }
  | { readonly kind: 'media'; readonly id: string; readonly content: Content }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly call: ToolCall;
      readonly permission: PermissionState | undefined;
    }
  | { readonly kind: 'review'; readonly id: string; readonly review: Review }
  | {
      readonly kind: 'notice';
      readonly id: string;
      readonly severity: 'info' | 'warning' | 'error';
      readonly title: string;
      readonly description: string | undefined;
    }
  | { readonly kind: 'stop'; readonly id: string; readonly reason: string }
  | {
      readonly kind: 'error';
      readonly id: string;
      readonly error: AgentError;
      /** What was sent and failed, so that it can be sent again. */
      readonly prompt: PromptInput | undefined;
    };

export type ToolEntry = Extract<Entry, { kind: 'tool' }>;
