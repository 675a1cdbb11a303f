import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  byTestId,
  chat,
  noReviewTab,
  notices,
  onDisk,
  putFile,
  removeFile,
  reviewTabs,
  takeFirstRow,
} from './driver';
import { ui } from './ui';
import { eventually } from './wait';

async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('acpWorkbench')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

async function select(id: string): Promise<void> {
  await vscode.commands.executeCommand('acpWorkbench.selectAgent', id);
}

const options = `${byTestId('permission-option')}:not([disabled])`;
const pickRow = '.quick-input-widget:visible .quick-input-list-row';

describe('several agents at once', () => {
  let first = '';
  let second = '';

  before(async () => {
    await chat.open();
    const demo = vscode.extensions.getExtension('acp-workbench.acp-workbench')?.extensionPath ?? '';
    const agent = {
      name: 'Second agent',
      command: process.execPath,
      args: [`${demo}/dist/demo-agent.js`],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    };
    await set('agents', { second: agent });
  });
  after(async () => {
    await select('second');
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await set('agents', undefined);
    await select('demo');
  });
  beforeEach(async () => {
    await notices.clear();
    first = await putFile('first.txt', 'alpha\nbeta\n');
    second = await putFile('second.txt', 'alpha\nbeta\n');
    await select('demo');
    await chat.fresh();
    await select('second');
    await chat.fresh();
  });
  afterEach(async () => {
    await removeFile(first);
    await removeFile(second);
  });

  it('accepts the edit of the card that was clicked, not that of another conversation', async () => {
    await select('demo');
    await chat.send('edit first.txt');
    await ui.webview.waitFor(byTestId('review-accept'));
    await select('second');
    await chat.send('edit second.txt');
    await ui.webview.waitFor(byTestId('review-accept'));
    await ui.webview.click(byTestId('review-accept'));
    await chat.idle();
    assert.equal(await onDisk(second), 'alpha\nBETA\n');
    assert.equal(await onDisk(first), 'alpha\nbeta\n');
    assert.equal(reviewTabs().length, 1);
    await select('demo');
    await ui.webview.click(byTestId('review-reject'));
    await chat.idle();
    await noReviewTab();
    assert.equal(await onDisk(first), 'alpha\nbeta\n');
  });

  it('says that another agent waits, and the command answers it', async () => {
    await select('demo');
    await chat.send('permission');
    await ui.webview.waitFor(options);
    await select('second');
    await ui.page.waitFor('.statusbar-item[aria-label*="Demo agent"][aria-label*="permission"]');
    await vscode.commands.executeCommand('acpWorkbench.answerPermission');
    await takeFirstRow();
    await select('demo');
    await chat.idle();
    await chat.says(/allow/i);
  });

  it('puts a request of a hidden conversation as a notification that leads to its options', async () => {
    await select('demo');
    await chat.send('slow 8');
    await chat.send('permission');
    await select('second');
    await notices.press('Demo agent asks for permission', 'Answer');
    await takeFirstRow();
    await select('demo');
    await chat.idle();
  });

  it('lets typing that was meant for the editor choose nothing in a pick', async () => {
    await set('permissionPrompt', 'quickPick');
    try {
      await select('demo');
      await chat.send('permission');
      await ui.page.waitFor(pickRow);
      await ui.page.type('all');
      await ui.page.press('Enter');
      await notices.press('Demo agent asks for permission', 'Answer');
      await takeFirstRow();
      await chat.idle();
    } finally {
      await set('permissionPrompt', undefined);
    }
  });
});

/** An agent for one turn, from source; `turn(params, tools)` answers the prompt. */
async function useScript(id: string, turn: string): Promise<void> {
  const script = await putFile(
    `${id}.cjs`,
    `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const raw = (text) => process.stdout.write(text + '\\n');
let next = 100; const waiting = new Map();
const ask = (method, params) => new Promise((resolve) => { waiting.set(next, resolve); send({ id: next++, method, params }); });
const update = (update) => send({ method: 'session/update', params: { sessionId: 's', update } });
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result ?? { error });
  if (method === 'initialize') return send({ id, result: { protocolVersion: 1 } });
  if (method === 'session/new') return setTimeout(() => send({ id, result: { sessionId: 's' } }), Number(process.env.SLOW_START ?? 0));
  if (method === 'session/prompt') { await (async () => { ${turn} })(); send({ id, result: { stopReason: 'end_turn' } }); }
}).on('close', () => process.exit(0));
`,
  );
  const env = { ELECTRON_RUN_AS_NODE: '1', ...(id === 'tardy' ? { SLOW_START: '2000' } : {}) };
  await set('agents', { [id]: { command: process.execPath, args: [script], env } });
  const selected = select(id);
  if (id !== 'tardy') {
    await selected;
    await chat.idle();
  }
}

describe('an agent that sends strange things', () => {
  before(() => chat.open());
  after(async () => {
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await set('agents', undefined);
    await select('demo');
  });

  it('cannot freeze the chat with what cannot be shown', async () => {
    await useScript(
      'strange',
      `
      update({ sessionUpdate: 'tool_call', toolCallId: 'a', title: 'odd place', kind: 'read', locations: [{ path: '////x' }] });
      raw('{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"b","title":"deep","rawInput":' + '{"a":'.repeat(20000) + '1' + '}'.repeat(20000) + '}}}');
      say('still talking');
      `,
    );
    await chat.turn('go');
    await chat.says(/still talking/);
    await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await chat.open();
    await chat.says(/still talking/);
  });

  it('never gets an answer to a form that nobody gave (B68)', async () => {
    await useScript(
      'asker',
      `
      const form = { sessionId: 's', mode: 'form', message: 'Delete everything?', requestedSchema: { type: 'object', properties: {} } };
      say('answer: ' + JSON.stringify(await ask('elicitation/create', form)));
      `,
    );
    await chat.send('go');
    await notices.waitFor('Delete everything?');
    assert.equal(await chat.state(), 'waiting');
    await notices.press('Delete everything?', 'Decline');
    await chat.idle();
    await chat.says(/"action":"decline"/);
  });

  it('is asked about a read outside the workspace only as long as its turn lasts (B167)', async () => {
    await useScript(
      'reader',
      `say('read: ' + JSON.stringify(await ask('fs/read_text_file', { sessionId: 's', path: '/etc/hostname' })));`,
    );
    await chat.send('go');
    await notices.waitFor('/etc/hostname');
    await eventually(async () => (await chat.state()) === 'waiting', { what: 'the agent waits' });
    await ui.webview.click(byTestId('stop'));
    await chat.idle();
    await chat.says(/did not allow/);
    await notices.clear();
  });

  it('can be restarted while it starts', async () => {
    await useScript('tardy', `say('here I am');`);
    await eventually(async () => (await chat.state()) === 'starting', { what: 'it starts' });
    await vscode.commands.executeCommand('acpWorkbench.restartAgent');
    await chat.idle();
    assert.equal(await ui.webview.count(byTestId('error-card')), 0);
    await chat.turn('go');
    await chat.says(/here I am/);
  });
});
