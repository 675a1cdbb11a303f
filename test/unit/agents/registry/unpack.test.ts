import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { lstatSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { tar, zip } from './archives';
import { everythingIn } from './files';
import { tarBz2, xz } from './packed';
import { hello, refused, tool, UnpackPlace } from './unpackTools';

const posix = process.platform !== 'win32';

function isExecutable(path: string): boolean {
  return !posix || (statSync(path).mode & 0o777) === 0o755;
}

describe('unpacking for the registry', () => {
  const plain = tar(
    { name: './bin/', type: 'folder' },
    { name: './bin/other', content: 'x', mode: 0o4755 },
    tool,
  );

  for (const [kind, archive, name] of [
    ['tar.gz', gzipSync(plain), 'tool.tar.gz'],
    ['tgz', gzipSync(plain), 'tool.tgz'],
    ['tar.gz without its name', gzipSync(plain), 'download'],
    ['tar', plain, 'tool.tar'],
    ['tar called zip', plain, 'tool.zip'],
    [
      'zip',
      zip({ name: 'bin/other', content: 'x', mode: 0o100755 }, { name: 'tool', content: hello }),
      'tool.zip',
    ],
  ] as const) {
    it(`unpacks a ${kind}, and makes the program executable`, async () => {
      const place = new UnpackPlace();
      deepStrictEqual(await place.unpack(archive, name), { cmd: 'tool' });
      deepStrictEqual(place.list(), ['bin', 'bin/other', 'tool']);
      strictEqual(readFileSync(place.path('tool'), 'utf8'), hello);
      ok(isExecutable(place.path('tool')));
      ok(isExecutable(place.path('bin/other')), 'what the archive says is executable, and no more than that');
    });
  }

  it('unpacks a tar.bz2', async () => {
    const place = new UnpackPlace();
    await place.unpack(tarBz2, 'tool.tar.bz2');
    strictEqual(readFileSync(place.path('tool'), 'utf8'), hello);
  });

  it('takes what is no archive for the program itself', async () => {
    const place = new UnpackPlace();
    deepStrictEqual(await place.unpack(Buffer.from(hello), 'tool-linux', { cmd: './bin/tool' }), {
      cmd: 'bin/tool',
    });
    strictEqual(readFileSync(place.path('bin/tool'), 'utf8'), hello);
    ok(isExecutable(place.path('bin/tool')));
  });

  it('unpacks a single packed file', async () => {
    const place = new UnpackPlace();
    await place.unpack(gzipSync(hello), 'tool-linux.gz');
    strictEqual(readFileSync(place.path('tool'), 'utf8'), hello);
    ok(isExecutable(place.path('tool')));
  });

  it('finds a program whose path has either kind of slash, and on Windows without its extension', async () => {
    const archive = zip({ name: 'package/tool.exe', content: 'MZ' });
    for (const cmd of ['./package\\tool.exe', '.\\package/tool.exe', 'package\\tool']) {
      const place = new UnpackPlace();
      const unpacked = await place.unpack(archive, 'tool.zip', { cmd, platform: 'win32' });
      deepStrictEqual(unpacked, { cmd: 'package/tool.exe' });
    }
  });

  it('keeps links that stay inside', async function () {
    if (!posix) this.skip();
    const place = new UnpackPlace();
    const archive = tar(
      { name: 'lib/current', type: 'symlink', target: 'v1' },
      { name: 'lib/v1/', type: 'folder' },
      { name: 'lib/v1/tool', content: hello },
      { name: 'tool', type: 'symlink', target: 'lib/current/tool' },
      { name: 'same', type: 'hardlink', target: 'lib/v1/tool' },
      { name: 'later', type: 'symlink', target: './missing' },
    );
    await place.unpack(archive, 'tool.tar');
    strictEqual(readlinkSync(place.path('tool')), 'lib/current/tool');
    strictEqual(readFileSync(place.path('tool'), 'utf8'), hello);
    strictEqual(readFileSync(place.path('same'), 'utf8'), hello);
    ok(isExecutable(place.path('lib/v1/tool')));
  });

  it('keeps links of a zip', async function () {
    if (!posix) this.skip();
    const place = new UnpackPlace();
    const archive = zip(
      { name: 'a/tool', content: hello },
      { name: 'tool', content: 'a/tool', mode: 0o120777 },
    );
    await place.unpack(archive, 'tool.zip');
    strictEqual(readlinkSync(place.path('tool')), 'a/tool');
  });

  it('copies the file that a link leads to on Windows', async () => {
    const place = new UnpackPlace();
    const archive = tar(
      { name: 'two', type: 'symlink', target: 'one' },
      { name: 'one', type: 'symlink', target: 'tool' },
      tool,
    );
    await place.unpack(archive, 'tool.tar', { platform: 'win32' });
    strictEqual(readFileSync(place.path('two'), 'utf8'), hello);
    ok(lstatSync(place.path('two')).isFile());
  });

  it('takes the later of two files with one name', async () => {
    const place = new UnpackPlace();
    const archive = tar(
      { name: 'tool', content: 'old' },
      { name: 'same', type: 'hardlink', target: 'tool' },
      { name: 'tool', content: 'new' },
    );
    await place.unpack(archive, 'tool.tar');
    strictEqual(readFileSync(place.path('tool'), 'utf8'), 'new');
    strictEqual(readFileSync(place.path('same'), 'utf8'), 'old');
  });

  for (const [what, archive, name, reason] of [
    ['an xz', xz, 'tool.tar.xz', /tar\.xz/],
    ['an installer', Buffer.from('anything'), 'tool.dmg', /kind dmg/],
    ['a 7z', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), 'tool', /kind 7z/],
    ['a page called zip', Buffer.from('<html>'), 'tool.zip', /not what its name says/],
    ['a page called tar.gz', Buffer.from('<html>'), 'tool.tar.gz', /not what its name says/],
    ['a packed page called tar.gz', gzipSync('<html>'.repeat(200)), 'tool.tar.gz', /damaged/],
    ['nothing', Buffer.alloc(0), 'tool', /empty/],
    ['a tar.gz that is cut off', gzipSync(plain).subarray(0, -20), 'tool.tar.gz', /damaged/],
    ['a tar that is cut off', plain.subarray(0, 1024 + 512 + 100), 'tool.tar', /damaged/],
    ['a tar.bz2 that is cut off', tarBz2.subarray(0, -20), 'tool.tar.bz2', /damaged/],
    ['a zip that is cut off', zip({ name: 'tool', content: hello }).subarray(0, -30), 'tool.zip', /damaged/],
    [
      'a zip with a wrong checksum',
      zip({ name: 'tool', content: hello, checksum: 1 }),
      'tool.zip',
      /checksum/,
    ],
    ['a zip with a wrong size', zip({ name: 'tool', content: hello, size: 5 }), 'tool.zip', /damaged/],
    ['an archive without the program', tar({ name: 'other', content: 'x' }), 'tool.tar', /“\.\/tool”/],
    ['a folder in the place of the program', tar({ name: 'tool', type: 'folder' }), 'tool.tar', /“\.\/tool”/],
  ] as const) {
    it(`refuses ${what}`, async () => match((await refused(archive, name)).message, reason));
  }

  it('refuses a command that leads out of the folder', async () => {
    match(
      (await refused(gzipSync(plain), 'tool.tgz', { cmd: '../../secret' })).message,
      /“\.\.\/\.\.\/secret”/,
    );
  });

  it('does not touch a folder that is there already', async () => {
    const place = new UnpackPlace();
    mkdirSync(place.folder);
    const request = place.request(gzipSync(plain), 'tool.tgz');
    const before = everythingIn(place.root);
    await place.unpack(gzipSync(plain), 'tool.tgz').then(
      () => Promise.reject(new Error('it was unpacked')),
      () => undefined,
    );
    ok(request.folder === place.folder);
    deepStrictEqual(everythingIn(place.root), before);
  });

  it('stops when asked to', async () => {
    const error = await refused(gzipSync(plain), 'tool.tgz', { signal: AbortSignal.abort() });
    strictEqual(error.tag, 'stopped');
  });
});
