import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat, forgetAgents, inWorkspace, putFile, removeFile } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

/** What is wrong with the agent of these tests. */
type Trouble = 'flaky' | 'forgets' | 'crashes' | 'login' | 'oldLogin' | 'ends';

/** A small agent. Files in its folder remember over its processes what happened. */
const AGENT = `
const fs = require('node:fs');
const [trouble, option] = process.argv.slice(2);
const once = (name) => { if (fs.existsSync('cards-' + name)) return false; fs.writeFileSync('cards-' + name, ''); return true; };
if (option === '--login') { fs.writeFileSync('cards-key', process.env.LOGIN_AS ?? ''); process.exit(0); }
if (option === '--broken-login') { console.log('no browser here'); process.exit(3); }
if (trouble === 'ends') { console.error('no licence found'); process.exit(7); }
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const say = (sessionId, text) =>
  send({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
const authMethods = {
  login: [
    { id: 'a', name: 'Wrong way', type: 'terminal', args: ['--broken-login'] },
    { id: 'b', name: 'Right way', type: 'terminal', args: ['--login'], env: { LOGIN_AS: 'me' } },
  ],
  oldLogin: [{ id: 'a', name: 'Old way', _meta: { 'terminal-auth': { command: process.execPath, args: [__filename, trouble, '--login'], label: 'Old' } } }],
}[trouble] ?? [];
const needsLogin = authMethods.length > 0;
let sessions = 0;
let failed;
const fail = (id, code, message, data) => send({ id, error: { code, message, data } });
const handlers = {
  initialize: (id) => send({ id, result: { protocolVersion: 1, authMethods } }),
  'session/new': (id) => {
    if (needsLogin && !fs.existsSync('cards-key')) return fail(id, -32000, 'Authentication required');
    send({ id, result: { sessionId: 's' + ++sessions } });
  },
  'session/prompt': (id, { sessionId, prompt }) => {
    const text = JSON.stringify(prompt);
    if (trouble === 'flaky' && failed === undefined) { failed = text; return fail(id, -32603, 'Internal error', { details: 'Overloaded' }); }
    if (trouble === 'forgets' && sessionId === 's1') return fail(id, -32603, 'Internal error', { details: 'unknown session: s1' });
    if (trouble === 'crashes' && once('crashed')) process.exit(9);
    say(sessionId, 'answer in ' + sessionId + (failed === undefined ? '' : failed === text ? ' to the same ' + prompt.length : ' to another'));
    send({ id, result: { stopReason: 'end_turn' } });
  },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) handlers[method](id, params);
}).on('close', () => process.exit(0));
`;

const card = byTestId('error-card');

/** Labels of the buttons of all cards. */
async function actions(): Promise<readonly string[]> {
  return (await ui.webview.texts(byTestId('error-action'))).map((label) => label.trim());
}

function terminal(part: string): vscode.Terminal | undefined {
  return vscode.window.terminals.find(({ name }) => name.includes(part));
}

describe('what error cards offer', () => {
  before(() => chat.open());
  after(async () => {
    await forgetAgents();
    await removeFile(inWorkspace('cards.cjs'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    for (const name of ['key', 'crashed']) await removeFile(inWorkspace(`cards-${name}`));
  });

  async function withAgent(trouble: Trouble): Promise<void> {
    const script = await putFile('cards.cjs', AGENT);
    const id = `cards-${trouble.toLowerCase()}`;
    const agent = {
      name: `Agent ${trouble}`,
      command: process.execPath,
      args: [script, trouble],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    };
    await vscode.workspace
      .getConfiguration()
      .update('acpWorkbench.agents', { [id]: agent }, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', id);
  }

  async function logIn(methodId: string): Promise<void> {
    await ui.webview.click(`${card} [data-testid=error-login][data-method=${methodId}] >> nth=-1`);
  }

  async function press(action: string): Promise<void> {
    await ui.webview.click(`${card} [data-action=${action}] >> nth=-1`);
  }

  it('sends a failed prompt again as it was, attachments included, and only once', async () => {
    await withAgent('flaky');
    await chat.idle();
    const file = vscode.Uri.file(inWorkspace('notes.txt'));
    await vscode.commands.executeCommand('acpWorkbench.addFileToPrompt', file);
    await chat.turn('try this');
    await chat.says(/model is overloaded at the moment: Overloaded/);
    assert.deepEqual(await actions(), ['Send again', 'Choose another agent', 'Show log']);
    await ui.page.screenshot('error-retry');
    await press('retry');
    await chat.says(/answer in s1 to the same 2/);
    await eventually(async () => (await actions()).join() === 'Choose another agent,Show log', {
      what: 'no second try',
    });
  });

  it('sends it again in a new session where the agent lost the old one', async () => {
    await withAgent('forgets');
    await chat.idle();
    await chat.turn('remember me');
    await chat.says(/does not know this session any more/);
    assert.deepEqual(await actions(), ['Send again', 'Go on in a new session', 'Show log']);
    await press('retry');
    await chat.says(/does not know the messages above/);
    await chat.says(/answer in s2/);
  });

  it('goes on in a new session without sending it again', async () => {
    await withAgent('forgets');
    await vscode.commands.executeCommand('acpWorkbench.newSession');
    await chat.idle();
    await vscode.commands.executeCommand('acpWorkbench.restartAgent');
    await chat.idle();
    await chat.turn('remember me');
    await chat.says(/does not know this session any more/);
    await press('goOn');
    await chat.says(/does not know the messages above/);
    await chat.turn('and now');
    await chat.says(/answer in s2/);
  });

  it('starts an agent that ended in mid-turn and sends the prompt again', async () => {
    await withAgent('crashes');
    await chat.idle();
    await chat.send('do it');
    await chat.says(/ended unexpectedly \(code 9\)/);
    assert.deepEqual(await actions(), ['Restart agent', 'Send again', 'Show log']);
    await press('retry');
    await chat.says(/answer in s1/);
  });

  it('runs the login that the agent names in a terminal, and starts the agent again (B124)', async () => {
    await withAgent('login');
    await chat.says(/wants you to log in/);
    assert.deepEqual(await actions(), ['Restart agent', 'Choose another agent', 'Show log']);
    await logIn('a');
    await chat.says(/Logging in with “Wrong way” did not work \(code 3\)/);
    assert.ok(terminal('Wrong way'), 'what went wrong can be read');
    await logIn('b');
    await chat.idle();
    const key = await vscode.workspace.fs.readFile(vscode.Uri.file(inWorkspace('cards-key')));
    assert.equal(Buffer.from(key).toString(), 'me');
    await chat.turn('hello');
    await chat.says(/answer in s1/);
  });

  it('runs the login of older agents, which name a command of its own', async () => {
    await withAgent('oldLogin');
    await chat.says(/wants you to log in/);
    await logIn('a');
    await chat.idle();
    assert.ok(terminal('Old'));
  });

  it('shows in a terminal why an agent does not start', async () => {
    await withAgent('ends');
    await chat.says(/ended while it was starting \(code 7\)/);
    await press('openTerminal');
    await eventually(() => terminal('Agent ends: '), { what: 'the terminal' });
    await ui.page.waitFor(/no licence found/);
  });
});
