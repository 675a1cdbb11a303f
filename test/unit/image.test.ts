import { deepStrictEqual, match, ok, strictEqual, throws } from 'node:assert/strict';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ImageStore } from '../../src/extension/chat/imageStore';
import {
  base64Size,
  imageTypeOfBase64,
  isBase64,
  isThumbnail,
  MAX_IMAGE_BYTES,
} from '../../src/shared/image';
import { parseHostRequest, ParseError } from '../../src/shared/parse';
import { temporaryFolder } from './support';

const base64 = (...bytes: readonly (number | string)[]): string =>
  Buffer.concat(
    bytes.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))),
  ).toString('base64');

const PNG = base64(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13);
const JPEG = base64(0xff, 0xd8, 0xff, 0xe0);
const GIF = base64('GIF89a');
const WEBP = base64('RIFF', 1, 2, 3, 4, 'WEBPVP8 ');

describe('images: what the bytes say', () => {
  it('knows the four types that agents take, by their first bytes (B52)', () => {
    deepStrictEqual([PNG, JPEG, GIF, WEBP].map(imageTypeOfBase64), [
      'image/png',
      'image/jpeg',
      'image/gif',
      'image/webp',
    ]);
    for (const other of ['<svg xmlns=', '<?xml version', '', 'G', 'RIFF1234WAVEfmt ', 'BM'])
      strictEqual(imageTypeOfBase64(base64(other)), undefined, other);
  });

  it('tells base64 from what is none, and its size', () => {
    for (const good of ['', 'AAAA', 'AAA=', 'AA==', '+/9z']) ok(isBase64(good), good);
    for (const bad of ['A', 'AAA', 'A===', 'AA=A', 'AA A', 'AAA-', 'AAAA\n', 'data:AAAA'])
      ok(!isBase64(bad), bad);
    deepStrictEqual(['', 'AAAA', 'AAA=', 'AA=='].map(base64Size), [0, 3, 2, 1]);
  });

  it('draws only small images as thumbnails', () => {
    ok(isThumbnail('data:image/webp;base64,AAAA'));
    for (const bad of [
      '',
      'data:image/webp;base64,',
      'data:image/svg+xml;base64,AAAA',
      'https://x/y.png',
      `data:image/png;base64,${'A'.repeat(100_000)}`,
      'data:image/png;base64,AAAA" onerror="x',
    ])
      ok(!isThumbnail(bad), bad.slice(0, 60));
  });
});

describe('images: what the host takes from the page', () => {
  const good = { name: 'shot.png', data: PNG, thumbnail: 'data:image/webp;base64,AAAA', asFile: false };

  it('takes an image of a known type, of at most 5 MB, and a thumbnail or none (B52)', () => {
    for (const params of [good, { ...good, data: WEBP, asFile: true }, { ...good, thumbnail: '' }])
      deepStrictEqual(parseHostRequest('attachImage', { ...params, extra: 1 }), {
        method: 'attachImage',
        params,
      });
  });

  it('refuses what is no image, is no base64, is too large or is incomplete (B52)', () => {
    const large = `${PNG}${'A'.repeat(Math.ceil(MAX_IMAGE_BYTES / 3) * 4)}`;
    for (const odd of [
      { data: base64('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      { data: base64('plain text, long enough') },
      { data: '' },
      { data: 7 },
      { data: `${PNG} ` },
      { data: `data:image/png;base64,${PNG}` },
      { data: large },
      { thumbnail: 'https://x/y.png' },
      { thumbnail: undefined },
      { asFile: 'yes' },
      { asFile: undefined },
      { name: undefined },
    ])
      throws(
        () => parseHostRequest('attachImage', { ...good, ...odd }),
        ParseError,
        JSON.stringify(odd).slice(0, 80),
      );
  });

  it('keeps only the last part of a name, without control characters', () => {
    const named = (name: string): unknown => {
      const { params } = parseHostRequest('attachImage', { ...good, name });
      return 'name' in params ? params.name : undefined;
    };
    strictEqual(named('../../etc/pass\u0000wd\n.png'), 'passwd.png');
    strictEqual(named('C:\\shots\\a b.png'), 'a b.png');
    strictEqual(named('\u202egnp.exe'), 'gnp.exe');
    strictEqual(named(''), '');
    strictEqual(String(named('x'.repeat(500))).length, 100);
  });
});

describe('images as files', () => {
  it('writes an image under a name that it has no part in', async () => {
    const folder = join(temporaryFolder(), 'images');
    const store = new ImageStore(folder);
    const path = await store.save('image/jpeg', JPEG);
    match(basename(path), /^[0-9a-f-]{36}\.jpg$/);
    strictEqual(readFileSync(path).toString('base64'), JPEG);
    ok(path !== (await store.save('image/jpeg', JPEG)));
  });

  it('removes what is older than seven days, and nothing else', async () => {
    const folder = temporaryFolder();
    const now = Date.now();
    const aged = (name: string, days: number): string => {
      const path = join(folder, name);
      writeFileSync(path, '');
      const seconds = now / 1000 - days * 86_400;
      utimesSync(path, seconds, seconds);
      return path;
    };
    const [old, young] = [aged('old.png', 8), aged('young.png', 6)];
    await new ImageStore(folder).removeOld(now);
    deepStrictEqual([existsSync(old), existsSync(young)], [false, true]);
    await new ImageStore(join(folder, 'missing')).removeOld(now);
  });
});
