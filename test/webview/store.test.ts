import assert from 'node:assert/strict';
import { ChatStore, PAGE_SIZE, TERMINAL_LIMIT } from '../../src/webview/store';
import { message, permission, snapshot, status, terminal, tool } from './support/builders';

function newStore(): {
  readonly store: ChatStore;
  readonly frame: () => void;
  readonly frames: () => number;
} {
  const waiting: (() => void)[] = [];
  let frames = 0;
  const store = new ChatStore((flush) => {
    frames += 1;
    waiting.push(flush);
  });
  return { store, frame: () => waiting.splice(0).forEach((flush) => flush()), frames: () => frames };
}

describe('store', () => {
  it('wakes only the entry that grew', () => {
    const { store, frame } = newStore();
    store.load(snapshot({ entries: [message('a', 'x'), message('b', 'y')] }));
    frame();
    const woken: string[] = [];
    for (const topic of ['entry:a', 'entry:b', 'status', 'pages', 'page:0'] as const) {
      store.watch(topic, () => woken.push(topic));
    }
    store.apply({ kind: 'append', id: 'b', text: 'z' });
    frame();
    assert.deepEqual(woken, ['entry:b']);
    assert.equal(store.entry('b')?.log?.toString(), 'yz');
  });

  it('announces a thousand chunks of one frame once', () => {
    const { store, frame, frames } = newStore();
    store.load(snapshot({ entries: [message('a', '')] }));
    frame();
    let woken = 0;
    const before = frames();
    store.watch('entry:a', () => (woken += 1));
    for (let chunk = 0; chunk < 1_000; chunk += 1) store.apply({ kind: 'append', id: 'a', text: 'x' });
    frame();
    assert.equal(woken, 1);
    assert.equal(frames() - before, 1);
  });

  it('asks for no frame while nothing changes (B107)', () => {
    const { store, frame, frames } = newStore();
    store.load(snapshot());
    frame();
    const before = frames();
    frame();
    assert.equal(frames(), before);
  });

  it('adds an entry by touching one page, not the list', () => {
    const { store, frame } = newStore();
    store.load(
      snapshot({ entries: Array.from({ length: PAGE_SIZE * 3 - 1 }, (_, n) => message(`m${n}`, '')) }),
    );
    frame();
    const woken: string[] = [];
    for (const topic of ['pages', 'page:0', 'page:1', 'page:2'] as const)
      store.watch(topic, () => woken.push(topic));
    store.apply({ kind: 'put', entry: message('last', '') });
    frame();
    assert.deepEqual(woken, ['page:2']);
    store.apply({ kind: 'put', entry: message('next', '') });
    frame();
    assert.deepEqual(woken, ['page:2', 'pages']);
    assert.deepEqual(store.pages[3]?.ids, ['next']);
  });

  it('replaces an entry where it stands', () => {
    const { store } = newStore();
    store.load(snapshot({ entries: [tool('t'), message('m', '')] }));
    store.apply({ kind: 'put', entry: tool('t', { status: 'completed' }) });
    assert.deepEqual(store.pages[0]?.ids, ['t', 'm']);
    const view = store.entry('t')?.view;
    assert.equal(view?.kind === 'tool' && view.tool.status, 'completed');
  });

  it('keeps the reader of a message when a put continues its text', () => {
    const { store } = newStore();
    store.load(snapshot({ entries: [message('m', 'one')] }));
    const log = store.entry('m')?.log;
    const first = log?.since(undefined);
    store.apply({ kind: 'put', entry: message('m', 'one two') });
    const news = store.entry('m')?.log?.since(first?.cursor);
    assert.deepEqual([news?.restart, news?.text], [false, ' two']);
    store.apply({ kind: 'put', entry: message('m', 'other') });
    assert.deepEqual(store.entry('m')?.log?.since(news?.cursor).restart, true);
  });

  it('removes an entry and forgets that it was last', () => {
    const { store } = newStore();
    store.load(snapshot({ entries: [message('a', ''), message('b', '')] }));
    store.apply({ kind: 'remove', id: 'b' });
    assert.equal(store.lastId, 'a');
    assert.equal(store.entry('b'), undefined);
    store.apply({ kind: 'remove', id: 'nobody' });
  });

  it('lists what waits for the person until it is settled', () => {
    const { store } = newStore();
    store.load(snapshot({ entries: [tool('t', { title: 'rm', permission: permission() })] }));
    assert.deepEqual(store.waiting, [{ entryId: 't', kind: 'permission', title: 'rm' }]);
    store.apply({ kind: 'put', entry: tool('t', { permission: permission({ state: 'cancelled' }) }) });
    assert.deepEqual(store.waiting, []);
  });

  it('forgets the beginning of endless terminal output', () => {
    const { store } = newStore();
    store.load(snapshot({ terminals: [terminal()] }));
    for (let n = 0; n < 1_000; n += 1)
      store.apply({ kind: 'output', id: 't1', text: `${n}`.padEnd(999, '.') + '\n' });
    const log = store.terminal('t1')?.log;
    assert.ok(log !== undefined && log.cut && log.length <= TERMINAL_LIMIT * 1.25);
    assert.match(log.toString(), /999\.+\n$/);
  });

  it('ignores deltas of a kind it does not know', () => {
    const { store } = newStore();
    store.load(snapshot());
    store.apply({ kind: 'sparkle' } as never);
    store.apply({ kind: 'append', id: 'nobody', text: 'x' });
    store.apply({ kind: 'status', status: status({ busy: true }) });
    assert.equal(store.status.busy, true);
  });

  it('may have its watchers ended while they are told', () => {
    const { store, frame } = newStore();
    store.load(snapshot());
    frame();
    const end = store.watch('status', () => end());
    store.apply({ kind: 'status', status: status() });
    frame();
  });
});
