import './support/dom';
import assert from 'node:assert/strict';
import type { EntryView } from '../../src/shared/view';
import { message, permission, snapshot, status, terminal, tool } from './support/builders';
import { openPanel, type Panel } from './support/panel';
import { until } from './support/wait';

describe('transcript', () => {
  let panel: Panel;
  async function open(
    entries: readonly EntryView[],
    over: Parameters<typeof snapshot>[0] = {},
  ): Promise<void> {
    panel = await openPanel(snapshot({ entries, ...over }));
  }
  const sent = (): unknown[] => panel.sent.map(({ method, params }) => [method, params]);

  afterEach(() => panel.close());

  it('draws every kind of entry with its kind and id', async () => {
    const entries: EntryView[] = [
      {
        kind: 'user',
        id: 'u',
        text: '# not *markdown*',
        attachments: [{ id: 'a', label: 'a.ts', detail: '/a.ts' }],
      },
      message('m', '*em*'),
      { kind: 'thought', id: 'th', text: 'hm' },
      tool('t'),
      { kind: 'notice', id: 'n', severity: 'warning', title: '__title__', description: 'why' },
      { kind: 'media', id: 'i', media: { kind: 'image', mimeType: 'image/png', data: 'AAAA' } },
      { kind: 'stop', id: 's', reason: 'max_tokens', text: 'Cut' },
      { kind: 'error', id: 'e', error: { title: 'T', remedy: 'R', actions: ['restart'] } },
    ];
    await open(entries);
    assert.deepEqual(
      panel.all('entry').map(({ dataset }) => [dataset['kind'], dataset['entryId']]),
      entries.map(({ kind, id }) => [kind, id]),
    );
    assert.match(panel.find('entry').textContent, /# not \*markdown\*/);
    assert.match(panel.find('notice').textContent, /__title__/);
    assert.equal(panel.root.querySelector('img')?.getAttribute('src'), 'data:image/png;base64,AAAA');
  });

  it('grows a message without drawing its entry again', async () => {
    await open([message('m', 'one')]);
    const [entry] = panel.all('entry');
    panel.deltas({ kind: 'append', id: 'm', text: ' two' });
    await until(() => entry?.textContent.includes('one two'), 'the text');
    assert.equal(panel.all('entry')[0], entry);
  });

  it('leaves other entries untouched when one grows', async () => {
    await open([message('a', 'x'), tool('t'), message('m', 'one')]);
    const seen: Node[] = [];
    const observer = new MutationObserver((records) => seen.push(...records.map(({ target }) => target)));
    for (const entry of panel.all('entry').slice(0, 2))
      observer.observe(entry, { subtree: true, childList: true, attributes: true });
    panel.deltas({ kind: 'append', id: 'm', text: ' two' }, { kind: 'put', entry: message('n', 'new') });
    await until(() => panel.all('entry').length === 4, 'the new entry');
    observer.disconnect();
    assert.deepEqual(seen, []);
  });

  it('draws all pages of a long conversation in the end, the newest first', async () => {
    await open(Array.from({ length: 200 }, (_, n) => message(`m${n}`, `text ${n}`)));
    assert.equal(panel.all('entry').at(-1)?.dataset['entryId'], 'm199');
    await until(() => panel.all('entry').length === 200, 'all entries');
  });

  it('shows titles, paths and labels as they are (B109, B171)', async () => {
    const title = '__init__.py *x* <b>';
    const options = [{ id: 'o', label: '<img src=x onerror=1> **b**', kind: 'allow_once' }];
    await open([
      tool('t', {
        title,
        locations: [{ path: '/a', label: '__a__<i>' }],
        permission: permission({ options }),
      }),
    ]);
    const card = panel.find('tool-card');
    assert.ok(card.textContent.includes(title));
    assert.ok(card.textContent.includes('__a__<i>'));
    assert.equal(panel.find('permission-option').textContent, '<img src=x onerror=1> **b**');
    assert.equal(card.querySelector('img, b, i, strong, em'), null);
  });

  it('keeps backticks in raw output (B108)', async () => {
    const output = 'a\n```\n````\n# b';
    await open([tool('t', { output, input: '{ "x": "`" }' })]);
    const [input, out] = panel.find('tool-card').querySelectorAll<HTMLElement>('.disclosure-button');
    assert.equal(panel.root.querySelector('pre'), null);
    input?.click();
    out?.click();
    await panel.drawn();
    assert.deepEqual(
      [...panel.root.querySelectorAll('pre')].map(({ textContent }) => textContent),
      ['{ "x": "`" }', output],
    );
  });

  it('shows tool kinds, statuses and entries that it does not know', async () => {
    await open([
      tool('t', { toolKind: 'teleport', status: 'dreaming' as never, title: '' }),
      tool('p', { toolKind: 'constructor' }),
      { kind: 'hologram', id: 'h' } as never,
      message('m', 'after'),
      { kind: 'media', id: 'i', media: { kind: 'image', mimeType: 'image/svg+xml', data: 'AAAA' } },
      { kind: 'media', id: 'x', media: { kind: 'scent', label: 'rose' } as never },
      {
        kind: 'error',
        id: 'e',
        error: { title: 'T', remedy: 'R', actions: ['explode' as never, 'showLog'] },
      },
    ]);
    assert.equal(panel.all('entry').length, 7);
    assert.match(panel.find('tool-card').textContent, /Unnamed tool call/);
    assert.equal(panel.root.querySelector('img'), null);
    assert.equal(panel.all('error-action').length, 1);
  });

  it('goes on when one entry cannot be drawn', async () => {
    await open([tool('bad', { locations: null as never }), message('m', 'after')]);
    await until(
      () => panel.root.textContent.includes('could not be shown') && panel.root.textContent.includes('after'),
      'both',
    );
  });

  it('opens places, changes and links through the host', async () => {
    const diff = { index: 3, path: '/b', label: 'b', added: 1, removed: 2, isNew: false };
    await open([
      tool('t', { locations: [{ path: '/a', label: 'a', line: 7 }], diffs: [diff] }),
      message('m', '[x](src/a.ts)\n\n```js\nlet a\n```\n\nend'),
    ]);
    panel.find('location-open').click();
    panel.find('diff-open').click();
    panel.root.querySelector<HTMLElement>('[data-href]')?.click();
    panel.root.querySelector<HTMLElement>('[data-code-action=insert]')?.click();
    assert.deepEqual(sent(), [
      ['openLocation', { path: '/a', line: 7 }],
      ['openDiff', { entryId: 't', index: 3 }],
      ['openLink', { href: 'src/a.ts' }],
      ['insertAtCursor', { text: 'let a' }],
    ]);
  });

  it('offers the actions of an error', async () => {
    await open([
      {
        kind: 'error',
        id: 'e',
        error: { title: 'T', remedy: 'R', details: '<x>', actions: ['restart', 'showLog'] },
      },
    ]);
    panel.all('error-action').forEach((button) => button.click());
    assert.deepEqual(sent(), [
      ['action', { action: 'restart', entryId: 'e' }],
      ['action', { action: 'showLog', entryId: 'e' }],
    ]);
  });

  it('opens a thought while it is the newest and closes it once something follows', async () => {
    await open([{ kind: 'thought', id: 'th', text: 'deep' }], { status: status({ busy: true }) });
    const button = (): string | null | undefined =>
      panel.root.querySelector('.disclosure-button')?.getAttribute('aria-expanded');
    assert.equal(button(), 'true');
    assert.match(panel.root.textContent, /deep/);
    panel.deltas({ kind: 'put', entry: message('m', 'so') });
    await until(() => button() === 'false', 'a closed thought');
  });

  it('answers a review until it is settled', async () => {
    const review = { path: '/a', label: 'a', added: 1, removed: 0, isNew: true };
    await open([{ kind: 'review', id: 'r', review: { ...review, state: 'open' } }]);
    for (const id of ['review-open', 'review-accept', 'review-reject']) panel.find(id).click();
    assert.deepEqual(
      sent(),
      ['open', 'accept', 'reject'].map((action) => ['review', { id: 'r', action }]),
    );
    panel.deltas({
      kind: 'put',
      entry: { kind: 'review', id: 'r', review: { ...review, state: 'rejected' } },
    });
    await until(() => panel.all('review-accept').length === 0, 'the outcome');
    assert.match(panel.find('review-outcome').textContent, /Rejected/);
  });

  it('appends terminal output as plain text and offers stop only while our own command runs', async () => {
    await open([tool('t', { terminalIds: ['t1'] })], { terminals: [terminal({ output: '# a\n' })] });
    panel.deltas({ kind: 'output', id: 't1', text: '**b** <i>\n' });
    await until(() => panel.find('terminal-output').textContent === '# a\n**b** <i>\n', 'the output');
    panel.find('terminal-stop').click();
    panel.find('terminal-reveal').click();
    assert.deepEqual(sent(), [
      ['terminal', { id: 't1', action: 'kill' }],
      ['terminal', { id: 't1', action: 'reveal' }],
    ]);
    const group = panel.root.querySelector('.text-group');
    panel.deltas({
      kind: 'terminal',
      terminal: terminal({ output: '# a\n**b** <i>\nend', running: false, exitCode: 3 }),
    });
    await until(() => panel.all('terminal-stop').length === 0, 'the end');
    assert.match(panel.find('terminal-ending').textContent, /Exit code 3/);
    assert.equal(panel.root.querySelector('.text-group'), group);
    panel.deltas({
      kind: 'terminal',
      terminal: terminal({ owned: false, running: false, signal: 'SIGKILL' }),
    });
    await until(() => panel.all('terminal-reveal').length === 0, 'a foreign terminal');
    assert.match(panel.find('terminal-ending').textContent, /SIGKILL/);
  });

  it('keeps only the end of output that is longer than anyone scrolls', async () => {
    await open([tool('t', { terminalIds: ['t1'] })], { terminals: [terminal()] });
    panel.deltas({ kind: 'output', id: 't1', text: 'line\n'.repeat(20_000) });
    await until(() => panel.find('terminal-output').textContent !== '', 'the output');
    assert.ok(panel.find('terminal-output').childElementCount <= 30);
  });
});
