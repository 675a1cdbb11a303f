import type { Entry } from '../../acp/entries';
import type { TranscriptChange } from '../../acp/transcript';
import type { ChatSnapshot, Delta, EntryView, StatusView, TerminalView } from '../../shared/view';
import { presentEmbedded, presentEntry } from './present';
import { describe } from '../log';
import { text } from '../text';
import type { Conversation } from './conversation';

/** Time (ms) that changes are collected before they leave: one frame at 60 Hz. */
const TICK_MS = 16;

export interface FeedSource {
  /** False while nobody looks: the view asks for a snapshot when it comes back. */
  watched(): boolean;
  conversation(): Conversation | undefined;
  status(): StatusView;
  /** Integrated terminals that this conversation's agent started. */
  terminals(): Iterable<TerminalView>;
  terminal(id: string): TerminalView | undefined;
  draft(): string;
}

/**
 * Host truth -> view deltas. Changes of one tick are collected by id and presented once, in order; nothing is kept
 * for a view that is not there, because it asks for a snapshot when it comes back.
 */
export class ChatFeed {
  private seq = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Of performance.now(). */
  private lastFlush = Number.NEGATIVE_INFINITY;
  /** In order of first change: text to append, or the whole entry. */
  private readonly entries = new Map<string, Change>();
  private readonly terminals = new Map<string, Change>();
  private statusChanged = false;

  constructor(
    private readonly source: FeedSource,
    private readonly post: (seq: number, deltas: readonly Delta[]) => void,
  ) {}

  /** The whole picture; deltas that follow count from its number. */
  snapshot(): { readonly seq: number; readonly chat: ChatSnapshot } {
    this.clear();
    const conversation = this.source.conversation();
    const entries = conversation === undefined ? [] : [...conversation.transcript.entries];
    const embedded = conversation === undefined ? [] : [...conversation.transcript.terminals.all];
    return {
      seq: this.seq,
      chat: {
        status: this.source.status(),
        entries: entries.map((entry) => this.present(entry, conversation?.cwd ?? '')),
        terminals: [...embedded.map(presentEmbedded), ...this.source.terminals()],
        draft: this.source.draft(),
      },
    };
  }

  transcriptChanged(change: TranscriptChange): void {
    switch (change.kind) {
      case 'append':
        collect(this.entries, change.id, change.text);
        break;
      case 'put':
        this.entries.set(change.id, 'put');
        break;
      case 'output':
        collect(this.terminals, change.id, change.text);
        break;
      case 'terminal':
        this.terminals.set(change.id, 'put');
        break;
      case 'info':
        this.statusChanged = true;
        break;
    }
    this.schedule();
  }

  statusChange(): void {
    this.statusChanged = true;
    this.schedule();
  }

  /** Forgets what was collected: another conversation is shown. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.entries.clear();
    this.terminals.clear();
    this.statusChanged = false;
  }

  private schedule(): void {
    if (!this.source.watched()) {
      this.clear();
      return;
    }
    // After a pause the first change leaves at once; only what follows it closely waits to go together.
    const pause = Math.max(0, this.lastFlush + TICK_MS - performance.now());
    this.timer ??= setTimeout(() => {
      this.flush();
    }, pause);
  }

  private flush(): void {
    // Taken before anything is presented: whatever goes wrong then, the next change leaves again.
    const entries = [...this.entries];
    const terminals = [...this.terminals];
    const { statusChanged } = this;
    this.clear();
    this.lastFlush = performance.now();
    const deltas = [...this.entryDeltas(entries), ...this.terminalDeltas(terminals)];
    if (statusChanged) deltas.push({ kind: 'status', status: this.source.status() });
    if (deltas.length === 0) return;
    this.seq++;
    this.post(this.seq, deltas);
  }

  private entryDeltas(changes: readonly (readonly [string, Change])[]): Delta[] {
    const conversation = this.source.conversation();
    if (conversation === undefined) return [];
    return changes.flatMap(([id, change]): Delta[] => {
      if (change !== 'put') return [{ kind: 'append', id, text: change.append }];
      const entry = conversation.transcript.get(id);
      return entry === undefined ? [] : [{ kind: 'put', entry: this.present(entry, conversation.cwd) }];
    });
  }

  private terminalDeltas(changes: readonly (readonly [string, Change])[]): Delta[] {
    return changes.flatMap(([id, change]): Delta[] => {
      if (change !== 'put') return [{ kind: 'output', id, text: change.append }];
      const embedded = this.source.conversation()?.transcript.terminals.get(id);
      const terminal = this.source.terminal(id) ?? (embedded && presentEmbedded(embedded));
      return terminal === undefined ? [] : [{ kind: 'terminal', terminal }];
    });
  }

  /** What an agent sent may be impossible to show; the rest of the conversation is shown all the same. */
  private present(entry: Entry, cwd: string): EntryView {
    try {
      return presentEntry(entry, cwd);
    } catch (error) {
      const description = describe(error);
      return { kind: 'notice', id: entry.id, severity: 'warning', title: text.cannotShow(), description };
    }
  }
}

type Change = { append: string } | 'put';

function collect(into: Map<string, Change>, id: string, text: string): void {
  const known = into.get(id);
  if (known === undefined) into.set(id, { append: text });
  // A whole entry that still has to leave contains the text already.
  else if (known !== 'put') known.append += text;
}
