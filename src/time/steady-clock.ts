import { systemClock, type AgeClock, type Clock } from './clock.ts';
import { systemTimer, type Timer } from './timer.ts';

/** Options of a steady clock. */
export interface SteadyClockOptions {
  /** How long the wall clock must run evenly before it is trusted after a start or a jump, milliseconds. 0: always. */
  readonly settleMs: number;
  readonly clock?: Clock;
  readonly timer?: Pick<Timer, 'monotonic'>;
  /** Called once for each jump, when the clock is next read. */
  onJump?(jump: ClockJump): void;
}

/** The wall clock was set. */
export interface ClockJump {
  /** Difference from the elapsed time, milliseconds; negative: it went back. */
  readonly jumpMs: number;
  /** When it will be trusted, unless it jumps again, milliseconds from now. */
  readonly settlesInMs: number;
}

/** Smallest jump: more than a clock drifts, or is slewed, between two reads. */
const jumpMsMin = 5_000;

/** After a longer gap between reads, if also a tenth of `settleMs`, the clock may have been set and set back. */
const gapMsMin = 5_000;

/**
 * The wall clock, checked against monotonic time. A jump is detected and not followed: {@link now} runs on evenly until
 * the wall clock has run evenly for `settleMs`, and then returns to it. A clock that is wrong for a while therefore
 * dates no event and ages none.
 *
 * It must be read often: time without a read, e.g. while the process was stopped, does not count as running evenly.
 * After a start the clock may be wrong: its time is used, but it is not settled for `settleMs`. Check {@link isSettled}
 * before removing anything by its age.
 */
export class SteadyClock implements AgeClock {
  readonly #settleMs: number;
  readonly #clock: Clock;
  readonly #timer: Pick<Timer, 'monotonic'>;
  readonly #onJump: (jump: ClockJump) => void;
  /** Wall time minus monotonic time, as last read. */
  #wallOffset: number;
  /** The offset used by {@link now}. */
  #offset: number;
  /** When the clock settles, in monotonic time. */
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

  /** Number of detected jumps. */
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

  /** Reads both clocks. Returns the monotonic time. */
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
    // Small corrections are followed at once; only jumps are held back.
    else if (Math.abs(jumpMs) < jumpMsMin) this.#offset += jumpMs;
    return passed;
  }
}
