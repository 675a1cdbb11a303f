import { deepStrictEqual, equal } from 'node:assert/strict';
import { TurnWatch, type Stalled } from '../../src/acp/turnWatch';
import type { Clock } from '../../src/acp/watchdog';

/** A clock that only moves when told to. */
class HandClock implements Clock {
  private time = 0;
  private timers: { readonly at: number; readonly callback: () => void }[] = [];
  armed = 0;

  now(): number {
    return this.time;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.time + ms, callback };
    this.timers.push(timer);
    this.armed++;
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.time = next.at;
      this.timers = this.timers.filter((other) => other !== next);
      next.callback();
    }
    this.time = end;
  }

  get pending(): number {
    return this.timers.length;
  }
}

describe('the watch over a turn', () => {
  let clock = new HandClock();
  let seen: (Stalled | undefined)[] = [];
  let excuse = false;
  let watch = make();

  function make(silence = 1000, cancel = 100): TurnWatch {
    clock = new HandClock();
    seen = [];
    excuse = false;
    const made: TurnWatch = new TurnWatch(
      { clock, silence: () => silence, cancel: () => cancel, excused: () => false },
      () => excuse,
      () => seen.push(made.stalled),
    );
    return made;
  }

  beforeEach(() => {
    watch = make();
  });

  it('tells once when nothing came for the whole time', () => {
    watch.begin();
    clock.pass(999);
    equal(watch.stalled, undefined);
    clock.pass(1);
    equal(watch.stalled, 'silent');
    clock.pass(10_000);
    deepStrictEqual(seen, ['silent']);
  });

  it('counts from the last sign of life, with one timer however many there were', () => {
    watch.begin();
    for (let n = 0; n < 1000; n++) {
      clock.pass(10);
      watch.touch();
    }
    equal(watch.stalled, undefined);
    equal(clock.armed < 20, true);
    clock.pass(1000);
    equal(watch.stalled, 'silent');
  });

  it('does not count the time in which the person is asked or a command runs', () => {
    watch.begin();
    excuse = true;
    clock.pass(60_000);
    equal(watch.stalled, undefined);
    excuse = false;
    clock.pass(999);
    equal(watch.stalled, undefined);
    clock.pass(1001);
    equal(watch.stalled, 'silent');
  });

  it('takes the question back when the agent speaks again', () => {
    watch.begin();
    clock.pass(1000);
    watch.touch();
    deepStrictEqual(seen, ['silent', undefined]);
    clock.pass(1000);
    equal(watch.stalled, 'silent');
  });

  it('waits for the whole time again when told to keep waiting', () => {
    watch.begin();
    clock.pass(1000);
    watch.keepWaiting();
    clock.pass(999);
    equal(watch.stalled, undefined);
    clock.pass(1);
    equal(watch.stalled, 'silent');
  });

  it('tells when a stop is not confirmed, also while the agent goes on talking (B44)', () => {
    watch.begin();
    watch.cancel();
    for (let n = 0; n < 10; n++) {
      clock.pass(10);
      watch.touch();
    }
    equal(watch.stalled, 'notStopping');
    watch.keepWaiting();
    equal(watch.stalled, undefined);
    clock.pass(100);
    equal(watch.stalled, 'notStopping');
  });

  it('leaves no timer behind when the turn ends', () => {
    watch.begin();
    watch.cancel();
    watch.end();
    equal(clock.pending, 0);
    equal(watch.stalled, undefined);
  });

  it('never tells when the limits are off', () => {
    watch = make(0, 0);
    watch.begin();
    clock.pass(1e9);
    watch.cancel();
    clock.pass(1e9);
    deepStrictEqual(seen, []);
    equal(clock.pending, 0);
  });
});
