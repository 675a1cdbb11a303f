// The packaged extension, for tests of what people install.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './install.mjs';

/** Makes the VSIX from dist as it stands; returns its path. */
export function makeVsix() {
  const target = join(repository, 'out', 'acp-workbench.vsix');
  mkdirSync(join(repository, 'out'), { recursive: true });
  const vsce = join(repository, 'node_modules', '@vscode', 'vsce', 'vsce');
  const args = [
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '-o',
    target,
  ];
  execFileSync(process.execPath, [vsce, ...args], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return target;
}

/** An extension that does nothing: VS Code loads tests only on behalf of one that is being developed. */
export function makeDriverExtension() {
  const folder = join(repository, 'out', 'driver-extension');
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'driver', publisher: 'test', version: '0.0.0', engines: { vscode: '*' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}
