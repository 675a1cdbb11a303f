import { Watchdog, type Clock } from './watchdog';

export interface TurnLimits {
  readonly clock: Clock;
  /** Milliseconds a turn may go without any message from the agent; 0 = no limit. */
  readonly silence: () => number;
  /** Milliseconds the agent has to confirm a stop; 0 = no limit. */
  readonly cancel: () => number;
  /** True while the agent has reason to be silent that the session does not see: a review, a command. */
  readonly excused: () => boolean;
}

/** `silent`: no message for too long; `notStopping`: the stop was not confirmed in time. */
export type Stalled = 'silent' | 'notStopping';

/** Watches one turn at a time. It only tells: what to do is the person's choice. */
export class TurnWatch {
  private state: Stalled | undefined;
  private readonly silence: Watchdog;
  private readonly cancelling: Watchdog;

  constructor(
    limits: TurnLimits,
    excused: () => boolean,
    private readonly changed: () => void,
  ) {
    const { clock } = limits;
    this.silence = new Watchdog({
      clock,
      limit: limits.silence,
      excused: () => excused() || limits.excused(),
      expired: () => {
        this.set('silent');
      },
    });
    this.cancelling = new Watchdog({
      clock,
      limit: limits.cancel,
      excused: () => false,
      expired: () => {
        this.set('notStopping');
      },
    });
  }

  get stalled(): Stalled | undefined {
    return this.state;
  }

  begin(): void {
    this.state = undefined;
    this.silence.start();
  }

  /** The agent gave a sign of life. */
  touch(): void {
    this.silence.touch();
    if (this.state === 'silent') this.keepWaiting();
  }

  /** The person wants to wait for another while. */
  keepWaiting(): void {
    if (this.state === undefined) return;
    const watch = this.state === 'silent' ? this.silence : this.cancelling;
    this.set(undefined);
    watch.start();
  }

  cancel(): void {
    this.silence.stop();
    this.set(undefined);
    this.cancelling.start();
  }

  end(): void {
    this.silence.stop();
    this.cancelling.stop();
    this.state = undefined;
  }

  private set(state: Stalled | undefined): void {
    if (state === this.state) return;
    this.state = state;
    this.changed();
  }
}

/** For sessions that nobody watches: ephemeral runs and tests. */
export function noLimits(clock: Clock): TurnLimits {
  return { clock, silence: () => 0, cancel: () => 0, excused: () => false };
}
