import './support/dom';
import assert from 'node:assert/strict';
import { message, snapshot, status } from './support/builders';
import { openPanel, type Panel } from './support/panel';
import { until } from './support/wait';

describe('agents to choose from', () => {
  let panel: Panel;
  const choices = [
    { id: 'gemini', name: 'Gemini CLI' },
    { id: 'claude-acp', name: 'Claude Code', needs: 'Needs its ACP adapter' },
  ];

  afterEach(() => panel.close());

  it('stand in an empty chat, each one click away, and the way to more', async () => {
    panel = await openPanel(snapshot({ status: status({ choices }) }));
    const list = await until(() => panel.all('agent-choices')[0], 'the list');
    const buttons = [...list.querySelectorAll<HTMLButtonElement>('[data-agent]')];
    assert.deepEqual(
      buttons.map(({ textContent }) => textContent),
      ['Gemini CLI', 'Claude CodeNeeds its ACP adapter'],
    );
    buttons[1]?.click();
    panel.find('install-agent').click();
    assert.deepEqual(
      panel.sent.map(({ method, params }) => [method, params]),
      [
        ['chooseAgent', { id: 'claude-acp' }],
        ['action', { action: 'installAgent' }],
      ],
    );
  });

  it('are not guessed while they are looked for, and none is said to be none', async () => {
    panel = await openPanel(snapshot({ status: status() }));
    assert.equal(panel.all('agent-choices').length, 0);
    panel.deltas({ kind: 'status', status: status({ choices: [] }) });
    const list = await until(() => panel.all('agent-choices')[0], 'the list');
    assert.match(list.textContent, /No other agent/);
    assert.ok(panel.find('install-agent'));
  });

  it('leave with the first message', async () => {
    panel = await openPanel(snapshot({ status: status({ choices }) }));
    await until(() => panel.all('agent-choices')[0], 'the list');
    panel.deltas({ kind: 'put', entry: message('m', 'hello') });
    await until(() => panel.all('agent-choices').length === 0, 'no list');
  });
});
