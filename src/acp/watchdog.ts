/** Time as the host has it; replaced by hand in tests. */
export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Calls back once after `ms`; returns the function that takes it back. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

export interface WatchdogOptions {
  readonly clock: Clock;
  /** Milliseconds without a sign of life; 0 or less switches it off. Asked at each start. */
  readonly limit: () => number;
  /** True while silence is no wonder: the wait starts again. */
  readonly excused: () => boolean;
  readonly expired: () => void;
}

/**
 * Tells when something has been silent for too long. A sign of life costs one clock reading: there is one timer,
 * which looks at its end how long it has really been.
 */
export class Watchdog {
  private last = 0;
  private cancel: (() => void) | undefined;

  constructor(private readonly options: WatchdogOptions) {}

  start(): void {
    this.stop();
    this.last = this.options.clock.now();
    const limit = this.options.limit();
    if (limit > 0) this.arm(limit, limit);
  }

  touch(): void {
    this.last = this.options.clock.now();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private arm(wait: number, limit: number): void {
    this.cancel = this.options.clock.after(wait, () => {
      this.cancel = undefined;
      if (this.options.excused()) this.touch();
      const left = this.last + limit - this.options.clock.now();
      if (left > 0) this.arm(left, limit);
      else this.options.expired();
    });
  }
}
