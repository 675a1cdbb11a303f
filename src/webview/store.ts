// The webview's copy of the conversation. Each part has its own topic, so that a delta wakes only
// what shows it; topics touched between two frames are announced together, once.
import type { ChatSnapshot, Delta, EntryView, StatusView, TerminalView } from '../shared/view';
import { TextLog } from './textLog';

export type Topic =
  'phase' | 'status' | 'pages' | 'waiting' | `page:${number}` | `entry:${string}` | `terminal:${string}`;

export type Phase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  /** `generation` grows with every snapshot. */
  | { readonly kind: 'ready'; readonly generation: number };

/** Entries are listed in pages, so that adding one touches one short list. */
export interface Page {
  readonly number: number;
  readonly ids: readonly string[];
}

export interface EntryRecord {
  readonly view: EntryView;
  /** The text of a message or thought: it grows here and not in `view`. */
  readonly log: TextLog | undefined;
  readonly page: number;
}

export interface TerminalRecord {
  readonly view: TerminalView;
  readonly log: TextLog;
}

/** Something in the transcript that only the person can settle. */
export interface WaitingItem {
  readonly entryId: string;
  readonly kind: 'permission' | 'review';
  readonly title: string;
}

/** Entries of one page: few, because a page is drawn as a whole in one task. */
export const PAGE_SIZE = 20;
/** Characters of one terminal's output that are kept. */
export const TERMINAL_LIMIT = 200_000;

const nothing: StatusView = {
  agent: { id: '', name: '', state: 'stopped' },
  busy: false,
  cancelling: false,
  cwd: '',
  plan: [],
  commands: [],
  queue: [],
  attachments: [],
};

function textOf(entry: EntryView): string | undefined {
  return entry.kind === 'agent' || entry.kind === 'thought' ? entry.text : undefined;
}

function waitingFor(entry: EntryView): WaitingItem | undefined {
  if (entry.kind === 'tool' && entry.tool.permission?.state === 'open') {
    return { entryId: entry.id, kind: 'permission', title: entry.tool.title };
  }
  if (entry.kind === 'review' && entry.review.state === 'open') {
    return { entryId: entry.id, kind: 'review', title: entry.review.label };
  }
  return undefined;
}

export class ChatStore {
  phase: Phase = { kind: 'loading' };
  status: StatusView = nothing;
  /** Open permissions and reviews, oldest first. */
  waiting: readonly WaitingItem[] = [];
  lastId: string | undefined;
  private list: Page[] = [];
  private generation = 0;
  private entries = new Map<string, EntryRecord>();
  private terminals = new Map<string, TerminalRecord>();
  private readonly watchers = new Map<Topic, Set<() => void>>();
  private readonly touched = new Set<Topic>();

  /** `nextFrame` runs its argument once before the next paint. */
  constructor(private readonly nextFrame: (flush: () => void) => void) {}

  get pages(): readonly Page[] {
    return this.list;
  }

  entry(id: string): EntryRecord | undefined {
    return this.entries.get(id);
  }

  terminal(id: string): TerminalRecord | undefined {
    return this.terminals.get(id);
  }

