import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { byTestId, chat, forgetAgents, inWorkspace, putFile, removeFile } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

/** Which ways to log in the agent of these tests offers, and what it needs a login for. */
export type Kind =
  | 'many'
  | 'resumes'
  | 'forgets'
  | 'browser'
  | 'slow'
  | 'three'
  | 'none'
  | 'terminal'
  | 'key'
  | 'prompt'
  | 'loses'
  | 'logout'
  | 'broken';

/**
 * A small agent. The file login-account in its folder is the account it is logged in to; login-log has the methods it
 * was called with.
 */
const AGENT = `
const fs = require('node:fs');
const [kind, option] = process.argv.slice(2);
const account = 'login-account';
const loggedIn = () => fs.existsSync(account) || process.env.TEST_KEY === 'k-secret-value';
if (option === '--login') {
  fs.writeFileSync('login-seen', [process.env.HOME, process.env.LOGIN_AS, process.argv.slice(2).join(' ')].join('|'));
  process.on('SIGTERM', () => process.exit(0));
  if (process.env.STAYS !== '1') { fs.writeFileSync(account, 'me'); process.exit(0); }
  console.log('login page is open');
  return setInterval(() => {}, 1000);
}
const agent = (id, name, more) => ({ id, name, ...more });
const terminal = { type: 'terminal', args: ['--login'], env: { LOGIN_AS: 'me', STAYS: process.env.TEST_STAYS ?? '' } };
const authMethods = {
  browser: [agent('b', 'Browser', { description: 'Opens a page' })],
  slow: [agent('b', 'Browser')],
  three: [agent('b', 'Log in with your company account'), agent('t', 'Terminal', terminal), agent('k', 'API key', { type: 'env_var', vars: [{ name: 'TEST_KEY' }] })],
  many: ['A', 'B', 'C', 'D'].map((name) => agent(name.toLowerCase(), 'Way ' + name)),
  resumes: [agent('b', 'Browser')],
  forgets: [agent('b', 'Browser')],
  none: [],
  terminal: [agent('t', 'Terminal', terminal)],
  key: [agent('k', 'API key', { type: 'env_var', vars: [{ name: 'TEST_KEY', label: 'Key' }, { name: 'TEST_ORG', secret: false, optional: true }], link: 'https://keys.example' })],
  prompt: [agent('b', 'Browser')],
  loses: [agent('b', 'Browser')],
  logout: [agent('b', 'Browser')],
  broken: [agent('b', 'Browser')],
}[kind];
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const say = (sessionId, text) =>
  send({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
const fail = (id, code, message) => send({ id, error: { code, message } });
const lazy = kind === 'prompt' || kind === 'loses';
let sessions = 0;
let authenticated = 0;
let lost = 0;
const handlers = {
  initialize: (id) => send({ id, result: { protocolVersion: 1, authMethods, agentCapabilities: { ...(kind === 'logout' && { auth: { logout: {} } }), ...((kind === 'resumes' || kind === 'forgets') && { sessionCapabilities: { resume: {} } }) } } }),
  authenticate: (id) => {
    if (kind === 'slow') return;
    if (kind === 'broken') return fail(id, -32603, 'No browser here');
    authenticated++;
    fs.writeFileSync(account, 'me');
    send({ id, result: {} });
  },
  logout: (id) => { fs.rmSync(account, { force: true }); send({ id, result: {} }); },
  'session/new': (id) => {
    if (!lazy && !loggedIn()) return fail(id, -32000, 'Authentication required');
    send({ id, result: { sessionId: 's' + ++sessions } });
  },
  'session/resume': (id) => {
    if (!loggedIn()) return fail(id, -32000, 'Authentication required');
    if (kind === 'forgets') return fail(id, -32002, 'Resource not found');
    send({ id, result: {} });
  },
  'session/prompt': (id, { sessionId, prompt }) => {
    if (!loggedIn()) return fail(id, -32000, 'Please log in');
    if (kind === 'loses' && authenticated > 0 && lost++ === 0) return fail(id, -32002, 'Resource not found');
    say(sessionId, 'answer in ' + sessionId + ' to ' + prompt[0].text + ' with ' + (process.env.TEST_KEY ?? 'no key').replace('k-secret-value', 'a key'));
    send({ id, result: { stopReason: 'end_turn' } });
  },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  fs.appendFileSync('login-log', method + '\\n');
  if (id !== undefined) handlers[method](id, params);
}).on('close', () => process.exit(0));
`;

export const card = byTestId('error-card');
export const strip = byTestId('login');

export async function actions(): Promise<readonly string[]> {
  return (await ui.webview.texts(byTestId('error-action'))).map((label) => label.trim());
}

export async function ways(): Promise<readonly string[]> {
  return (await ui.webview.texts(byTestId('error-login'))).map((label) => label.trim());
}

export async function logIn(methodId: string): Promise<void> {
  await ui.webview.click(`${card} [data-testid=error-login][data-method=${methodId}] >> nth=-1`);
}

export function calls(method: string): number {
  const log = inWorkspace('login-log');
  if (!existsSync(log)) return 0;
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line === method).length;
}

export async function cards(count: number): Promise<void> {
  await eventually(async () => (await ui.webview.count(card)) === count, { what: `${String(count)} cards` });
}

export async function enter(title: string, value: string): Promise<void> {
  await ui.page.waitFor(`.quick-input-widget:visible .quick-input-title:has-text(${JSON.stringify(title)})`);
  await ui.page.fill('.quick-input-widget:visible .quick-input-box input', value);
  await ui.page.press('Enter');
}

export function loginTerminal(): vscode.Terminal | undefined {
  return vscode.window.terminals.find(({ name }) => name.includes(': Terminal'));
}

/** Every test begins logged out and leaves nothing behind. */
export function useLoginAgent(): void {
  before(() => chat.open());
  after(async () => {
    await forgetAgents();
    await removeFile(inWorkspace('login.cjs'));
  });
  beforeEach(removeTraces);
  afterEach(async () => {
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    for (const terminal of vscode.window.terminals) terminal.dispose();
    await removeTraces();
  });
}

async function removeTraces(): Promise<void> {
  for (const name of ['account', 'seen', 'log']) await removeFile(inWorkspace(`login-${name}`));
}

/** `turn`: tells two agents of one kind apart, which keep their conversations. */
export async function withAgent(
  kind: Kind,
  turn = '',
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const script = await putFile('login.cjs', AGENT);
  const id = `login-${kind}${turn}`;
  const agent = {
    name: `Agent ${kind}`,
    command: process.execPath,
    args: [script, kind],
    env: { ELECTRON_RUN_AS_NODE: '1', ...env },
  };
  await vscode.workspace
    .getConfiguration()
    .update('acpWorkbench.agents', { [id]: agent }, vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand('acpWorkbench.selectAgent', id);
  return id;
}

/** As a person does it, for the agent with this id. */
export async function setKey(id: string, name: string, value: string): Promise<void> {
  const done = vscode.commands.executeCommand('acpWorkbench.setApiKey', id);
  await enter('API key for', name);
  await enter(`: ${name}`, value);
  await done;
}
