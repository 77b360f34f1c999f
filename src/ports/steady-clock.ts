import { systemClock, type AgeClock, type Clock } from './clock.ts';
import { systemTimer, type Timer } from './timer.ts';

/** What a steady clock is made from, and who is told of jumps. */
export interface SteadyClockOptions {
  /** How long a wall clock must run evenly before it is believed after a start or a jump, milliseconds. 0: always. */
  readonly settleMs: number;
  readonly clock?: Clock;
  readonly timer?: Pick<Timer, 'monotonic'>;
  /** Called once for each jump, by the first look after it. */
  onJump?(jump: ClockJump): void;
}

/** The wall clock was set. */
export interface ClockJump {
  /** By how much it differs from the time that passed, milliseconds; negative: it went back. */
  readonly jumpMs: number;
  /** When it will be believed, unless it jumps again, milliseconds from now. */
  readonly settlesInMs: number;
}

/** More than a clock drifts, or is slewed, between two looks. */
const jumpMsMin = 5_000;

/** Between two looks further apart than this, and than a tenth of `settleMs`, a clock may have been set and set back. */
const gapMsMin = 5_000;

/**
 * The wall clock, held against the time that passes. A jump is noticed and not followed: {@link now} goes on evenly until
 * the clock has run evenly for `settleMs`, and is the wall clock again then. So a clock that is wrong for a while dates
 * nothing, and nothing grows old by it.
 *
 * It has to be looked at often: time in which nobody looked, e.g. while the process was stopped, is no time of running evenly.
 * After a start nobody knows whether the clock is right: it is read as it stands, and is not settled for `settleMs`.
 * Whoever removes something by its age asks {@link isSettled} first.
 */
export class SteadyClock implements AgeClock {
  readonly #settleMs: number;
  readonly #clock: Clock;
  readonly #timer: Pick<Timer, 'monotonic'>;
  readonly #onJump: (jump: ClockJump) => void;
  /** Wall less monotonic time, as the wall clock has it. */
  #wallOffset: number;
  /** The same, as it is answered. */
  #offset: number;
  /** By monotonic time. */
  #settlesAt: number;
  #lookedAt: number;
  #jumps = 0;

  constructor({ settleMs, clock = systemClock, timer = systemTimer, onJump = () => undefined }: SteadyClockOptions) {
    this.#settleMs = settleMs;
    this.#clock = clock;
    this.#timer = timer;
    this.#onJump = onJump;
    const passed = timer.monotonic();
    this.#wallOffset = clock.now() - passed;
    this.#offset = this.#wallOffset;
    this.#settlesAt = passed + settleMs;
    this.#lookedAt = passed;
  }

  /** Whole milliseconds since the Unix epoch. */
  now(): number {
    return Math.round(this.#look() + this.#offset);
  }

  /** Whether the wall clock has run evenly for long enough. */
  get isSettled(): boolean {
    return this.#look() >= this.#settlesAt;
  }

  /** Milliseconds until {@link isSettled}; 0 when it is. */
  get settlesInMs(): number {
    return Math.max(0, this.#settlesAt - this.#look());
  }

  /** How many jumps were noticed. */
  get jumps(): number {
    this.#look();
    return this.#jumps;
  }

  #skipGap(passed: number): void {
    const unseenMs = passed - this.#lookedAt - Math.max(gapMsMin, this.#settleMs / 10);
    const wasSettled = this.#lookedAt >= this.#settlesAt;
    this.#lookedAt = passed;
    if (unseenMs > 0 && !wasSettled) this.#settlesAt += unseenMs;
  }

  /** Answers the monotonic time. */
  #look(): number {
    const passed = this.#timer.monotonic();
    const wallOffset = this.#clock.now() - passed;
    this.#skipGap(passed);
    const jumpMs = wallOffset - this.#wallOffset;
    this.#wallOffset = wallOffset;
    if (Math.abs(jumpMs) >= jumpMsMin) {
      this.#jumps += 1;
      this.#settlesAt = passed + this.#settleMs;
      this.#onJump({ jumpMs, settlesInMs: this.#settleMs });
    }
    if (passed >= this.#settlesAt) this.#offset = wallOffset;
    // Small corrections are followed at once: nothing but jumps is held back.
    else if (Math.abs(jumpMs) < jumpMsMin) this.#offset += jumpMs;
    return passed;
  }
}
