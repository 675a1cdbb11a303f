import assert from 'node:assert/strict';
import { fitter, UnfitImage, type Picture } from '../../src/webview/imageFit';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff, 0xe0];

function file(start: readonly number[], size: number): File {
  const bytes = new Uint8Array(size);
  bytes.set(start);
  return new File([bytes], 'x.png', { type: 'image/png' });
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly type: string;
}

/** A picture whose files have so many bytes. */
function picture(width: number, height: number, drawn: Drawn[], bytes: (drawn: Drawn) => number): Picture {
  return {
    width,
    height,
    encode: async (w, h, type) => {
      const one = { width: w, height: h, type };
      drawn.push(one);
      return new Blob([new Uint8Array(type === 'image/webp' ? 600 : bytes(one))], { type });
    },
    close: () => void drawn.push({ width: 0, height: 0, type: 'closed' }),
  };
}

describe('fitting images', () => {
  async function fit(
    source: File,
    size: readonly [number, number],
    bytes: (drawn: Drawn) => number = () => 10,
  ): Promise<{ readonly length: number; readonly drawn: readonly Drawn[]; readonly data: string }> {
    const drawn: Drawn[] = [];
    const { data } = await fitter(async () => picture(size[0], size[1], drawn, bytes))(source);
    return { data, length: data.length, drawn };
  }

  it('keeps an original that fits byte for byte', async () => {
    const source = file(PNG, 1000);
    const { data, drawn } = await fit(source, [1568, 400]);
    assert.equal(data, Buffer.from(await source.arrayBuffer()).toString('base64'));
    assert.deepEqual(
      drawn.map(({ type }) => type),
      ['image/webp', 'closed'],
    );
  });

  it('scales a PNG of 4 MB down to 1568 pixels and less than 1 MB of base64 (B53)', async () => {
    const { length, drawn } = await fit(file(PNG, 4 * 1024 * 1024), [4000, 3000], ({ width, type }) =>
      type === 'image/png' ? width * 900 : width * 300,
    );
    assert.deepEqual(drawn.slice(0, 2), [
      { width: 1568, height: 1176, type: 'image/png' },
      { width: 1568, height: 1176, type: 'image/jpeg' },
    ]);
    assert.ok(length < 1_000_000, String(length));
  });

  it('scales by size alone, too, and keeps a screenshot PNG when it is small that way', async () => {
    const { drawn } = await fit(file(PNG, 500), [200, 9000], () => 2000);
    assert.deepEqual(drawn[0], { width: 35, height: 1568, type: 'image/png' });
  });

  it('makes a photograph no PNG, and smaller until it fits', async () => {
    const { drawn, length } = await fit(file(JPEG, 3_000_000), [3000, 3000], ({ width }) =>
      width > 900 ? 2_000_000 : 700_000,
    );
    assert.deepEqual(new Set(drawn.map(({ type }) => type)), new Set(['image/jpeg', 'image/webp', 'closed']));
    assert.ok(length < 1_000_000);
    assert.ok(drawn.some(({ width }) => width === 882));
  });

  it('shrinks a thumbnail that is still large, and goes without one in the end', async () => {
    const drawn: Drawn[] = [];
    const large: Picture = {
      ...picture(400, 400, drawn, () => 10),
      encode: async (width, _height, type) => new Blob([new Uint8Array(width * 1000)], { type }),
    };
    const { thumbnail } = await fitter(async () => large)(file(PNG, 100));
    assert.equal(thumbnail, '');
  });

  it('tells what it cannot take: another kind, a broken file, one far too large (B52)', async () => {
    const refusal = async (source: File): Promise<string> => {
      try {
        await fitter(() => Promise.reject(new Error('no image')))(source);
      } catch (error) {
        return error instanceof UnfitImage ? error.reason : String(error);
      }
      return 'taken';
    };
    assert.equal(await refusal(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.svg')), 'kind');
    assert.equal(await refusal(new File([''], 'empty.png')), 'kind');
    assert.equal(await refusal(file(PNG, 100)), 'broken');
    assert.equal(await refusal({ size: 65 * 1024 * 1024 } as File), 'size');
    await assert.rejects(
      fit(file(PNG, 4_000_000), [3000, 3000], () => 2_000_000),
      UnfitImage,
    );
  });
});
