import type { Uri } from 'vscode';
import type { Transcript } from '../../acp/transcript';

/** What an edit is held against. */
export interface Before {
  readonly text: string;
  /** The file whose document has this text; undefined when there is none: then the text itself is shown. */
  readonly file: Uri | undefined;
  readonly isNew: boolean;
}

export type Applied =
  | { readonly kind: 'written' }
  /** Nothing was written: the person has to decide once more. */
  | { readonly kind: 'again'; readonly before: Before; readonly why: string };

export interface ReviewRequest {
  readonly path: string;
  readonly before: Before;
  readonly content: string;
  readonly sessionKey: string;
  readonly transcript: Transcript;
  readonly agentName: string;
  /** Brings the accepted text to disk. Throws when that fails: the review has then failed. */
  readonly apply: (content: string) => Promise<Applied>;
}

export type Decision = 'accepted' | 'rejected';
