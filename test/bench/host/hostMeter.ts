import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two looks of the monitor. */
const RESOLUTION = 5;
const NANOSECONDS = 1e6;

export interface HostFigures {
  /** Longest time (ms) that the event loop of the extension host was late. */
  readonly longestDelay: number;
  readonly p99Delay: number;
  /** Milliseconds of processor time of the extension host. */
  readonly cpu: number;
}

export class HostMeter {
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  private cpu = process.cpuUsage();

  start(): void {
    this.delay.reset();
    this.delay.enable();
    this.cpu = process.cpuUsage();
  }

  stop(): HostFigures {
    this.delay.disable();
    const { user, system } = process.cpuUsage(this.cpu);
    // The monitor counts its own interval.
    const late = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION);
    return {
      longestDelay: late(this.delay.max),
      p99Delay: late(this.delay.percentile(99)),
      cpu: (user + system) / 1000,
    };
  }
}
