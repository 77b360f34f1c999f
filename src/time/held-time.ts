import { systemTimer, type Timer } from './timer.ts';

/** How long one exchange was held up by somebody other than its upstream, in total. */
export class HeldTime {
  readonly #timer: Pick<Timer, 'monotonic'>;
  #endedMs = 0;
  #running = 0;
  #beganAtMs = 0;

  constructor(timer: Pick<Timer, 'monotonic'> = systemTimer) {
    this.#timer = timer;
  }

  /** Milliseconds so far, the current wait included. */
  get ms(): number {
    return this.#endedMs + (this.#running === 0 ? 0 : this.#timer.monotonic() - this.#beganAtMs);
  }

  /** Counts the time until the wait is over. Waits at the same time count once. Raises what the wait raises. */
  async while<T>(wait: Promise<T>): Promise<T> {
    if (this.#running++ === 0) this.#beganAtMs = this.#timer.monotonic();
    try {
      return await wait;
    } finally {
      if (--this.#running === 0) this.#endedMs += this.#timer.monotonic() - this.#beganAtMs;
    }
  }
}
