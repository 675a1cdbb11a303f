// What is shipped, in bytes; the floor is the same for the extension that only appends text.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../support/install.mjs';
import { runQuietly } from '../support/processes.mjs';
import { row } from './rows.mjs';

const KB = 1024;

function kilobytes(...path) {
  return statSync(join(repository, ...path)).size / KB;
}

async function packageSize() {
  const folder = mkdtempSync(join(tmpdir(), 'acp-workbench-vsix-'));
  const file = join(folder, 'bench.vsix');
  try {
    const vsce = join(repository, 'node_modules', '@vscode', 'vsce', 'vsce');
    const args = [
      'package',
      '--no-dependencies',
      '--allow-missing-repository',
      '--no-rewrite-relative-links',
      '-o',
      file,
    ];
    await runQuietly(process.execPath, [vsce, ...args], { cwd: repository });
    return statSync(file).size / KB;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function measureSizes() {
  const size = (name, value, limit) =>
    row({ name, unit: 'KB', ours: [value], ...(limit === undefined ? {} : { budget: { limit } }) });
  return [
    row({
      name: 'dist/extension.js',
      unit: 'KB',
      ours: [kilobytes('dist', 'extension.js')],
      floor: [kilobytes('out', 'test', 'bench', 'floor', 'extension.js')],
      budget: { limit: 600 },
    }),
    size('dist/sdk.js (with the first agent)', kilobytes('dist', 'sdk.js')),
    size('dist/tools.js (when needed)', kilobytes('dist', 'tools.js')),
    size('dist/webview.js', kilobytes('dist', 'webview.js'), 700),
    size('dist/webview.css', kilobytes('dist', 'webview.css')),
    size('dist/demo-agent.js', kilobytes('dist', 'demo-agent.js')),
    size('VSIX', await packageSize(), 1.5 * KB),
  ];
}
