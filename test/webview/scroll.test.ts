import assert from 'node:assert/strict';
import { ScrollPin } from '../../src/webview/scroll';

class Area {
  private top = 0;
  scrollHeight = 1_000;
  clientHeight = 200;

  get scrollTop(): number {
    return this.top;
  }

  set scrollTop(value: number) {
    this.top = Math.max(0, Math.min(value, this.scrollHeight - this.clientHeight));
  }
}

function setUp(): {
  readonly area: Area;
  readonly pin: ScrollPin;
  readonly changes: boolean[];
  readonly grow: (by: number) => void;
} {
  const area = new Area();
  const changes: boolean[] = [];
  const pin = new ScrollPin(area, (pinned) => changes.push(pinned));
  pin.resized();
  pin.scrolled();
  const grow = (by: number): void => {
    area.scrollHeight += by;
    pin.resized();
    pin.scrolled();
  };
  return { area, pin, changes, grow };
}

describe('scrolling', () => {
  it('follows the end while text streams', () => {
    const { area, grow, changes } = setUp();
    for (let chunk = 0; chunk < 100; chunk += 1) grow(7);
    assert.equal(area.scrollTop, area.scrollHeight - area.clientHeight);
    assert.deepEqual(changes, []);
  });

  it('keeps the place for 100 chunks after the wheel was turned up by one pixel (B116)', () => {
    const { area, pin, grow, changes } = setUp();
    pin.wheel(-1);
    area.scrollTop -= 1;
    pin.scrolled();
    const { scrollTop } = area;
    for (let chunk = 0; chunk < 100; chunk += 1) grow(20);
    assert.equal(area.scrollTop, scrollTop);
    assert.deepEqual(changes, [false]);
  });

  it('lets go at the wheel event, even when an older scroll event comes after it', () => {
    const { pin, grow, area } = setUp();
    const before = area.scrollTop;
    pin.wheel(-1);
    pin.scrolled();
    grow(50);
    assert.equal(pin.pinned, false);
    assert.equal(area.scrollTop, before);
  });

  it('lets go when a key or the scroll bar moved the view up', () => {
    const { area, pin } = setUp();
    area.scrollTop -= 40;
    pin.scrolled();
    assert.equal(pin.pinned, false);
  });

  it('follows again only at the very end', () => {
    const { area, pin, changes } = setUp();
    pin.wheel(-5);
    area.scrollTop -= 100;
    pin.scrolled();
    area.scrollTop += 98;
    pin.scrolled();
    assert.equal(pin.pinned, false);
    area.scrollTop += 2;
    pin.scrolled();
    assert.equal(pin.pinned, true);
    assert.deepEqual(changes, [false, true]);
  });

  it('stays at the end when the content becomes shorter', () => {
    const { area, pin } = setUp();
    area.scrollHeight -= 300;
    area.scrollTop = area.scrollTop + 0;
    pin.scrolled();
    assert.equal(pin.pinned, true);
  });

  it('jumps to the end on request and follows from there', () => {
    const { area, pin, grow } = setUp();
    pin.wheel(-1);
    area.scrollTop = 10;
    pin.scrolled();
    pin.jump();
    grow(30);
    assert.equal(area.scrollTop, area.scrollHeight - area.clientHeight);
  });

  it('does not let go where there is nothing to scroll', () => {
    const area = new Area();
    area.scrollHeight = 100;
    const pin = new ScrollPin(area, () => undefined);
    pin.wheel(-1);
    assert.equal(pin.pinned, true);
  });
});
