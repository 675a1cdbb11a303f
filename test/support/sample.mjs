// A fresh copy of the small project in test/support/sample, under version control when git exists.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onExit } from './processes.mjs';

const identity = [
  '-c',
  'user.name=Sample',
  '-c',
  'user.email=sample@example.invalid',
  '-c',
  'commit.gpgsign=false',
];

/** The folder is removed when this process ends, or by remove(). */
export function makeSampleWorkspace() {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'acp-workbench-')));
  const folder = join(parent, 'sample');
  cpSync(join(import.meta.dirname, 'sample'), folder, { recursive: true });
  const git = (...args) => spawnSync('git', args, { cwd: folder, stdio: 'ignore' }).status === 0;
  if (git('init', '-b', 'main')) git('add', '.') && git(...identity, 'commit', '-m', 'Start');
  const removeNow = () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(removeNow);
  return {
    folder,
    remove() {
      forget();
      removeNow();
    },
  };
}

/** A workspace file for the sample and a second folder beside it, which goes with it. */
export function withSecondFolder(folder) {
  const parent = dirname(folder);
  mkdirSync(join(parent, 'library'));
  writeFileSync(join(parent, 'library', 'guide.md'), '# Guide\n');
  const file = join(parent, 'both.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: [{ path: 'sample' }, { path: 'library' }] }));
  return file;
}
