import * as assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { byTestId, chat, children, forgetAgents, inWorkspace, putFile, removeFile } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

/** How the agent of these tests brings a session back. */
type Manner = 'resume' | 'load' | 'loadLate' | 'fails' | 'cannot';

/** A small agent whose sessions outlive its process. It logs the methods it was called with. */
const AGENT = `
const fs = require('node:fs');
const [manner, log] = process.argv.slice(2);
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const update = (sessionId, sessionUpdate, text) =>
  send({ method: 'session/update', params: { sessionId, update: { sessionUpdate, content: { type: 'text', text } } } });
const replay = (id) => { update(id, 'user_message_chunk', 'replayed prompt'); update(id, 'agent_message_chunk', 'replayed answer'); };
const capabilities = { resume: { sessionCapabilities: { resume: {} } }, cannot: {} }[manner] ?? { loadSession: true };
const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: capabilities }),
  'session/new': () => ({ sessionId: 'kept-' + process.pid }),
  'session/resume': () => ({}),
  'session/load': (params) => { if (manner !== 'loadLate') replay(params.sessionId); return {}; },
  'session/prompt': (params) => { update(params.sessionId, 'agent_message_chunk', 'answer to ' + params.prompt[0].text); return { stopReason: 'end_turn' }; },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  fs.appendFileSync(log, method + ' ' + (params.sessionId ?? '') + '\\n');
  if (manner === 'fails' && method === 'session/load') return send({ id, error: { code: -32603, message: 'cannot load that' } });
  send({ id, result: answers[method](params) });
  if (manner === 'loadLate' && method === 'session/load') replay(params.sessionId);
}).on('close', () => process.exit(0));
`;

describe('bringing a session back', () => {
  const card = byTestId('error-card');
  let log = '';

  before(() => chat.open());
  after(async () => {
    await forgetAgents();
    await removeFile(inWorkspace('returning.cjs'));
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await removeFile(log);
  });

  async function withAgent(manner: Manner): Promise<void> {
    const script = await putFile('returning.cjs', AGENT);
    log = inWorkspace(`returning-${manner}.log`);
    const id = `returning-${manner.toLowerCase()}`;
    const agent = {
      command: process.execPath,
      args: [script, manner, log],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    };
    await vscode.workspace
      .getConfiguration()
      .update('acpWorkbench.agents', { [id]: agent }, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', id);
    await chat.idle();
    await chat.turn('first');
    await chat.says(/answer to first/);
  }

  async function calls(): Promise<readonly string[]> {
    return (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '');
  }

  async function agentEntries(): Promise<readonly string[]> {
    return ui.webview.texts(`${byTestId('entry')}[data-kind=agent]`);
  }

  for (const manner of ['resume', 'load', 'loadLate'] as const) {
    it(`restarts into the same session (${manner}) and shows nothing twice (B147, B150)`, async () => {
      await withAgent(manner);
      await vscode.commands.executeCommand('acpWorkbench.restartAgent');
      await chat.idle();
      await chat.says(/has its session back/);
      await chat.turn('second');
      await chat.says(/answer to second/);
      assert.deepEqual(await agentEntries(), ['answer to first', 'answer to second']);
      const method = manner === 'resume' ? 'session/resume' : 'session/load';
      assert.deepEqual(
        (await calls()).filter((name) => name.startsWith('session/')),
        ['session/new', 'session/prompt', method, 'session/prompt'],
      );
    });
  }

  it('begins a new session below a visible break where the agent cannot', async () => {
    await withAgent('cannot');
    await vscode.commands.executeCommand('acpWorkbench.restartAgent');
    await chat.idle();
    await chat.says(/does not know the messages above/);
  });

  it('asks when bringing back fails, keeps the id for another try, and goes on anew only when told to (B152, B153)', async () => {
    await withAgent('fails');
    await vscode.commands.executeCommand('acpWorkbench.restartAgent').then(undefined, () => undefined);
    await ui.webview.waitFor(card);
    assert.match(await ui.webview.text(card), /session could not be brought back/);
    await ui.webview.click(`${card} [data-action=restart]`);
    await eventually(async () => (await ui.webview.count(card)) === 2, { what: 'the second failure' });
    await ui.webview.click(`${card} [data-action=goOn] >> nth=-1`);
    await chat.idle();
    await chat.says(/does not know the messages above/);
    await chat.turn('third');
    await chat.says(/answer to third/);
    const loads = (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith('session/load'));
    assert.equal(loads.length, 2);
    assert.equal(new Set(loads).size, 1);
  });

  it('ends an idle agent after the time in the settings and brings it back with the next prompt', async () => {
    const config = vscode.workspace.getConfiguration('acpWorkbench');
    await config.update('idleRelease', 0.02, vscode.ConfigurationTarget.Global);
    try {
      await withAgent('resume');
      await vscode.commands.executeCommand('acpWorkbench.restartAgent');
      await eventually(async () => (await chat.state()) === 'stopped', { what: 'the agent is released' });
      await eventually(() => children('returning.cjs').length === 0, { what: 'its process is gone' });
      await chat.turn('after the rest');
      await chat.says(/answer to after the rest/);
      assert.ok((await calls()).includes('session/resume'));
    } finally {
      await config.update('idleRelease', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
