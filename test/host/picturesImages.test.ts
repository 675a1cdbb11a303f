import * as vscode from 'vscode';
import { byTestId, chat } from './driver';
import { bring, makePng } from './imageTools';
import { chatWidth, setTheme } from './looks';
import { ui } from './ui';
import { eventually } from './wait';

const chip = byTestId('attachment');

describe('pictures of images', function () {
  this.timeout(120_000);

  before(async () => {
    await chat.open();
    await chat.fresh();
    await bring('paste', { name: 'image.png', data: makePng(900, 600) });
    await chat.turn('attachments');
    await bring('paste', { name: 'image.png', data: makePng(900, 600) });
    await bring('paste', { name: 'a screenshot with a long name of its own.png', data: makePng(400, 700) });
    await eventually(async () => (await ui.webview.count(chip)) === 2, { what: 'two chips' });
    await ui.webview.fill(byTestId('composer'), 'Why does the second one look different?');
    await vscode.commands.executeCommand('workbench.action.focusAuxiliaryBar');
    await eventually(
      async () => {
        if ((await chatWidth()) <= 310) return true;
        await vscode.commands.executeCommand('workbench.action.decreaseViewSize');
        return false;
      },
      { what: 'a narrow chat' },
    );
  });

  after(async () => {
    await setTheme(undefined);
    while ((await ui.webview.count(chip)) > 0) {
      const left = (await ui.webview.count(chip)) - 1;
      await ui.webview.click(`${chip} button >> nth=0`);
      await eventually(async () => (await ui.webview.count(chip)) === left, { what: 'one chip less' });
    }
    await ui.webview.fill(byTestId('composer'), '');
  });

  for (const theme of ['dark', 'light'] as const) {
    it(`shows two chips and a sent image in ${theme}, narrow and wide`, async () => {
      await setTheme(theme);
      await ui.page.screenshot(`images-narrow-${theme}`);
      await vscode.commands.executeCommand('workbench.action.maximizeAuxiliaryBar');
      await eventually(async () => (await chatWidth()) > 700, { what: 'a wide chat' });
      await ui.page.screenshot(`images-wide-${theme}`);
      await vscode.commands.executeCommand('workbench.action.restoreAuxiliaryBar');
      await eventually(async () => (await chatWidth()) < 500, { what: 'a narrow chat' });
    });
  }
});
