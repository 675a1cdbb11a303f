import {
  commands as vscodeCommands,
  EventEmitter,
  Uri,
  window,
  type Disposable,
  type TabInputTextDiff,
} from 'vscode';
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { cancelled } from '../../acp/rpcError';
import type { Review } from '../../acp/entries';
import type { Log } from '../../acp/ports';
import type { Transcript } from '../../acp/transcript';
import type { ContextKeys } from '../contextKeys';
import { describe } from '../log';
import { text } from '../text';
import { diffStat } from './diffStat';
import { documentAt } from './documents';
import { keepAsUntitled } from './rescue';
import { parseReviewUri, type ReviewFileSystem, type ReviewUris } from './reviewFs';
import type { Applied, Before, Decision, ReviewRequest } from './reviewRequest';
import { closeDiffTabs, diffTabOf } from './tabs';

interface OpenReview {
  readonly id: string;
  readonly request: ReviewRequest;
  readonly uris: ReviewUris;
  readonly entryId: string;
  readonly signal: AbortSignal;
  before: Before;
  /** Accepted, and on the way to disk: until that has ended nothing else can be decided. */
  applying: boolean;
  readonly resolve: (decision: Decision) => void;
  readonly reject: (reason: unknown) => void;
}

interface Proposal {
  readonly content: string;
  readonly edited: boolean;
}

/**
 * Held writes: each stays open until the person decides, and is settled exactly once, when what was accepted is on
 * disk. Its card says the same as what the agent is told.
 */
export class Reviews implements Disposable {
  private readonly open = new Map<string, OpenReview>();
  private readonly changes = new EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  constructor(
    private readonly files: ReviewFileSystem,
    private readonly keys: ContextKeys,
    private readonly log?: Pick<Log, 'warn'>,
  ) {}

  /** How many edits of this session wait for the person. */
  waiting(sessionKey: string): number {
    return [...this.open.values()].filter((review) => review.request.sessionKey === sessionKey).length;
  }

  get all(): readonly { readonly id: string; readonly path: string }[] {
    return [...this.open.values()].map(({ id, request }) => ({ id, path: request.path }));
  }

  /**
   * Shows the proposal as an editable diff, waits for the decision, and for the write that follows it.
   * @throws RpcError -32800 when `signal` aborts first; what `request.apply` throws
   */
  decide(request: ReviewRequest, signal: AbortSignal): Promise<Decision> {
    if (signal.aborted) return Promise.reject(cancelled());
    const { before, content, path, transcript } = request;
    const id = randomUUID();
    const uris = this.files.add(id, path, before.text, content);
    const stat = diffStat(before.text, content);
    const entryId = transcript.addReview({
      path,
      state: 'open',
      ...stat,
      isNew: before.isNew,
      detail: undefined,
    });
    const decision = new Promise<Decision>((resolve, reject) => {
      const state = { before, applying: false };
      this.open.set(id, { id, request, uris, entryId, signal, ...state, resolve, reject });
    });
    const aborted = (): void => {
      const review = this.open.get(id);
      // What is on its way to disk arrives there: only afterwards is clear how it ended.
      if (review?.applying === false) this.withdraw(review);
    };
    signal.addEventListener('abort', aborted);
    this.update();
    // Not waited for: without its diff an edit can still be decided on its card.
    this.show(id).catch((error: unknown) => {
      this.log?.warn(`[edits] diff failed reason=${describe(error)}`);
    });
    return decision.finally(() => {
      signal.removeEventListener('abort', aborted);
    });
  }

  /** An edit that cannot be put to the person at all. */
  refused(transcript: Transcript, path: string, reason: string): void {
    transcript.addReview({ path, state: 'failed', added: 0, removed: 0, isNew: false, detail: reason });
  }

  /** Opens the diff; the keyboard stays where the person is typing. */
  async show(id: string, preserveFocus = true): Promise<void> {
    const review = this.open.get(id);
    if (review === undefined) return;
    const { request, uris, before } = review;
    const title = text.reviewTitle(basename(request.path), request.agentName);
    await vscodeCommands.executeCommand('vscode.diff', before.file ?? uris.before, uris.after, title, {
      preview: false,
      preserveFocus,
    });
    // Decided while it was opening.
    if (!this.open.has(id)) await this.close(review);
  }

