import './support/dom';
import assert from 'node:assert/strict';
import { snapshot, status } from './support/builders';
import { Draft } from '../../src/webview/draft';
import { ComposerFocus } from '../../src/webview/focus';
import { openPanel, press, type, type Panel } from './support/panel';
import { until } from './support/wait';

const commands = [
  { name: 'plan', description: 'Make a plan' },
  { name: 'review', description: 'Review' },
  { name: 'compact', description: 'Shorten' },
];

describe('composer', () => {
  let panel: Panel;
  const box = (): HTMLTextAreaElement => panel.find('composer') as HTMLTextAreaElement;
  const prompts = (): unknown[] =>
    panel.requests.filter(({ method }) => method === 'prompt').map(({ params }) => params);
  const lastPrompt = (): number => panel.requests.findLast(({ method }) => method === 'prompt')?.id ?? -1;
  const stops = (): number => panel.sent.filter(({ method }) => method === 'stop').length;
  const options = (): string[] =>
    [...panel.root.querySelectorAll('[role=option]')].map(({ id }) => id.replace('slash-', ''));
  const current = (): string | undefined =>
    panel.root.querySelector('[aria-selected=true]')?.id.replace('slash-', '');

  async function open(over: Parameters<typeof status>[0] = {}, draft = ''): Promise<void> {
    panel = await openPanel(snapshot({ status: status(over), draft }));
  }
  async function write(text: string): Promise<void> {
    type(box(), text);
    await panel.drawn();
  }

  afterEach(() => panel.close());

  it('sends with Enter and clears the text only when the host has taken it', async () => {
    await open();
    await write('hello');
    press(box(), 'Enter');
    assert.deepEqual(prompts(), [{ text: 'hello' }]);
    assert.equal(box().value, 'hello');
    panel.receive({ kind: 'reply', id: lastPrompt(), result: { queued: false } });
    await until(() => box().value === '', 'an empty box');
  });

  it('keeps the text and says why when it could not be sent', async () => {
    await open();
    await write('hello');
    press(box(), 'Enter');
    panel.receive({ kind: 'failure', id: lastPrompt(), message: 'The agent is gone.' });
    const failure = await until(() => panel.all('send-failure')[0], 'the reason');
    assert.match(failure.textContent, /The agent is gone\./);
    assert.equal(box().value, 'hello');
    failure.querySelector('button')?.click();
    await until(() => panel.all('send-failure').length === 0, 'its end');
  });

  it('sends once however often Enter is pressed before the answer', async () => {
    await open();
    await write('hello');
    press(box(), 'Enter');
    press(box(), 'Enter');
    assert.equal(prompts().length, 1);
  });

  it('keeps what was typed while the prompt was on its way', async () => {
    await open();
    await write('hello');
    press(box(), 'Enter');
    await write('hello again');
    panel.receive({ kind: 'reply', id: lastPrompt(), result: { queued: false } });
    await panel.drawn();
    assert.equal(box().value, 'hello again');
  });

  it('starts a new line with Shift+Enter', async () => {
    await open();
    await write('hello');
    assert.equal(press(box(), 'Enter', { shiftKey: true }).defaultPrevented, false);
    assert.deepEqual(prompts(), []);
  });

  it('sends nothing when Enter confirms a conversion (B114)', async () => {
    await open();
    await write('にほん');
    press(box(), 'Enter', { isComposing: true });
    press(box(), 'Enter', { keyCode: 229 });
    assert.deepEqual(prompts(), []);
    press(box(), 'Enter');
    assert.equal(prompts().length, 1);
  });

  it('stops the turn with Esc, but not while composing (B115)', async () => {
    await open({ busy: true });
    press(box(), 'Escape', { isComposing: true });
    press(box(), 'Escape', { keyCode: 229 });
    assert.equal(stops(), 0);
    press(box(), 'Escape');
    assert.equal(stops(), 1);
  });

  it('does nothing with Esc while no turn runs', async () => {
    await open();
    press(box(), 'Escape');
    assert.equal(stops(), 0);
  });

  it('shows stop alone while busy, and both with text', async () => {
    await open({ busy: true });
    assert.deepEqual([panel.all('stop').length, panel.all('send').length], [1, 0]);
    await write('next');
    assert.deepEqual([panel.all('stop').length, panel.all('send').length], [1, 1]);
    panel.find('send').click();
    assert.deepEqual(prompts(), [{ text: 'next' }]);
  });

  it('cannot be stopped twice', async () => {
    await open({ busy: true, cancelling: true });
    panel.find('stop').click();
    press(box(), 'Escape');
    assert.equal(stops(), 0);
    assert.match(panel.root.textContent, /Stopping…/);
  });

  it('takes the draft from the snapshot and tells the host of changes (B118)', async () => {
    await open({}, 'half a tho');
    assert.equal(box().value, 'half a tho');
    await write('half a thought');
    assert.deepEqual(panel.sent, [{ kind: 'notify', method: 'draft', params: { text: 'half a thought' } }]);
  });

  it('keeps what is typed while another conversation is on its way', () => {
    const draft = new Draft({ notify: () => undefined });
    draft.asked();
    draft.set('typed meanwhile');
    draft.restore('old');
    assert.equal(draft.text, 'typed meanwhile');
    draft.asked();
    draft.restore('from the host');
    assert.equal(draft.text, 'from the host');
  });

  it('lists the commands that fit and inserts the chosen one', async () => {
    await open({ commands });
    await write('/');
    assert.deepEqual(options(), ['plan', 'review', 'compact']);
    press(box(), 'ArrowDown');
    await panel.drawn();
    assert.equal(current(), 'review');
    assert.equal(box().getAttribute('aria-activedescendant'), 'slash-review');
    press(box(), 'Tab');
    await panel.drawn();
    assert.equal(box().value, '/review ');
    assert.deepEqual(options(), []);
    assert.deepEqual(prompts(), []);
  });

  it('keeps the highlight when the list changes while it is open (B121)', async () => {
    await open({ commands });
    await write('/');
    press(box(), 'ArrowDown');
    await panel.drawn();
    panel.deltas({
      kind: 'status',
      status: status({ commands: [{ name: 'alpha', description: '' }, ...commands] }),
    });
    await until(() => options().length === 4, 'the longer list');
    assert.equal(current(), 'review');
    panel.deltas({ kind: 'status', status: status({ commands: commands.slice(0, 1) }) });
    await until(() => options().length === 1, 'the shorter list');
    assert.equal(current(), 'plan');
  });

  it('sends an unknown command as text (B121)', async () => {
    await open({ commands });
    await write('/unknown');
    press(box(), 'Enter');
    await write('/unknown arg');
    assert.deepEqual(prompts(), [{ text: '/unknown' }]);
    assert.deepEqual(options(), []);
  });

  it('closes only the list with Esc, even while a turn runs (B115)', async () => {
    await open({ commands, busy: true });
    await write('/p');
    press(box(), 'Escape');
    await panel.drawn();
    assert.deepEqual(options(), []);
    assert.equal(stops(), 0);
    await write('/pl');
    assert.deepEqual(options(), ['plan']);
  });

  it('puts the cursor into the box when the host asks', async () => {
    await open();
    panel.receive({ kind: 'notify', method: 'focusComposer', params: {} });
    assert.equal(document.activeElement, box());
  });

  it('fills the box with an example of the demo agent', async () => {
    await open();
    [...panel.find('welcome').querySelectorAll('button')]
      .find(({ textContent }) => textContent === 'make a plan')
      ?.click();
    await panel.drawn();
    assert.equal(box().value, 'make a plan');
    assert.equal(document.activeElement, box());
    assert.deepEqual(prompts(), []);
  });

  it('offers no examples for other agents', async () => {
    await open({ agent: { id: 'other', name: 'Other', state: 'ready' } });
    assert.equal(panel.find('welcome').querySelectorAll('button').length, 0);
  });

  it('removes what is queued and attached by its id', async () => {
    await open({
      busy: true,
      queue: [{ id: 'q', text: '**later**', attachments: [] }],
      attachments: [{ id: 'a', label: 'x.ts', detail: '/x.ts' }],
    });
    assert.match(panel.find('queued').textContent, /\*\*later\*\*/);
    panel.find('queued').querySelector('button')?.click();
    panel.find('attachment').querySelector('button')?.click();
    assert.deepEqual(
      panel.sent.map(({ method, params }) => [method, params]),
      [
        ['removeQueued', { id: 'q' }],
        ['removeAttachment', { id: 'a' }],
      ],
    );
  });
});

describe('focus of the composer', () => {
  it('remembers the request of the host until the box is drawn', () => {
    const focus = new ComposerFocus();
    let focused = 0;
    focus.ask();
    const end = focus.serve(() => (focused += 1));
    end();
    focus.ask();
    assert.equal(focused, 1);
  });
});
