import type { TranscriptChange } from '../../acp/transcript';
import type { ChatSnapshot, Delta, StatusView, TerminalView } from '../../shared/view';
import { presentEmbedded, presentEntry } from './present';
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
  private readonly entries = new Map<string, { append: string } | 'put'>();
  private readonly terminals = new Map<string, { append: string } | 'put'>();
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
        entries: entries.map((entry) => presentEntry(entry, conversation?.cwd ?? '')),
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
    const deltas = [...this.entryDeltas(), ...this.terminalDeltas()];
    if (this.statusChanged) deltas.push({ kind: 'status', status: this.source.status() });
    this.clear();
    this.lastFlush = performance.now();
    if (deltas.length === 0) return;
    this.seq++;
    this.post(this.seq, deltas);
  }

  private entryDeltas(): Delta[] {
    const conversation = this.source.conversation();
    if (conversation === undefined) return [];
    return [...this.entries].flatMap(([id, change]): Delta[] => {
      if (change !== 'put') return [{ kind: 'append', id, text: change.append }];
      const entry = conversation.transcript.get(id);
      return entry === undefined ? [] : [{ kind: 'put', entry: presentEntry(entry, conversation.cwd) }];
    });
  }

  private terminalDeltas(): Delta[] {
    return [...this.terminals].flatMap(([id, change]): Delta[] => {
      if (change !== 'put') return [{ kind: 'output', id, text: change.append }];
      const embedded = this.source.conversation()?.transcript.terminals.get(id);
      const terminal =
        this.source.terminal(id) ?? (embedded === undefined ? undefined : presentEmbedded(embedded));
      return terminal === undefined ? [] : [{ kind: 'terminal', terminal }];
    });
  }
}

function collect(into: Map<string, { append: string } | 'put'>, id: string, text: string): void {
  const known = into.get(id);
  if (known === undefined) into.set(id, { append: text });
  // A whole entry that still has to leave contains the text already.
  else if (known !== 'put') known.append += text;
}
