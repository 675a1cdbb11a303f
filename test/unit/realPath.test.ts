import { strictEqual } from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInside, realPathOf } from '../../src/extension/edits/realPath';

describe('real paths', () => {
  let root = '';

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'acp-real-')));
    await mkdir(join(root, 'deep', 'dir'), { recursive: true });
    await writeFile(join(root, 'deep', 't.txt'), 'deep');
    await writeFile(join(root, 't.txt'), 'top');
    await symlink(join(root, 'deep', 'dir'), join(root, 'alias'), 'dir');
  });
  afterEach(() => rm(root, { recursive: true }));

  it('follows a link before it goes to the parent (B168)', async function () {
    if (process.platform === 'win32') this.skip();
    strictEqual(await realPathOf(`${root}/alias/../t.txt`), join(root, 'deep', 't.txt'));
    strictEqual(await realPathOf(`${root}/alias/../new/a.txt`), join(root, 'deep', 'new', 'a.txt'));
  });

  it('keeps the name of what does not exist below the folder that does', async () => {
    strictEqual(await realPathOf(join(root, 'alias', 'x', 'y.txt')), join(root, 'deep', 'dir', 'x', 'y.txt'));
  });

  it('goes where a link leads that leads nowhere yet', async () => {
    await symlink('../outside.txt', join(root, 'deep', 'dangling'));
    strictEqual(await realPathOf(join(root, 'deep', 'dangling')), join(root, 'outside.txt'));
  });

  it('follows links behind a folder that does not exist', async () => {
    await symlink(join(root, 't.txt'), join(root, 'link'));
    strictEqual(await realPathOf(`${root}/missing/../link`), join(root, 't.txt'));
  });

  it('ends on links that go round', async () => {
    await symlink('b', join(root, 'a'));
    await symlink('a', join(root, 'b'));
    strictEqual(isInside(await realPathOf(join(root, 'a', 'x')), root), true);
  });

  it('tells a folder from one whose name only begins alike', () => {
    strictEqual(isInside(join(root, 'deep'), root), true);
    strictEqual(isInside(`${root}2`, root), false);
    strictEqual(isInside(root, root), true);
  });
});
