import assert from 'node:assert/strict';
import { PlaceKeeper } from '../../src/webview/place';

function keeper(state: unknown): { readonly places: PlaceKeeper; readonly kept: unknown[] } {
  const kept: unknown[] = [];
  return { places: new PlaceKeeper({ getState: () => state, setState: (next) => kept.push(next) }), kept };
}

describe('reading place', () => {
  it('is given back once after the page was gone (B118)', () => {
    const { places } = keeper({ place: { entryId: 'm7', offset: 12.5 } });
    assert.deepEqual(places.take(), { entryId: 'm7', offset: 12.5 });
    assert.equal(places.take(), undefined);
  });

  it('is kept with VS Code when it is another one', () => {
    const { places, kept } = keeper(undefined);
    places.keep(undefined);
    places.keep({ entryId: 'm7', offset: 3 });
    places.keep(undefined);
    places.keep(undefined);
    assert.deepEqual(kept, [{ place: { entryId: 'm7', offset: 3 } }, { place: undefined }]);
  });

  for (const state of [
    undefined,
    null,
    7,
    {},
    { place: 'x' },
    { place: { entryId: 1, offset: 1 } },
    { place: { entryId: 'a' } },
  ]) {
    it(`is nowhere when VS Code remembers ${JSON.stringify(state)}`, () => {
      assert.equal(keeper(state).places.take(), undefined);
    });
  }
});
