// Keeps the store in step with the host: snapshot first, then deltas without a gap.
import type { HostRequests, ViewNotifications } from '../shared/messages';
import type { ChatStore } from './store';

type Batch = ViewNotifications['deltas'];
type Answer = HostRequests['snapshot']['result'];

/** Batches kept while a snapshot is on its way; beyond it the next gap asks again. */
const WAITING_LIMIT = 500;

export interface SyncOptions {
  readonly store: ChatStore;
  readonly ask: () => Promise<Answer>;
  /** A conversation is shown that was not shown before: its draft counts. */
  readonly onDraft: (draft: string) => void;
}

export class Sync {
  private seq: number | undefined;
  private early: Batch[] = [];
  private asked = 0;
  private takeDraft = true;

  constructor(private readonly options: SyncOptions) {}

  /** Asks for the whole picture. Never rejects; a failure is shown with a way to try again. */
  async start(): Promise<void> {
    const turn = ++this.asked;
    this.seq = undefined;
    this.early = [];
    const { store, ask } = this.options;
    if (store.phase.kind === 'failed') store.setPhase({ kind: 'loading' });
    try {
      const answer = await ask();
      if (turn === this.asked) this.take(answer);
    } catch (error) {
      if (turn !== this.asked) return;
      store.setPhase({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Another conversation is shown now. */
  reset(): void {
    this.takeDraft = true;
    void this.start();
  }

  deltas(batch: Batch): void {
    if (this.seq === undefined) {
      if (this.early.length < WAITING_LIMIT) this.early.push(batch);
      return;
    }
    if (batch.seq <= this.seq) return;
    if (batch.seq !== this.seq + 1) {
      void this.start();
      return;
    }
    this.seq = batch.seq;
    for (const delta of batch.deltas) this.options.store.apply(delta);
  }

  private take(answer: Answer): void {
    const { store, onDraft } = this.options;
    store.load(answer.chat);
    if (this.takeDraft) onDraft(answer.chat.draft);
    this.takeDraft = false;
    this.seq = answer.seq;
    const early = this.early;
    this.early = [];
    for (const batch of early) this.deltas(batch);
  }
}
