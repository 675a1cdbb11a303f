import {
  commands as vscodeCommands,
  EventEmitter,
  Uri,
  window,
  type Disposable,
  type TabInputTextDiff,
} from 'vscode';
import { basename } from 'node:path';
import { cancelled } from '../../acp/rpcError';
import type { Transcript } from '../../acp/transcript';
import type { Review } from '../../acp/entries';
import type { ContextKeys } from '../contextKeys';
import { text } from '../text';
import { diffStat } from './diffStat';
import { parseReviewUri, type ReviewFileSystem, type ReviewUris } from './reviewFs';
import { openDocument } from './textFile';
import { closeDiffTabs, diffTabOf } from './tabs';

export type Decision =
  | { readonly accepted: true; readonly content: string; readonly edited: boolean }
  | { readonly accepted: false };

export interface ReviewRequest {
  readonly path: string;
  readonly before: string;
  readonly content: string;
  readonly isNew: boolean;
  readonly sessionKey: string;
  readonly transcript: Transcript;
  readonly agentName: string;
}

interface OpenReview {
  readonly id: string;
  readonly request: ReviewRequest;
  readonly uris: ReviewUris;
  readonly entryId: string;
  settle(decision: Decision): void;
}

/** Held writes: each stays open until the person decides, and is settled exactly once. */
export class Reviews implements Disposable {
  private readonly open = new Map<string, OpenReview>();
  private readonly changes = new EventEmitter<void>();
  readonly onDidChange = this.changes.event;
  private nextId = 1;

  constructor(
    private readonly files: ReviewFileSystem,
    private readonly keys: ContextKeys,
  ) {}

  /** How many edits of this session wait for the person. */
  waiting(sessionKey: string): number {
    return [...this.open.values()].filter((review) => review.request.sessionKey === sessionKey).length;
  }

  get all(): readonly { readonly id: string; readonly path: string }[] {
    return [...this.open.values()].map(({ id, request }) => ({ id, path: request.path }));
  }

  /**
   * Shows the proposal as an editable diff and waits for the decision.
   * @throws RpcError -32800 when `signal` aborts first
   */
  async decide(request: ReviewRequest, signal: AbortSignal): Promise<Decision> {
    if (signal.aborted) throw cancelled();
    const id = `r${String(this.nextId++)}`;
    const uris = this.files.add(id, request.path, request.content);
    const stat = diffStat(request.before, request.content);
    const shown: Review = {
      path: request.path,
      state: 'open',
      ...stat,
      isNew: request.isNew,
      detail: undefined,
    };
    const entryId = request.transcript.addReview(shown);
    const decision = new Promise<Decision>((resolve, reject) => {
      const withdrawn = (): void => {
        this.finish(id, { state: 'cancelled' });
        reject(cancelled());
      };
      signal.addEventListener('abort', withdrawn, { once: true });
      this.open.set(id, {
        id,
        request,
        uris,
        entryId,
        settle: (made) => {
          signal.removeEventListener('abort', withdrawn);
          resolve(made);
        },
      });
    });
    this.update();
    await this.show(id);
    return decision;
  }

  /** The write that followed an accepted review failed. */
  failed(transcript: Transcript, path: string, reason: string): void {
    transcript.addReview({ path, state: 'failed', added: 0, removed: 0, isNew: false, detail: reason });
  }

  /** Opens the diff; the keyboard stays where the person is typing. */
  async show(id: string, preserveFocus = true): Promise<void> {
    const review = this.open.get(id);
    if (review === undefined) return;
    const { request, uris } = review;
    const left = request.isNew ? uris.before : Uri.file(request.path);
    const title = text.reviewTitle(basename(request.path), request.agentName);
    await vscodeCommands.executeCommand('vscode.diff', left, uris.after, title, {
      preview: false,
      preserveFocus,
    });
  }

  /** Id of the review whose chat card this is. */
  byEntry(entryId: string): string | undefined {
    return [...this.open.values()].find((review) => review.entryId === entryId)?.id;
  }

  /** Id of the review in the active editor tab. */
  active(): string | undefined {
    const input = window.tabGroups.activeTabGroup.activeTab?.input as TabInputTextDiff | undefined;
    const uri = input?.modified;
    return uri instanceof Uri ? parseReviewUri(uri).id : undefined;
  }

  async accept(id: string): Promise<void> {
    const review = this.open.get(id);
    if (review === undefined) return;
    const { content, edited } = this.proposal(review);
    const stat = diffStat(review.request.before, content);
    this.finish(id, { state: 'accepted', ...stat, detail: edited ? text.editedByYou() : undefined });
    review.settle({ accepted: true, content, edited });
    await this.close(review);
  }

  async reject(id: string): Promise<void> {
    const review = this.open.get(id);
    if (review === undefined) return;
    this.finish(id, { state: 'rejected' });
    review.settle({ accepted: false });
    await this.close(review);
  }

  dispose(): void {
    for (const review of [...this.open.values()]) {
      this.finish(review.id, { state: 'cancelled' });
      review.settle({ accepted: false });
    }
    this.changes.dispose();
  }

  /** What stands on the right now: untouched proposals keep their exact bytes, whatever an editor makes of them. */
  private proposal(review: OpenReview): { content: string; edited: boolean } {
    const document = openDocument(review.uris.after);
    const stored = this.files.content(review.id) ?? review.request.content;
    const content = document?.isDirty === true ? document.getText() : stored;
    return { content, edited: content !== review.request.content };
  }

  private finish(id: string, change: Partial<Review>): void {
    const review = this.open.get(id);
    if (review === undefined) return;
    this.open.delete(id);
    review.request.transcript.setReview(review.entryId, change);
    this.update();
    if (change.state === 'cancelled') void this.close(review);
  }

  private update(): void {
    this.keys.set('reviewOpen', this.open.size > 0);
    this.changes.fire();
  }

  private async close(review: OpenReview): Promise<void> {
    // Saved into our own file system first: a changed tab would ask whether to save.
    await openDocument(review.uris.after)?.save();
    await closeDiffTabs(review.uris.after);
    if (diffTabOf(review.uris.after) === undefined) this.files.remove(review.id);
  }
}
