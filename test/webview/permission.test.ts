import './support/dom';
import assert from 'node:assert/strict';
import { message, permission, snapshot, status, tool } from './support/builders';
import { openPanel, type Panel } from './support/panel';
import { until } from './support/wait';

describe('permissions', () => {
  let panel: Panel;
  const answers = (): unknown[] =>
    panel.sent.filter(({ method }) => method === 'permission').map(({ params }) => params);
  const asking = (over: Parameters<typeof permission>[0] = {}): ReturnType<typeof tool> =>
    tool('t', { title: 'rm -rf x', permission: permission(over) });

  afterEach(() => panel.close());

  it('shows every option in order and answers with exactly that option (B57, B60)', async () => {
    const options = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map((label, n) => ({
      id: `x-${n}`,
      label,
      kind: 'allow_once',
    }));
    panel = await openPanel(snapshot({ entries: [asking({ options })] }));
    const buttons = panel.all('permission-option');
    assert.deepEqual(
      buttons.map(({ textContent }) => textContent),
      ['Alpha', 'Bravo', 'Charlie', 'Delta'],
    );
    buttons[2]?.click();
    assert.deepEqual(answers(), [{ requestId: 'p1', optionId: 'x-2' }]);
  });

  it('makes allow the primary choice, and a made-up kind not', async () => {
    const options = ['allow_always', 'reject_once', 'yolo'].map((kind) => ({ id: kind, label: kind, kind }));
    panel = await openPanel(snapshot({ entries: [asking({ options })] }));
    assert.deepEqual(
      panel.all('permission-option').map((button) => button.getAttribute('appearance')),
      ['primary', 'secondary', 'secondary'],
    );
  });

  for (const state of ['answered', 'cancelled'] as const) {
    it(`ignores a late click on a card that is ${state} (B55)`, async () => {
      panel = await openPanel(snapshot({ entries: [asking()] }));
      const [early] = panel.all('permission-option');
      panel.deltas({
        kind: 'put',
        entry: asking(state === 'answered' ? { state, answer: 'Allow' } : { state }),
      });
      const outcome = await until(() => panel.all('permission-outcome')[0], 'the outcome');
      early?.click();
      panel.all('permission-option').forEach((button) => button.click());
      assert.deepEqual(answers(), []);
      assert.match(outcome.textContent, state === 'answered' ? /You chose: Allow/ : /No longer needed/);
    });
  }

  it('says in the dock what waits, without scrolling or taking the focus (B117)', async () => {
    panel = await openPanel(snapshot({ entries: [message('m', 'x')], status: status({ busy: true }) }));
    const transcript = panel.find('transcript');
    const focused = document.activeElement;
    transcript.scrollTop = 0;
    panel.deltas({ kind: 'put', entry: asking() });
    const line = await until(() => panel.all('waiting')[0], 'the line');
    assert.match(line.textContent, /rm -rf x/);
    assert.equal(transcript.scrollTop, 0);
    assert.equal(document.activeElement, focused);
    panel.deltas({ kind: 'put', entry: asking({ state: 'cancelled' }) });
    await until(() => panel.all('waiting').length === 0, 'its end');
  });

  it('keeps several open requests apart (B64)', async () => {
    const entries = [1, 2, 3, 4].map((n) =>
      tool(`t${n}`, { permission: permission({ requestId: `p${n}` }) }),
    );
    panel = await openPanel(snapshot({ entries }));
    const buttons = panel.all('permission-option').filter(({ dataset }) => dataset['optionId'] === 'yes');
    for (const n of [3, 1, 4, 2]) buttons[n - 1]?.click();
    assert.deepEqual(
      answers(),
      [3, 1, 4, 2].map((n) => ({ requestId: `p${n}`, optionId: 'yes' })),
    );
    assert.match(panel.find('waiting').textContent, /4 waiting/);
  });

  it('grants nothing by Esc (B65)', async () => {
    panel = await openPanel(snapshot({ entries: [asking()] }));
    for (const element of [panel.find('permission-option'), panel.find('tool-card'), document.body]) {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }
    assert.deepEqual(answers(), []);
  });
});
