import { match } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { tar, zip, type TarEntry } from './archives';
import { bombBz2 } from './packed';
import { hello, refused, refusedTar, tool } from './unpackTools';

const MEGABYTE = 1024 * 1024;

const file = (name: string): TarEntry => ({ name, content: 'evil' });
const link = (name: string, target: string): TarEntry => ({ name, type: 'symlink', target });
const hardLink = (name: string, target: string): TarEntry => ({ name, type: 'hardlink', target });

async function refusedZip(name: string, mode?: number, content = 'evil'): Promise<string> {
  const entry = { name, content, ...(mode === undefined ? {} : { mode }) };
  const error = await refused(zip({ name: 'tool', content: hello }, entry), 'tool.zip');
  return `${error.message} ${error.details ?? ''}`;
}

describe('unpacking for the registry, of archives with bad intentions', () => {
  for (const [name, reason] of [
    ['../evil', /leads out/],
    ['a/../../evil', /leads out/],
    ['a/..', /leads out/],
    ['..\\evil', /leads out/],
    ['/etc/evil', /absolute/],
    ['\\evil', /absolute/],
    ['\\\\server\\share\\evil', /absolute/],
    ['C:\\evil', /drive/],
    ['c:evil', /drive/],
  ] as const) {
    it(`refuses the name ${name}`, async () => {
      match(await refusedTar([file(name)]), reason);
      match(await refusedZip(name), reason);
    });
  }

  it('refuses a name with NUL in it', async () => match(await refusedZip('ev\0il'), /NUL/));

  for (const name of [
    'con',
    'a/NUL.txt',
    'com1',
    'lpt9.tar.gz',
    'aux .x',
    'evil.',
    'evil ',
    'a. /b',
    'evil:stream',
    'a*',
  ])
    it(`refuses the name ${JSON.stringify(name)} on Windows`, async () => {
      match(await refusedTar([file(name)], { platform: 'win32' }), /Windows/);
    });

  for (const [what, entries] of [
    ['to the folder above', [link('evil', '..')]],
    ['to an absolute path', [link('evil', '/etc')]],
    ['to a drive', [link('evil', 'C:/Windows')]],
    ['to a share', [link('evil', '\\\\server\\share')]],
    ['out of the folder and back', [link('evil', '../unpacked/tool')]],
    [
      'out through another link',
      [{ name: 'd/', type: 'folder' } as const, link('d/up', '..'), link('evil', 'd/up/../secret')],
    ],
    ['out through a link that comes later', [link('evil', 'd/up/../x'), link('d/up', '..')]],
    ['in a circle', [link('one', 'two'), link('two', 'one')]],
    ['nowhere', [link('evil', '')]],
  ] as const) {
    it(`refuses a link ${what}`, async () => match(await refusedTar(entries), /link/));
  }

  it('refuses a link out of the folder in a zip', async () => {
    match(await refusedZip('evil', 0o120777, '../secret'), /leads out/);
  });

  it('refuses a file through a link', async () => {
    match(await refusedTar([link('out', 'bin'), file('out/evil')]), /through a link/);
    match(await refusedTar([link('out', '../..'), file('out/evil')]), /leads out/);
  });

  it('refuses a file through a link that comes later', async () => {
    match(await refusedTar([file('out/evil'), link('out', 'bin')]), /another entry/);
  });

  it('refuses an entry in the place of a link, and a link in the place of an entry', async () => {
    match(await refusedTar([link('evil', 'tool'), file('evil')]), /place of a link/);
    match(await refusedTar([file('evil'), link('evil', 'tool')]), /another entry/);
    match(await refusedTar([link('evil', 'tool'), link('evil', 'tool')]), /place of a link/);
  });

  it('refuses a file in the place of a folder, and a folder in the place of a file', async () => {
    match(await refusedTar([file('a/b'), file('a')]), /no file/);
    match(await refusedTar([file('a'), file('a/b')]), /through a file/);
  });

  it('refuses hard links to what is not in the archive', async () => {
    match(await refusedTar([hardLink('evil', '../../secret')]), /leads out/);
    match(await refusedTar([hardLink('evil', '/etc/passwd')]), /absolute/);
    match(await refusedTar([hardLink('evil', 'missing')]), /no file of the archive/);
    match(await refusedTar([link('a', 'tool'), hardLink('evil', 'a')]), /no file of the archive/);
    match(await refusedTar([hardLink('tool', 'tool')]), /itself/);
  });

  it('refuses devices and pipes', async () => {
    match(await refusedTar([{ name: 'evil', type: 'device' }]), /character-device/);
    match(await refusedTar([{ name: 'evil', type: 'fifo' }]), /fifo/);
    match(await refusedZip('evil', 0o010644), /devices, pipes/);
  });

  it('refuses links to folders on Windows, where they would have to be copied', async () => {
    const entries = [{ name: 'd/', type: 'folder' } as const, link('evil', 'd')];
    match(await refusedTar(entries, { platform: 'win32' }), /no file of the archive/);
  });

  it('refuses more entries than the limit', async () => {
    const entries = Array.from({ length: 20 }, (_, index) => file(`f${index}`));
    match(await refusedTar(entries, { maxEntries: 20 }), /more than 20 entries/);
  });

  it('refuses a size that is only declared', async () => {
    const size = 8 * 1024 * MEGABYTE - 1;
    match(await refusedTar([{ name: 'evil', content: 'x', size }]), /2048 MB/);
    const archive = zip({ name: 'tool', content: hello }, { name: 'evil', content: 'x', size: 0xfffffffe });
    match((await refused(archive, 'tool.zip')).message, /2048 MB/);
  });

  it('refuses what becomes too large, of every kind', async () => {
    const zeros = Buffer.alloc(4 * MEGABYTE);
    const limits = { maxBytes: MEGABYTE, maxEntries: 10 };
    for (const [archive, name] of [
      [gzipSync(tar(tool, { name: 'evil', content: zeros })), 'tool.tgz'],
      [gzipSync(Buffer.concat([tar(tool), zeros])), 'tool.tgz'],
      [zip({ name: 'tool', content: hello }, { name: 'evil', content: zeros }), 'tool.zip'],
      [bombBz2, 'tool.tar.bz2'],
      [gzipSync(zeros), 'tool.gz'],
      [zeros, 'tool'],
    ] as const)
      match((await refused(archive, name, limits)).message, /more than 1 MB/);
  });

  it('refuses many files that are too large together', async () => {
    const content = Buffer.alloc(MEGABYTE / 4);
    const entries = Array.from({ length: 5 }, (_, index) => ({ name: `f${index}`, content }));
    match(await refusedTar(entries, { maxBytes: MEGABYTE }), /more than 1 MB/);
  });
});
