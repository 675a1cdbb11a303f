import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { byTestId, chat, putFile } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

/** An agent whose prompt is the JSON of one fs request, `{ path }` to read or `{ path, content }` to write; it says how that ended. */
const AGENT = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const waiting = new Map();
let sessions = 0;
const handlers = {
  initialize: () => ({ protocolVersion: 1 }),
  'session/new': () => ({ sessionId: 's' + ++sessions }),
  'session/prompt': async ({ sessionId, prompt }) => {
    const asked = JSON.parse(prompt[0].text);
    if (asked.exit) process.exit(9);
    const method = 'content' in asked ? 'fs/write_text_file' : 'fs/read_text_file';
    const id = 'w' + Math.random();
    const answer = await new Promise((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params: { sessionId, ...asked } });
    });
    const text = answer.error ? 'refused: ' + answer.error.message : 'done: ' + (answer.result.content ?? 'written');
    send({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
    return { stopReason: 'end_turn' };
  },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, ...answer } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)(answer);
  if (handlers[method]) send({ id, result: await handlers[method](params) });
}).on('close', () => process.exit(0));
`;

const IDS = ['writer-a', 'writer-b'] as const;

/** Two conversations with an agent that does what it is told. */
export const writer = {
  async install(): Promise<void> {
    const script = await putFile('writer.cjs', AGENT);
    const agent = { command: process.execPath, args: [script], env: { ELECTRON_RUN_AS_NODE: '1' } };
    const agents = Object.fromEntries(IDS.map((id) => [id, agent]));
    await vscode.workspace
      .getConfiguration()
      .update('acpWorkbench.agents', agents, vscode.ConfigurationTarget.Global);
  },

  async remove(): Promise<void> {
    for (const id of IDS) {
      await vscode.commands.executeCommand('acpWorkbench.selectAgent', id);
      await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    }
    await vscode.workspace
      .getConfiguration()
      .update('acpWorkbench.agents', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'demo');
  },

  /** Shows a conversation of its own kind. */
  async show(id: (typeof IDS)[number]): Promise<void> {
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', id);
    await eventually(async () => (await chat.state()) !== 'starting', { what: 'the agent has started' });
  },

  async fresh(id: (typeof IDS)[number] = 'writer-a'): Promise<void> {
    await writer.show(id);
    await chat.fresh();
  },

  ask(request: { readonly path: string; readonly content?: string }): Promise<void> {
    return chat.send(JSON.stringify(request));
  },

  /** Waits until the review cards, top to bottom, are in these states: open, or how they ended. */
  async cardsAre(...wanted: readonly string[]): Promise<void> {
    await eventually(async () => isDeepStrictEqual(await cards(), wanted), {
      what: `the cards ${JSON.stringify(wanted)}`,
    });
  },

  accept(): Promise<void> {
    return ui.webview.click(byTestId('review-accept'));
  },
};

export async function setEncoding(encoding: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('files')
    .update('encoding', encoding, vscode.ConfigurationTarget.Global);
}

/** Opens a file and types at its beginning, without saving. */
export async function typeInto(path: string, typed: string): Promise<vscode.TextDocument> {
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
  await editor.edit((edit) => {
    edit.insert(new vscode.Position(0, 0), typed);
  });
  return editor.document;
}

/** Types at the beginning of a proposal. */
export async function typeIntoProposal(uri: vscode.Uri, typed: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), typed);
  await vscode.workspace.applyEdit(edit);
}

/** In one look: a card that ends between two looks would be there twice. */
async function cards(): Promise<readonly string[]> {
  const parts = await ui.webview.texts(`${byTestId('review-accept')}, ${byTestId('review-outcome')}`);
  return parts.map((label) => label.trim()).map((label) => (label === 'Accept' ? 'open' : label));
}
