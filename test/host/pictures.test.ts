import * as vscode from 'vscode';
import { byTestId, chat, putFile, reviewTab } from './driver';
import { chatWidth, setTheme, THEMES, type Theme } from './looks';
import { ui } from './ui';
import { eventually } from './wait';

// Pictures of what a person sees, for looking at after a change and for the README: out/host/shots.

describe('pictures', function () {
  this.timeout(120_000);

  before(async () => {
    await putFile('src/greet.js', 'export function greet(name) {\n  return `Hello, ${name}!`;\n}\n');
    await putFile('notes.txt', 'To do\n- greet several people at once\n- beta: say good evening after six\n');
    await chat.open();
    await chat.fresh();
    await chat.turn('think');
    await chat.turn('plan');
    await chat.turn('run: node --version');
    await chat.send('edit notes.txt');
    await reviewTab();
    await ui.webview.waitFor(byTestId('review-accept'));
    await ui.webview.waitFor(byTestId('waiting'));
  });

  after(async () => {
    await setTheme(undefined);
    await vscode.commands.executeCommand('acpWorkbench.rejectEdit');
    await chat.idle();
  });

  for (const name of Object.keys(THEMES) as Theme[]) {
    it(`shows a review in ${name}, narrow and wide`, async () => {
      await setTheme(name);
      await ui.page.screenshot(`review-${name}`);
      await vscode.commands.executeCommand('workbench.action.maximizeAuxiliaryBar');
      await eventually(async () => (await chatWidth()) > 700, {
        what: 'a wide chat',
      });
      await ui.page.screenshot(`chat-wide-${name}`);
      await vscode.commands.executeCommand('workbench.action.restoreAuxiliaryBar');
      await eventually(async () => (await chatWidth()) < 500, {
        what: 'a narrow chat',
      });
    });
  }
});
