import { strictEqual } from 'node:assert/strict';
import { updateOf } from '../../../../src/acp/agents/registry/updates';

const update = (installed: string, offered: string, pinned?: string): string | undefined =>
  updateOf({ version: installed, ...(pinned === undefined ? {} : { pinned }) }, { version: offered });

describe('updates of registry agents', () => {
  for (const [installed, offered] of [
    ['1.2.3', '1.2.4'],
    ['1.9.0', '1.10.0'],
    ['1.0.0-beta.1', '1.0.0'],
    ['v1.0.0', '1.0.1'],
    ['2026.09.30', '2026.10.01'],
    ['2698.3', '2698.4'],
  ] as const) {
    it(`offers ${offered} after ${installed}`, () => strictEqual(update(installed, offered), offered));
    it(`does not offer ${installed} after ${offered}`, () =>
      strictEqual(update(offered, installed), undefined));
  }

  it('offers any other version where they cannot be compared', () => {
    strictEqual(update('nightly', 'stable'), 'stable');
    strictEqual(update('stable', 'nightly'), 'nightly');
    strictEqual(update('1.2.3.4', '1.2.3.5'), '1.2.3.5');
  });

  it('offers nothing for the same version', () => {
    strictEqual(update('nightly', 'nightly'), undefined);
    strictEqual(update('1.0.0', 'v1.0.0'), undefined);
    strictEqual(update('1.0.0', '1.0.0+build.2'), undefined);
  });

  it('offers nothing for an agent that is to stay as it is', () => {
    strictEqual(update('1.0.0', '2.0.0', '1.0.0'), undefined);
  });
});
