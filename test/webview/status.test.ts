import './support/dom';
import assert from 'node:assert/strict';
import type { AgentState, PlanEntryView, StatusView } from '../../src/shared/view';
import { loadTranslations, t } from '../../src/webview/text';
import { message, permission, snapshot, status, tool } from './support/builders';
import { openPanel, type Panel } from './support/panel';
import { until } from './support/wait';

describe('status', () => {
  let panel: Panel;
  const put = (over: Partial<StatusView>): void => panel.deltas({ kind: 'status', status: status(over) });
  const said = (): string => panel.find('live-region').textContent;

  beforeEach(async () => {
    panel = await openPanel(snapshot({ entries: [message('m', 'x')] }));
  });
  afterEach(() => panel.close());

  for (const state of [
    'stopped',
    'starting',
    'ready',
    'working',
    'waiting',
    'failed',
  ] as const satisfies readonly AgentState[]) {
    it(`names the agent that is ${state}, with the reason in the tooltip`, async () => {
      put({ agent: { id: 'a', name: 'Agent A', state, detail: 'because' } });
      const word = await until(() => panel.root.querySelector<HTMLElement>(`[data-state=${state}]`), state);
      assert.notEqual(word.textContent, '');
      await until(() => panel.find('agent-button').title === 'because', 'the reason');
      assert.equal(panel.all('restart').length, state === 'stopped' || state === 'failed' ? 1 : 0);
    });
  }

  it('asks for another agent, a restart and a new session', async () => {
    put({ agent: { id: 'a', name: 'A', state: 'failed' } });
    await until(() => panel.all('restart')[0], 'the restart button');
    for (const id of ['agent-button', 'restart', 'new-session']) panel.find(id).click();
    assert.deepEqual(
      panel.sent.map(({ params }) => params),
      ['selectAgent', 'restart', 'newSession'].map((action) => ({ action })),
    );
  });

  it('names the folder of the session where there are several, and changes it (B51)', async () => {
    assert.equal(panel.all('folder').length, 0);
    put({ folder: { name: 'library', path: '/w/library', alone: true } });
    const button = await until(() => panel.all('folder')[0], 'the folder');
    assert.equal(button.textContent, 'library');
    assert.match(button.title, /^\/w\/library\. The other folders are out of reach/);
    button.click();
    assert.deepEqual(
      panel.sent.map(({ params }) => params),
      [{ action: 'changeFolder' }],
    );
    put({ folder: { name: 'library', path: '/w/library', alone: false } });
    await until(() => button.title.includes('with the other folders'), 'all folders');
  });

  it('shows how much of the context is used', async () => {
    put({ usage: { used: 24_300, size: 200_000 } });
    await until(() => panel.root.textContent.includes('12% of 200k'), 'the usage');
    put({ usage: { used: 5, size: 0 } });
    await until(() => !panel.root.textContent.includes('%'), 'no usage');
  });

  it('replaces the plan as a whole and hides it when it is empty (B120)', async () => {
    const plan: PlanEntryView[] = [
      { text: '__a__', status: 'completed' },
      { text: 'b', status: 'in_progress' },
      { text: 'c', status: 'someday' as never, priority: 'urgent' },
    ];
    put({ plan });
    await until(() => panel.all('plan')[0]?.textContent.includes('1 of 3'), 'three entries');
    panel.find('plan').querySelector('button')?.click();
    await until(() => panel.find('plan').querySelectorAll('li').length === 3, 'the open list');
    assert.match(panel.find('plan').textContent, /__a__/);
    put({ plan: [{ text: 'only', status: 'completed' }] });
    await until(() => panel.find('plan').querySelectorAll('li').length === 1, 'one entry');
    put({ plan: [] });
    await until(() => panel.all('plan').length === 0, 'no plan');
  });

  it('announces changes of state but not the text that streams', async () => {
    put({ busy: true, agent: { id: 'demo', name: 'Demo', state: 'working' } });
    await until(() => said() === 'Demo is working', 'working');
    panel.deltas({ kind: 'append', id: 'm', text: 'secret words' });
    await panel.drawn();
    assert.equal(said(), 'Demo is working');
    panel.deltas({ kind: 'put', entry: tool('t', { title: 'npm test', permission: permission() }) });
    await until(() => said() === 'Waiting for permission: npm test', 'waiting');
    panel.deltas({
      kind: 'put',
      entry: tool('t', { title: 'npm test', permission: permission({ state: 'answered' }) }),
    });
    put({ busy: false });
    await until(() => said() === 'Turn ended', 'the end');
    panel.deltas({
      kind: 'put',
      entry: { kind: 'error', id: 'e', error: { title: 'It broke', remedy: '', actions: [] } },
    });
    put({ agent: { id: 'demo', name: 'Demo', state: 'failed' } });
    await until(() => said() === 'Failed: It broke', 'the failure');
    assert.equal(panel.find('transcript').getAttribute('aria-live'), 'off');
  });

  it('offers to try again when the conversation cannot be loaded', async () => {
    panel.store.setPhase({ kind: 'failed', message: 'no answer' });
    const retry = await until(() => panel.all('retry')[0], 'the button');
    const before = panel.requests.length;
    retry.click();
    await until(() => panel.requests.length > before && panel.all('transcript')[0], 'the conversation');
  });

  it('shows another conversation after a reset and nothing of the one before', async () => {
    panel.deltas({ kind: 'put', entry: message('n', 'old words') });
    await until(() => panel.root.textContent.includes('old words'), 'the old words');
    panel.receive({ kind: 'notify', method: 'reset', params: {} });
    await until(() => !panel.root.textContent.includes('old words'), 'the other conversation');
    assert.equal(panel.all('entry').length, 1);
  });
});

describe('text', () => {
  afterEach(() => loadTranslations('{}'));

  it('uses the translation of the English sentence and fills its places', () => {
    loadTranslations('{"{0} of {1}": "{1} / {0}", "Send": 7}');
    assert.equal(t('planSummary', 2, 5), '5 / 2');
    assert.equal(t('send'), 'Send');
  });

  it('stays English when the translations cannot be read', () => {
    loadTranslations('{not json');
    assert.equal(t('planSummary', 2, 5), '2 of 5');
  });
});
