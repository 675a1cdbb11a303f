import './support/dom';
import assert from 'node:assert/strict';
import type { EntryView, StatusView } from '../../src/shared/view';
import { snapshot, status } from './support/builders';
import { openPanel, type Panel } from './support/panel';
import { until } from './support/wait';

describe('logging in', () => {
  let panel: Panel;
  const put = (over: Partial<StatusView>): void => panel.deltas({ kind: 'status', status: status(over) });
  const said = (): string => panel.find('live-region').textContent;

  afterEach(() => panel.close());

  it('has a named button for every way, the first one in front, and sends which was pressed (B122)', async () => {
    const card: EntryView = {
      kind: 'error',
      id: 'e1',
      error: {
        title: 'Log in',
        remedy: 'Choose',
        actions: ['restart', 'showLog'],
        logins: [
          { id: 'b', label: 'Browser <b>', detail: 'Opens a page' },
          { id: 't', label: 'Terminal', detail: 'In a terminal' },
        ],
      },
    };
    panel = await openPanel(snapshot({ entries: [card] }));
    const ways = panel.all('error-login');
    assert.deepEqual(
      ways.map((way) => way.textContent),
      ['Browser <b>', 'Terminal'],
    );
    assert.equal(ways[0]?.getAttribute('aria-label'), 'Log in with Browser <b>: Opens a page');
    assert.deepEqual(
      [...ways, ...panel.all('error-action')].map((button) => button.getAttribute('appearance')),
      ['primary', 'secondary', 'secondary', 'secondary'],
    );
    ways[1]?.click();
    assert.deepEqual(panel.sent.at(-1)?.params, { action: 'logIn', entryId: 'e1', methodId: 't' });
  });

  it('shows and announces a login that goes on, with the way out of it (B125)', async () => {
    panel = await openPanel(snapshot());
    put({ login: { name: 'Terminal', canConfirm: true } });
    await until(() => said() === 'Logging in with “Terminal”…', 'the announcement');
    assert.equal(panel.find('login').getAttribute('aria-label'), 'Logging in with “Terminal”…');
    panel.find('login-confirm').click();
    panel.find('login-cancel').click();
    assert.deepEqual(
      panel.sent.map(({ method, params }) => [method, params]),
      [
        ['login', { action: 'confirm' }],
        ['login', { action: 'cancel' }],
      ],
    );
    put({ login: { name: 'Browser', canConfirm: false } });
    await until(() => panel.all('login-confirm').length === 0, 'nothing to confirm');
    assert.equal(panel.all('login-cancel').length, 1);
    put({});
    await until(() => panel.all('login').length === 0, 'no login');
    assert.equal(said(), 'No longer logging in');
  });
});
