import assert from 'node:assert/strict';
import type { ChatSnapshot, Delta } from '../../src/shared/view';
import { ChatStore } from '../../src/webview/store';
import { Sync } from '../../src/webview/sync';
import { message, snapshot } from './support/builders';

interface Answer {
  readonly seq: number;
  readonly chat: ChatSnapshot;
}

function setUp(): {
  readonly store: ChatStore;
  readonly sync: Sync;
  readonly drafts: string[];
  readonly asks: {
    readonly reply: (answer: Answer) => Promise<void>;
    readonly fail: (why: string) => Promise<void>;
  }[];
  readonly text: () => string | undefined;
} {
  const store = new ChatStore(() => undefined);
  const drafts: string[] = [];
  const asks: ReturnType<typeof setUp>['asks'] = [];
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const sync = new Sync({
    store,
    onDraft: (draft) => drafts.push(draft),
    ask: () =>
      new Promise((resolve, reject) => {
        asks.push({
          reply: (answer) => (resolve(answer), settled()),
          fail: (why) => (reject(new Error(why)), settled()),
        });
      }),
  });
  return { store, sync, drafts, asks, text: () => store.entry('m')?.log?.toString() };
}

const more = (text: string): readonly Delta[] => [{ kind: 'append', id: 'm', text }];
const chat = (text: string, draft = ''): ChatSnapshot => snapshot({ entries: [message('m', text)], draft });

describe('sync', () => {
  it('draws the snapshot and then the deltas that follow it', async () => {
    const { sync, asks, text } = setUp();
    void sync.start();
    await asks[0]?.reply({ seq: 4, chat: chat('a') });
    sync.deltas({ seq: 5, deltas: more('b') });
    sync.deltas({ seq: 6, deltas: more('c') });
    assert.equal(text(), 'abc');
    assert.equal(asks.length, 1);
  });

  it('ignores deltas that the snapshot already holds', async () => {
    const { sync, asks, text } = setUp();
    void sync.start();
    await asks[0]?.reply({ seq: 4, chat: chat('a') });
    sync.deltas({ seq: 3, deltas: more('old') });
    sync.deltas({ seq: 4, deltas: more('old') });
    assert.equal(text(), 'a');
  });

  it('asks for a snapshot again when a batch is missing', async () => {
    const { sync, asks, text } = setUp();
    void sync.start();
    await asks[0]?.reply({ seq: 4, chat: chat('a') });
    sync.deltas({ seq: 6, deltas: more('c') });
    assert.equal(text(), 'a');
    assert.equal(asks.length, 2);
    await asks[1]?.reply({ seq: 6, chat: chat('abc') });
    sync.deltas({ seq: 7, deltas: more('d') });
    assert.equal(text(), 'abcd');
  });

  it('loses nothing that arrives while a snapshot is on its way (B118)', async () => {
    const { sync, asks, text } = setUp();
    void sync.start();
    for (const [seq, part] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ] as const)
      sync.deltas({ seq, deltas: more(part) });
    await asks[0]?.reply({ seq: 2, chat: chat('ab') });
    assert.equal(text(), 'abc');
  });

  it('shows another conversation with its own draft after a reset', async () => {
    const { sync, asks, drafts, text } = setUp();
    void sync.start();
    await asks[0]?.reply({ seq: 1, chat: chat('a', 'first') });
    sync.reset();
    await asks[1]?.reply({ seq: 9, chat: chat('z', 'second') });
    assert.equal(text(), 'z');
    assert.deepEqual(drafts, ['first', 'second']);
  });

  it('keeps what is being typed when only a gap was repaired', async () => {
    const { sync, asks, drafts } = setUp();
    void sync.start();
    await asks[0]?.reply({ seq: 1, chat: chat('a', 'mine') });
    sync.deltas({ seq: 5, deltas: [] });
    await asks[1]?.reply({ seq: 5, chat: chat('a', 'older') });
    assert.deepEqual(drafts, ['mine']);
  });

  it('uses only the newest answer when two resets follow each other', async () => {
    const { sync, asks, text } = setUp();
    void sync.start();
    sync.reset();
    await asks[1]?.reply({ seq: 1, chat: chat('new') });
    await asks[0]?.reply({ seq: 1, chat: chat('old') });
    assert.equal(text(), 'new');
  });

  it('says why when the snapshot fails, and tries again when asked', async () => {
    const { sync, asks, store } = setUp();
    void sync.start();
    await asks[0]?.fail('no host');
    assert.deepEqual(store.phase, { kind: 'failed', message: 'no host' });
    void sync.start();
    assert.deepEqual(store.phase, { kind: 'loading' });
    await asks[1]?.reply({ seq: 1, chat: chat('a') });
    assert.deepEqual(store.phase, { kind: 'ready', generation: 1 });
  });
});
