// A fresh copy of the small project in test/support/sample, under version control when git exists.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