  /** Returns the function that ends the watching. */
  watch(topic: Topic, listener: () => void): () => void {
    const listeners = this.watchers.get(topic) ?? new Set();
    this.watchers.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.watchers.get(topic) === listeners) this.watchers.delete(topic);
    };
  }

  load(chat: ChatSnapshot): void {
    this.entries = new Map();
    this.terminals = new Map();
    this.list = [];
    this.waiting = [];
    this.lastId = undefined;
    this.status = chat.status;
    for (const terminal of chat.terminals) this.putTerminal(terminal);
    const pages: string[][] = [];
    for (const entry of chat.entries) {
      if (this.entries.has(entry.id)) continue;
      const full = (pages.at(-1)?.length ?? PAGE_SIZE) >= PAGE_SIZE;
      if (full) pages.push([]);
      pages.at(-1)?.push(entry.id);
      this.remember(entry, pages.length - 1);
    }
    this.list = pages.map((ids, number) => ({ number, ids }));
    this.setPhase({ kind: 'ready', generation: ++this.generation });
    this.touch('status');
    this.touch('waiting');
  }

  setPhase(phase: Phase): void {
    this.phase = phase;
    this.touch('phase');
  }

  apply(delta: Delta): void {
    switch (delta.kind) {
      case 'append':
        this.entries.get(delta.id)?.log?.append(delta.text);
        this.touch(`entry:${delta.id}`);
        return;
      case 'put':
        this.putEntry(delta.entry);
        return;
      case 'remove':
        this.removeEntry(delta.id);
        return;
      case 'status':
        this.status = delta.status;
        this.touch('status');
        return;
      case 'terminal':
        this.putTerminal(delta.terminal);
        return;
      case 'output':
        this.terminals.get(delta.id)?.log.append(delta.text);
        this.touch(`terminal:${delta.id}`);
    }
  }

  private putEntry(entry: EntryView): void {
    const known = this.entries.get(entry.id);
    if (known === undefined) {
      this.addToPages(entry);
      return;
    }
    this.remember(entry, known.page);
    this.touch(`entry:${entry.id}`);
  }

  private addToPages(entry: EntryView): void {
    const last = this.list.at(-1);
    const before = this.lastId;
    if (last === undefined || last.ids.length >= PAGE_SIZE) {
      this.list.push({ number: this.list.length, ids: [entry.id] });
      this.touch('pages');
    } else {
      this.replacePage({ number: last.number, ids: [...last.ids, entry.id] });
    }
    this.remember(entry, this.list.length - 1);
    // What was last may look different once something follows it.
    if (before !== undefined) this.touch(`entry:${before}`);
  }

  private removeEntry(id: string): void {
    const page = this.list[this.entries.get(id)?.page ?? -1];
    if (page === undefined) return;
    this.entries.delete(id);
    this.replacePage({ number: page.number, ids: page.ids.filter((other) => other !== id) });
    if (this.lastId === id) this.lastId = this.list.findLast(({ ids }) => ids.length > 0)?.ids.at(-1);
    this.setWaiting(id, undefined);
  }

  private replacePage(page: Page): void {
    this.list[page.number] = page;
    this.touch(`page:${page.number}`);
  }

  private remember(entry: EntryView, page: number): void {
    const known = this.entries.get(entry.id);
    const text = textOf(entry);
    const log = text === undefined ? undefined : (known?.log ?? new TextLog(text));
    if (text !== undefined && known?.log !== undefined) known.log.set(text);
    this.entries.set(entry.id, { view: entry, log, page });
    if (known === undefined) this.lastId = entry.id;
    this.setWaiting(entry.id, waitingFor(entry));
  }

  private setWaiting(entryId: string, item: WaitingItem | undefined): void {
    const known = this.waiting.some((other) => other.entryId === entryId);
    if (!known && item === undefined) return;
    this.waiting = known
      ? this.waiting.flatMap((other) => (other.entryId === entryId ? (item ?? []) : other))
      : [...this.waiting, ...(item === undefined ? [] : [item])];
    this.touch('waiting');
  }

  private putTerminal(terminal: TerminalView): void {
    const log = this.terminals.get(terminal.id)?.log ?? new TextLog('', TERMINAL_LIMIT);
    log.set(terminal.output);
    this.terminals.set(terminal.id, { view: terminal, log });
    this.touch(`terminal:${terminal.id}`);
  }

  private touch(topic: Topic): void {
    if (this.touched.size === 0) this.nextFrame(() => this.flush());
    this.touched.add(topic);
  }

  private flush(): void {
    const topics = [...this.touched];
    this.touched.clear();
    for (const topic of topics) for (const listener of [...(this.watchers.get(topic) ?? [])]) listener();
  }
}
