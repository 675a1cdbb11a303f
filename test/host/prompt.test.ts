import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

describe('a prompt turn', () => {
  before(() => chat.open());
  beforeEach(() => chat.fresh());

  it('shows the prompt and the streamed answer', async () => {
    await chat.turn('echo good morning');
    assert.match(await chat.transcript(), /good morning/);
    assert.deepEqual(await ui.webview.texts(`${byTestId('entry')}[data-kind=agent]`), ['good morning']);
  });

  it('renders streamed Markdown with headings, a table and highlighted code', async () => {
    await chat.turn('markdown');
    assert.ok((await ui.webview.count(`${byTestId('transcript')} table`)) > 0);
    assert.ok((await ui.webview.count(`${byTestId('transcript')} pre code`)) > 0);
    assert.ok((await ui.webview.count(`${byTestId('transcript')} :is(h1, h2, h3)`)) > 0);
  });

  it('shows thoughts and a plan', async () => {
    await chat.turn('think');
    assert.equal(await ui.webview.count(`${byTestId('entry')}[data-kind=thought]`), 1);
    await chat.turn('plan');
    await ui.webview.waitFor(byTestId('plan'));
  });

  it('stops a running turn at once and says so', async () => {
    await chat.send('slow 200');
    await ui.webview.waitFor(`${byTestId('entry')}[data-kind=agent]`);
    await ui.webview.click(byTestId('stop'));
    await ui.webview.waitFor(byTestId('stop-reason'));
    await chat.idle();
    await chat.turn('echo after the stop');
  });

  it('stops with Escape in the composer', async () => {
    await chat.send('slow 200');
    await ui.webview.waitFor(`${byTestId('entry')}[data-kind=agent]`);
    await ui.webview.pressOn(byTestId('composer'), 'Escape');
    await ui.webview.waitFor(byTestId('stop-reason'));
    await chat.idle();
  });

  it('queues a prompt sent while the agent works and sends it afterwards', async () => {
    await chat.send('slow 10');
    await chat.send('echo from the queue');
    await ui.webview.waitFor(`${byTestId('entry')}[data-kind=agent]:has-text("from the queue")`, {
      timeout: 20_000,
    });
    await chat.idle();
  });

  it('tells each end of a turn apart', async () => {
    for (const [prompt, reason] of [
      ['refuse', /refused/],
      ['max tokens', /token limit/],
      ['nothing', /without any output/],
    ] as const) {
      await chat.turn(prompt);
      await eventually(async () =>
        (await ui.webview.texts(byTestId('stop-reason'))).some((text) => reason.test(text)),
      );
    }
  });

  it('keeps the session usable after the agent answers a prompt with an error', async () => {
    await chat.turn('fail');
    await ui.webview.waitFor(byTestId('error-card'));
    await chat.turn('echo still here');
    await chat.says(/still here/);
  });

  it('tolerates update kinds, content and tool kinds that it does not know (B32)', async () => {
    await chat.turn('unknown');
    assert.equal(await ui.webview.count(byTestId('error-card')), 0);
  });

  it('shows the whole of a long answer', async () => {
    await chat.turn('long 2000');
    await chat.says(/2000/);
  });

  it('keeps transcript and draft when the chat is hidden and shown again (B118)', async () => {
    await chat.turn('echo remember me');
    await ui.webview.fill(byTestId('composer'), 'half a thought');
    await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await chat.open();
    await chat.says(/remember me/);
    assert.equal(await ui.webview.value(byTestId('composer')), 'half a thought');
    await ui.webview.fill(byTestId('composer'), '');
  });

  it('goes on streaming while the chat is hidden', async () => {
    await chat.send('slow 15');
    await ui.webview.waitFor(`${byTestId('entry')}[data-kind=agent]`);
    await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await chat.open();
    await chat.idle();
    await chat.says(/15/);
  });

  it('carries a selection with its path, lines and text', async () => {
    const document = await vscode.workspace.openTextDocument({
      content: 'one\ntwo\nthree\n',
      language: 'plaintext',
    });
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = [new vscode.Selection(0, 0, 0, 3), new vscode.Selection(2, 0, 2, 5)];
    await vscode.commands.executeCommand('acpWorkbench.sendSelection');
    await eventually(async () => (await ui.webview.count(byTestId('attachment'))) === 2, {
      what: 'two attachments',
    });
    await chat.turn('attachments');
    await chat.says(/untitled:/);
    await chat.says(/L3-L3[\s\S]*three/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
