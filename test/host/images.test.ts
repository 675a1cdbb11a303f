import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat, forgetAgents, inWorkspace, onDisk, putFile, removeFile } from './driver';
import { bring, makePng } from './imageTools';
import { ui } from './ui';
import { eventually } from './wait';

const chip = byTestId('attachment');
const notice = byTestId('image-notice');

/** Takes no images, or takes them and fails the first prompt; tells what it got. `slow`: it answers late. */
const AGENT = `
const [takes, slow] = process.argv.slice(2);
const fs = require('node:fs');
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const capabilities = { promptCapabilities: { image: takes === 'yes' } };
let prompts = 0;
const handlers = {
  initialize: (id) => {
    const answer = () => send({ id, result: { protocolVersion: 1, agentCapabilities: capabilities } });
    if (slow === undefined) return answer();
    const watch = setInterval(() => { if (fs.existsSync('images-go')) { clearInterval(watch); answer(); } }, 20);
  },
  'session/new': (id) => send({ id, result: { sessionId: 's' } }),
  'session/prompt': (id, { prompt }) => {
    prompts++;
    if (takes === 'yes' && prompts === 1) return send({ id, error: { code: -32603, message: 'Internal error' } });
    const told = prompt.map((block) =>
      block.type === 'image' ? block.mimeType + ' ' + block.data.length
      : block.type === 'resource_link' ? 'link ' + block.name + ' ' + block.uri : block.type + ' ' + block.text);
    const text = 'prompt ' + prompts + ': ' + told.join(' | ');
    send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
    send({ id, result: { stopReason: 'end_turn' } });
  },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) handlers[method](id, params);
}).on('close', () => process.exit(0));
`;

async function chips(count: number): Promise<void> {
  await eventually(async () => (await ui.webview.count(chip)) === count, { what: `${String(count)} chips` });
}

async function removeAll(): Promise<void> {
  while ((await ui.webview.count(chip)) > 0) {
    const before = await ui.webview.count(chip);
    await ui.webview.click(`${chip} button >> nth=0`);
    await chips(before - 1);
  }
}

