import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat, noReviewTab, onDisk, putFile, removeFile, reviewTab } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

// Every way to a command that a person has: keyboard, menus, status bar.

/** What is used of the page's globals; the tests know no DOM. */
interface PageGlobals {
  readonly document: { readonly activeElement: { getAttribute(name: string): string | null } | null };
}

describe('reaching commands', () => {
  let path = '';

  before(() => chat.open());
  beforeEach(async () => {
    path = await putFile('edit-me.txt', 'alpha\nbeta\ngamma\n');
    await chat.fresh();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFile(path);
  });

  async function attachments(count: number): Promise<void> {
    await eventually(async () => (await ui.webview.count(byTestId('attachment'))) === count, {
      what: `${String(count)} attachments`,
    });
  }

  /** A menu takes no mouse button right after it has opened, the keyboard it takes. */
  async function chooseInMenu(label: string): Promise<void> {
    await ui.page.hover(`.monaco-menu .action-label:has-text(${JSON.stringify(label)}) >> nth=0`);
    await ui.page.press('Enter');
  }

  it('sends a selection with the keyboard and puts the cursor into the composer', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
    editor.selection = new vscode.Selection(1, 0, 1, 4);
    await ui.page.waitFor('.monaco-editor.focused');
    await ui.page.press('Control+Alt+j');
    await attachments(1);
    assert.match(await ui.webview.text(byTestId('attachment')), /edit-me\.txt:2/);
    await eventually(
      () =>
        ui.webview.evaluate(
          () =>
            (globalThis as unknown as PageGlobals).document.activeElement?.getAttribute('data-testid') ===
            'composer',
        ),
      { what: 'the composer has the keyboard' },
    );
    await chat.turn('attachments');
    await chat.says(/edit-me\.txt#L2[\s\S]*beta/);
    await attachments(0);
  });

  it('sends a selection from the context menu of the editor', async () => {
    await vscode.window.showTextDocument(vscode.Uri.file(path));
    await ui.page.click('.monaco-editor .view-line:has-text("beta") >> nth=0', { button: 'right' });
    await chooseInMenu('Send Selection to Agent');
    await attachments(1);
    await ui.webview.click(`${byTestId('attachment')} button`);
    await attachments(0);
  });

  it('adds a file from the explorer', async () => {
    await vscode.commands.executeCommand('workbench.view.explorer');
    await ui.page.click('.explorer-folders-view .monaco-list-row:has-text("edit-me.txt")', {
      button: 'right',
    });
    await chooseInMenu('Add File to Prompt');
    await attachments(1);
    await chat.turn('attachments');
    await chat.says(/resource_link[\s\S]*edit-me\.txt/);
  });

  /** Opens the proposal from its card, which gives the diff the keyboard. */
  async function proposalWithKeyboard(): Promise<void> {
    await chat.send('edit edit-me.txt');
    await reviewTab();
    await ui.webview.click(byTestId('review-open'));
    await ui.page.waitFor('.monaco-diff-editor .editor.modified .monaco-editor.focused');
  }

  it('accepts with the keyboard in the diff, and rejects the next one', async () => {
    await proposalWithKeyboard();
    await ui.page.press('Control+Enter');
    await chat.idle();
    await noReviewTab();
    assert.equal(await onDisk(path), 'alpha\nBETA\ngamma\n');

    await proposalWithKeyboard();
    await ui.page.press('Control+Shift+Backspace');
    await chat.idle();
    await noReviewTab();
    assert.equal(await onDisk(path), 'alpha\nBETA\ngamma\n');
  });

  it('chooses an agent in the picker and keeps each conversation', async () => {
    await chat.turn('echo to the demo agent');
    await vscode.workspace
      .getConfiguration()
      .update(
        'acpWorkbench.agents',
        { second: { name: 'Second agent', command: 'no-such-second-agent' } },
        vscode.ConfigurationTarget.Global,
      );
    try {
      await ui.webview.click(byTestId('agent-button'));
      await ui.page.click('.quick-input-list-row:has-text("Second agent")');
      await ui.webview.waitFor(byTestId('error-card'));
      await ui.webview.click(byTestId('agent-button'));
      await ui.page.click('.quick-input-list-row:has-text("Demo agent")');
      await chat.says(/to the demo agent/);
      assert.equal(await chat.state(), 'ready');
    } finally {
      await vscode.workspace
        .getConfiguration()
        .update('acpWorkbench.agents', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('offers the commands of the agent after a slash', async () => {
    await ui.webview.fill(byTestId('composer'), '/mark');
    await ui.webview.waitFor(byTestId('slash-popup'));
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    assert.equal(await ui.webview.value(byTestId('composer')), '/markdown ');
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    await ui.webview.waitFor(`${byTestId('transcript')} table`);
    await chat.idle();
  });

  it('opens a location and the diff of a tool card', async () => {
    await chat.turn('read edit-me.txt');
    await ui.webview.click(byTestId('location-open'));
    await eventually(() => vscode.window.activeTextEditor?.document.uri.fsPath === path, {
      what: 'the file is open',
    });
    await chat.send('edit edit-me.txt');
    await reviewTab();
    await ui.webview.click(byTestId('review-reject'));
    await chat.idle();
    await ui.webview.click(byTestId('diff-open'));
    await eventually(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff,
      { what: 'the diff is open' },
    );
  });

  it('shows the agent and its state in the status bar, which opens the chat', async () => {
    await ui.page.waitFor('.statusbar-item[aria-label*="Demo agent"]');
    await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await ui.page.click('.statusbar-item[aria-label*="Demo agent"] a');
    await ui.webview.waitFor(byTestId('composer'));
  });
});
