// The least that an extension with a chat can do, to compare with: a child process over stdio, lines of
// JSON, and a webview that appends plain text. No protocol, no Markdown, no state.
import { spawn, type ChildProcess } from 'node:child_process';
import { window, type ExtensionContext, type WebviewView } from 'vscode';
import { page } from './page';

let agent: ChildProcess | undefined;

export function activate(context: ExtensionContext): void {
  context.subscriptions.push(
    window.registerWebviewViewProvider('acpFloor.view', { resolveWebviewView: show }),
    { dispose: () => agent?.kill() },
  );
}

function show(view: WebviewView): void {
  view.webview.options = { enableScripts: true };
  view.webview.html = page;
  agent?.kill();
  const { ACP_WORKBENCH_BENCH_NODE: node = '', ACP_WORKBENCH_BENCH_AGENT: script = '' } = process.env;
  const child = spawn(node, [script, '--plain'], { stdio: ['pipe', 'pipe', 'inherit'] });
  agent = child;
  view.webview.onDidReceiveMessage((text: string) => child.stdin.write(`${JSON.stringify({ text })}\n`));
  let parts: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    parts.push(chunk);
    if (!chunk.includes('\n')) return;
    const lines = parts.join('').split('\n');
    parts = [lines.pop() ?? ''];
    const text = lines.map((line) => (JSON.parse(line) as { readonly text: string }).text).join('');
    void view.webview.postMessage(text);
  });
}