describe('images in prompts', () => {
  before(() => chat.open());
  after(async () => {
    await forgetAgents();
    await removeFile(inWorkspace('images.cjs'));
    await removeFile(inWorkspace('images-go'));
  });
  afterEach(async () => {
    await removeAll();
    await ui.webview.fill(byTestId('composer'), '');
  });

  describe('with an agent that takes them', () => {
    before(() => vscode.commands.executeCommand('acpWorkbench.selectAgent', 'demo'));
    beforeEach(() => chat.fresh());

    it('sends a small PNG byte for byte, shows it and opens it in an editor (B52)', async () => {
      const png = makePng(300, 200);
      await bring('paste', { name: 'image.png', data: png });
      await chips(1);
      assert.match(await ui.webview.text(chip), /image\.png\s*\d+ KB/);
      await chat.turn('attachments');
      await chat.says(new RegExp(`image · image/png · ${String(png.length)} bytes`));
      await chips(0);
      await ui.webview.click(byTestId('sent-image'));
      const tab = await eventually(
        () => {
          const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
          return input instanceof vscode.TabInputCustom ? input : undefined;
        },
        { what: 'the image in an editor' },
      );
      assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(tab.uri)), png);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });

    it('scales a PNG of more than 4 MB down before it is sent (B53)', async () => {
      const png = makePng(1800, 800, { noise: true });
      assert.ok(png.length > 4 * 1024 * 1024, String(png.length));
      await bring('paste', { name: 'screen.png', data: png });
      await chips(1);
      await chat.turn('attachments');
      const said = await chat.transcript();
      const bytes = Number(/image · image\/(?:png|jpeg) · (\d+) bytes/.exec(said)?.[1]);
      assert.ok(bytes > 1000 && bytes < 750_000, said);
    });

    it('takes several at once by drop, and sends them without any text (B52)', async () => {
      await bring('drop', { name: 'a.png', data: makePng(40, 30) }, { name: 'a.png', data: makePng(50, 30) });
      await chips(2);
      assert.match((await ui.webview.texts(chip)).join(), /a\.png[\s\S]*a 2\.png/);
      await ui.webview.pressOn(byTestId('composer'), 'Enter');
      await eventually(async () => (await ui.webview.count(byTestId('sent-image'))) === 2, {
        what: 'two sent images',
      });
      await chips(0);
      await chat.idle();
    });

    it('keeps attached images when the page is made anew', async () => {
      await bring('paste', { name: 'image.png', data: makePng(40, 30) });
      await chips(1);
      await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
      await chat.open();
      await chips(1);
      await ui.webview.waitFor(`${chip} img`);
    });

    it('sends a queued image when its turn comes', async () => {
      await chat.send('slow 10');
      await bring('paste', { name: 'later.png', data: makePng(40, 30) });
      await chips(1);
      await chat.send('attachments');
      await ui.webview.waitFor(`${byTestId('queued')} img`);
      await chips(0);
      await chat.says(/image · image\/png/);
      await chat.idle();
    });

    it('refuses SVG and what only claims to be an image (B52)', async () => {
      await bring('paste', { name: 'drawing.svg', data: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
      await ui.webview.waitFor(notice);
      assert.match(await ui.webview.text(notice), /drawing\.svg is not a PNG, JPEG, GIF or WebP image/);
      await bring('paste', { name: 'fake.png', data: makePng(9, 9).subarray(0, 20) });
      await ui.webview.waitFor(/fake\.png cannot be read as an image/);
      await ui.webview.click(`${notice} .small-button`);
      await chips(0);
    });
  });

  async function withAgent(takes: 'yes' | 'no', ...more: readonly string[]): Promise<void> {
    const script = await putFile('images.cjs', AGENT);
    const id = ['images', takes, ...more].join('-');
    const agent = {
      name: `Agent ${takes}`,
      command: process.execPath,
      args: [script, takes, ...more],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    };
    await vscode.workspace
      .getConfiguration()
      .update('acpWorkbench.agents', { [id]: agent }, vscode.ConfigurationTarget.Global);
    const selected = vscode.commands.executeCommand('acpWorkbench.selectAgent', id);
    if (more.length === 0) await selected;
  }

  it('says at once that the agent takes no images, and attaches a file instead (B52)', async () => {
    await withAgent('no');
    await chat.idle();
    await bring('paste', { name: 'shot.png', data: makePng(40, 30) });
    await ui.webview.waitFor(notice);
    assert.match(await ui.webview.text(notice), /Agent no does not take images/);
    await chips(0);
    await ui.page.screenshot('image-refused');
    await ui.webview.click(byTestId('image-as-file'));
    await chips(1);
    await chat.turn('look');
    await chat.says(/prompt 1: text look \| link shot\.png file:.*\/images\/[0-9a-f-]{36}\.png/);
    const [, uri = ''] = /link shot\.png (file:\S+)/.exec(await chat.transcript()) ?? [];
    assert.ok((await onDisk(vscode.Uri.parse(uri).fsPath)).includes('PNG'));
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
  });

  it('sends nothing when the agent turns out to take no images, and keeps text and image (B52)', async () => {
    await withAgent('no', 'slow');
    await eventually(async () => (await chat.state()) === 'starting', { what: 'the agent starts' });
    await bring('paste', { name: 'early.png', data: makePng(40, 30) });
    await chips(1);
    assert.equal(await ui.webview.count(notice), 0);
    await ui.webview.fill(byTestId('composer'), 'look');
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    await putFile('images-go', '');
    await ui.webview.waitFor(byTestId('send-failure'));
    assert.match(
      await ui.webview.text(byTestId('send-failure')),
      /does not take this kind of attachment: image/,
    );
    assert.equal(await ui.webview.value(byTestId('composer')), 'look');
    await chips(1);
    assert.equal(await ui.webview.count(byTestId('entry')), 0);
    await ui.webview.click(byTestId('image-as-file'));
    await ui.webview.waitFor(notice, { state: 'detached' });
    await chat.turn('look again');
    await chat.says(/prompt 1: text look again \| link early\.png/);
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
  });

  it('gives text and image back after an error -32603, to be sent again whole (B53)', async () => {
    await withAgent('yes');
    await chat.idle();
    await bring('paste', { name: 'shot.png', data: makePng(40, 30) });
    await chips(1);
    await chat.turn('look at this');
    await ui.webview.waitFor('[data-action=retry]');
    await ui.webview.click('[data-action=editPrompt]');
    await chips(1);
    await eventually(async () => (await ui.webview.value(byTestId('composer'))) === 'look at this', {
      what: 'the text',
    });
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    await chat.says(/prompt 2: text look at this \| image\/png \d+/);
    await chips(0);
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
  });

  it('sends it again as it was with the button of the card (B53)', async () => {
    await withAgent('yes');
    await vscode.commands.executeCommand('acpWorkbench.restartAgent');
    await vscode.commands.executeCommand('acpWorkbench.newSession');
    await chat.idle();
    await bring('paste', { name: 'shot.png', data: makePng(40, 30) });
    await chips(1);
    await chat.turn('look at that');
    await ui.webview.click('[data-action=retry]');
    await chat.says(/prompt 2: text look at that \| image\/png \d+/);
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
  });
});
