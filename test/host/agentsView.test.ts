import * as assert from 'node:assert/strict';
import { agentsView, chooseInRow, noRow, pressInRow, row, rowSays } from './agentsRows';
import { byTestId, chat, children } from './driver';
import { marker } from './fakeAgent';
import { configure, useOwnComputer } from './ownComputer';
import { ui } from './ui';
import { eventually } from './wait';

describe('the agents view', () => {
  const computer = useOwnComputer();

  before(() => agentsView.open());
  afterEach(async () => {
    for (const name of ['gemini', 'opencode', 'agent']) await computer.removeProgram(name);
    await computer.lookAgain();
  });

  async function found(...programs: readonly string[]): Promise<void> {
    for (const name of programs) await computer.addProgram(name);
    await computer.lookAgain();
  }

  it('says what to do when nothing is found, and starts the demo agent from there', async () => {
    await configure('detection.programs', false);
    try {
      await found();
      await eventually(async () => (await agentsView.welcome()).includes('No coding agent was found'), {
        what: 'the welcome text',
      });
      const text = await agentsView.welcome();
      assert.match(text, /Install an Agent[\s\S]*Try the Demo Agent/);
      await ui.page.click(`${agentsView.pane} .monaco-button:has-text("Try the Demo Agent")`);
      await chat.idle();
      await ui.webview.waitFor(`${byTestId('agent-button')}:has-text("Demo agent")`);
    } finally {
      await configure('detection.programs', undefined);
    }
  });

  it('lists an agent that is found, starts a session by one click, stops and restarts it', async () => {
    computer.uses('gemini');
    await found('gemini');
    await rowSays('Gemini CLI', /^Ready$/);
    await ui.page.click(row('Gemini CLI'));
    await chat.idle();
    await rowSays('Gemini CLI', /^1 session$/);
    await chat.turn('hello');
    await chat.says(/gemini heard hello/);
    const [first] = children('/gemini');
    assert.ok(first !== undefined);

    await chooseInRow('Gemini CLI', 'Restart Agent');
    const second = await eventually(() => children('/gemini').find(({ pid }) => pid !== first.pid), {
      what: 'another process',
    });
    await rowSays('Gemini CLI', /^1 session$/);
    await eventually(() => children('/gemini').every(({ pid }) => pid === second.pid), {
      what: 'only the new process',
    });

    await pressInRow('Gemini CLI', 'Stop Agent');
    await eventually(() => children('/gemini').length === 0, { what: 'no process' });
    await rowSays('Gemini CLI', /^Ready$/);
  });

  it('stops an agent from the context menu, also one that is not shown', async () => {
    computer.uses('gemini');
    await found('gemini');
    await ui.page.click(row('Gemini CLI'));
    await rowSays('Gemini CLI', /^1 session$/);
    await ui.page.click(row('Demo agent'));
    await ui.webview.waitFor(`${byTestId('agent-button')}:has-text("Demo agent")`);
    await chooseInRow('Gemini CLI', 'Stop Agent');
    await eventually(() => children('/gemini').length === 0, { what: 'no process' });
    assert.equal(await chat.state(), 'ready');
  });

  it('shows the same agents in the empty chat, where one click starts one', async () => {
    computer.uses('opencode', 'gemini');
    await found('gemini', 'opencode');
    await chat.fresh();
    await ui.webview.click(`${byTestId('agent-choices')} [data-agent=opencode]`);
    await chat.idle();
    await rowSays('OpenCode', /^1 session$/);
    await chat.turn('hello');
    await chat.says(/opencode heard hello/);
  });

  it('takes a program of a common name only when it is the one meant (B17)', async () => {
    await noRow('Gemini CLI');
    await computer.addProgram('agent', marker('agent of another firm', computer.log));
    await found('gemini');
    await rowSays('Gemini CLI', /^Ready$/);
    await noRow('Cursor');
  });
});
