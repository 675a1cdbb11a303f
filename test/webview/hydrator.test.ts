import assert from 'node:assert/strict';
import { Hydrator } from '../../src/webview/hydrator';

function setUp(): {
  readonly hydrator: Hydrator;
  readonly idle: () => boolean;
  readonly woken: number[];
  readonly sleep: (page: number) => () => void;
} {
  const works: (() => void)[] = [];
  const woken: number[] = [];
  const hydrator = new Hydrator((work) => works.push(work));
  const idle = (): boolean => {
    const work = works.shift();
    work?.();
    return work !== undefined;
  };
  return { hydrator, idle, woken, sleep: (page) => hydrator.add(page, () => woken.push(page)) };
}

describe('sleeping pages', () => {
  it('wake one in each idle moment, the newest first, and then nothing is scheduled (B107)', () => {
    const { idle, woken, sleep } = setUp();
    [0, 1, 2].forEach((page) => sleep(page));
    while (idle());
    assert.deepEqual(woken, [2, 1, 0]);
    assert.equal(idle(), false);
  });

  it('wake at once when they are needed, even before they have come to sleep', () => {
    const { hydrator, woken, sleep } = setUp();
    sleep(4);
    hydrator.wake(4);
    hydrator.wake(4);
    hydrator.wake(7);
    sleep(7);
    assert.deepEqual(woken, [4, 7]);
  });

  it('wait for their own turn in a conversation that follows one whose pages were all woken', () => {
    const { idle, woken, sleep } = setUp();
    [0, 1].forEach((page) => sleep(page));
    while (idle());
    woken.length = 0;
    [0, 1].forEach((page) => sleep(page));
    assert.deepEqual(woken, []);
  });

  it('stay asleep when they were taken back', () => {
    const { idle, woken, sleep } = setUp();
    sleep(1)();
    while (idle());
    assert.deepEqual(woken, []);
  });
});
