import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { byTestId, chat, children, putFile, takeFirstRow } from './driver';
import { ui } from './ui';
import { eventually } from './wait';

/** Tells how its session was made, and what the editor answers to a read; `all`: it can work in several folders. */
const AGENT = `
const [all] = process.argv.slice(2);
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const agentCapabilities = all === 'all' ? { sessionCapabilities: { additionalDirectories: {} } } : {};
let made; let prompt;
const say = (text) =>
  send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') return send({ id, result: { protocolVersion: 1, agentCapabilities } });
  if (method === 'session/new') { made = params; return send({ id, result: { sessionId: 's' } }); }
  if (method === 'session/prompt') {
    prompt = id;
    const [{ text }] = params.prompt;
    if (text.startsWith('/')) return send({ id: 1000, method: 'fs/read_text_file', params: { sessionId: 's', path: text } });
    say(JSON.stringify({ made, process: process.cwd() }));
  } else if (id === 1000) say('read: ' + JSON.stringify(result));
  else return;
  send({ id: prompt, result: { stopReason: 'end_turn' } });
}).on('close', () => process.exit(0));
`;

const pickRow = '.quick-input-widget:visible .quick-input-list-row';

function folder(index: number): string {
  const found = vscode.workspace.workspaceFolders?.[index];
  assert.ok(found !== undefined, 'two folders are open');
  return found.uri.fsPath;
}

interface Told {
  readonly made: { readonly cwd: string; readonly additionalDirectories?: readonly string[] };
  readonly process: string;
}

async function told(): Promise<Told> {
  await chat.turn('tell');
  const last = (await ui.webview.texts(`${byTestId('entry')}[data-kind=agent]`)).at(-1) ?? '';
  return JSON.parse(last) as Told;
}

/** A file system that is not on disk, with one file. */
class NoteInMemory implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  stat({ path }: vscode.Uri): vscode.FileStat {
    const type = path.endsWith('.txt') ? vscode.FileType.File : vscode.FileType.Directory;
    return { type, ctime: 0, mtime: 0, size: 5 };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [['a.txt', vscode.FileType.File]];
  }

  readFile(): Uint8Array {
    return Buffer.from('notes');
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  createDirectory = refuse;
  writeFile = refuse;
  delete = refuse;
  rename = refuse;
}

function refuse(): void {
  throw vscode.FileSystemError.NoPermissions();
}

describe('a workspace of two folders', () => {
  before(async () => {
    await chat.open();
    const script = await putFile('folders.cjs', AGENT);
    const entries = ['one', 'all', 'third', 'fourth'].map((kind) => [
      kind,
      {
        name: `Agent ${kind}`,
        command: process.execPath,
        args: [script, kind],
        env: { ELECTRON_RUN_AS_NODE: '1' },
      },
    ]);
    const agents: unknown = Object.fromEntries(entries);
    await vscode.workspace
      .getConfiguration()
      .update('acpWorkbench.agents', agents, vscode.ConfigurationTarget.Global);
    // The demo agent asks as well, as it can work in one folder only.
    await ui.page.waitFor(pickRow);
    await ui.page.press('Escape');
    await chat.idle();
  });

  it('works in the usual folder when nothing was chosen, and says so (B51)', async () => {
    await chat.says(/Demo agent works in the folder sample\./);
    await chat.says(/out of its reach: library/);
    assert.equal(await ui.webview.text(byTestId('folder')), 'sample');
    await vscode.commands.executeCommand('acpWorkbench.newSession');
    await chat.idle();
    assert.equal(await ui.page.count(pickRow), 0, 'asked only once');
  });

  it('gives an agent that can work in several all of them (B51)', async () => {
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'all');
    await chat.idle();
    const { made } = await told();
    assert.deepEqual([made.cwd, made.additionalDirectories], [folder(0), [folder(1)]]);
    assert.doesNotMatch(await chat.transcript(), /out of its reach/);
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
  });

  it('asks once for an agent that cannot, and remembers the answer (B51)', async () => {
    const selected = vscode.commands.executeCommand('acpWorkbench.selectAgent', 'one');
    await ui.page.waitFor(pickRow);
    await ui.page.screenshot('folder-pick');
    await ui.page.click('.quick-input-widget .quick-input-list-row:has-text("library")');
    await selected;
    await chat.idle();
    await chat.says(/Agent one works in the folder library\./);
    const { made, process: cwd } = await told();
    assert.deepEqual([made.cwd, made.additionalDirectories, cwd], [folder(1), undefined, folder(1)]);
    await ui.page.screenshot('folder-one');
    await vscode.commands.executeCommand('acpWorkbench.restartAgent');
    await chat.idle();
    const again = await told();
    assert.deepEqual([again.made.cwd, again.process], [folder(1), folder(1)]);
  });

  it('reads through the editor in every folder of the workspace without asking (B51)', async () => {
    await chat.turn(`${folder(0)}/notes.txt`);
    await chat.says(/read: \{"content"/);
  });

  it('changes the folder from the header, in a new session (B51)', async () => {
    await ui.webview.click(byTestId('folder'));
    await takeFirstRow();
    await eventually(async () => (await ui.webview.text(byTestId('folder'))) === 'sample', {
      what: 'the other folder',
    });
    await chat.idle();
    await chat.says(/does not know the messages above/);
    const { made, process: cwd } = await told();
    assert.deepEqual([made.cwd, cwd], [folder(0), folder(0)]);
  });

  it('refuses to work in a folder that is not on disk, and says so (B161)', async () => {
    const files = vscode.workspace.registerFileSystemProvider('memory', new NoteInMemory());
    const uri = vscode.Uri.parse('memory:/notes');
    try {
      const added = new Promise((resolve) => vscode.workspace.onDidChangeWorkspaceFolders(resolve));
      vscode.workspace.updateWorkspaceFolders(2, 0, { uri, name: 'notes' });
      await added;
      await vscode.window.showTextDocument(vscode.Uri.joinPath(uri, 'a.txt'));
      await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'fourth');
      await chat.says(/Agents need files on disk, and this folder is “memory”/);
      assert.deepEqual(children('folders.cjs fourth'), []);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      vscode.workspace.updateWorkspaceFolders(2, 1);
      files.dispose();
    }
  });

  it('ends the question when the agent is stopped (B51)', async () => {
    const started = vscode.commands.executeCommand('acpWorkbench.selectAgent', 'third');
    await ui.page.waitFor(pickRow);
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await started;
    await ui.page.waitFor(pickRow, { state: 'detached' });
    assert.equal(await chat.state(), 'stopped');
  });
});