  /** Id of the review whose chat card this is; entry ids are unique only within one transcript. */
  byEntry(entryId: string, transcript: Transcript): string | undefined {
    const found = [...this.open.values()].find(
      (review) => review.entryId === entryId && review.request.transcript === transcript,
    );
    return found?.id;
  }

  /** Id of the review in the active editor tab. */
  active(): string | undefined {
    const input = window.tabGroups.activeTabGroup.activeTab?.input as TabInputTextDiff | undefined;
    const uri = input?.modified;
    return uri instanceof Uri ? parseReviewUri(uri).id : undefined;
  }

  async accept(id: string): Promise<void> {
    const review = this.open.get(id);
    if (review === undefined || review.applying) return;
    const proposal = this.proposal(review);
    review.applying = true;
    let applied: Applied;
    try {
      applied = await review.request.apply(proposal.content);
    } catch (error) {
      review.reject(error);
      await this.end(review, { state: 'failed', detail: describe(error) }, proposal);
      return;
    }
    if (applied.kind === 'again') {
      await this.again(review, applied.before, applied.why);
      return;
    }
    review.resolve('accepted');
    const stat = diffStat(review.before.text, proposal.content);
    const detail = proposal.edited ? text.editedByYou() : undefined;
    await this.end(review, { state: 'accepted', ...stat, detail });
  }

  async reject(id: string): Promise<void> {
    const review = this.open.get(id);
    if (review === undefined || review.applying) return;
    review.resolve('rejected');
    await this.end(review, { state: 'rejected', detail: undefined });
  }

  dispose(): void {
    for (const review of [...this.open.values()]) this.withdraw(review);
    this.changes.dispose();
  }

  /** The agent, the turn or the window ends before the person has decided. */
  private withdraw(review: OpenReview): void {
    if (!this.open.has(review.id)) return;
    review.reject(cancelled());
    this.end(review, { state: 'cancelled', detail: undefined }, this.proposal(review)).catch(
      (error: unknown) => {
        this.log?.warn(`[edits] closing failed reason=${describe(error)}`);
      },
    );
  }

  /** The same review on another base: what was accepted stays the proposal. */
  private async again(review: OpenReview, before: Before, why: string): Promise<void> {
    const { request, uris } = review;
    try {
      await documentAt(uris.after)?.save();
      await closeDiffTabs(uris.after);
    } finally {
      review.applying = false;
    }
    if (review.signal.aborted) {
      this.withdraw(review);
      return;
    }
    review.before = before;
    this.files.setBefore(uris.before, before.text);
    const stat = diffStat(before.text, this.proposal(review).content);
    request.transcript.setReview(review.entryId, { ...stat, isNew: before.isNew, detail: why });
    await this.show(review.id);
  }

  /** What stands on the right now: untouched proposals keep their exact bytes, whatever an editor makes of them. */
  private proposal({ id, request, uris }: OpenReview): Proposal {
    const document = documentAt(uris.after);
    const stored = this.files.content(id) ?? request.content;
    const content = document?.isDirty === true ? document.getText() : stored;
    return { content, edited: content !== request.content };
  }

  /** @param unsaved what the person made of the proposal and would otherwise lose, if they changed it */
  private async end(review: OpenReview, change: Partial<Review>, unsaved?: Proposal): Promise<void> {
    this.open.delete(review.id);
    const language = documentAt(review.uris.after)?.languageId;
    review.request.transcript.setReview(review.entryId, change);
    this.update();
    await this.close(review);
    if (unsaved?.edited === true)
      await keepAsUntitled(unsaved.content, language, basename(review.request.path));
  }

  private update(): void {
    this.keys.set('reviewOpen', this.open.size > 0);
    this.changes.fire();
  }

  private async close(review: OpenReview): Promise<void> {
    // Saved into our own file system first: a changed tab would ask whether to save.
    await documentAt(review.uris.after)?.save();
    await closeDiffTabs(review.uris.after);
    if (diffTabOf(review.uris.after) === undefined) this.files.remove(review.id);
  }
}
