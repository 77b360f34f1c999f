/** Nothing came from the engine for so long that it counts as away. */
export class EngineSilent extends Error {
  override readonly name = 'EngineSilent';
}

/** Looks in the time after which a silent engine counts as away. */
const LOOKS = 20;
const LOOK_MS_MAX = 50;
/** A look that comes so late was held up itself: this thread had work in hand, and the engine is not blamed for it. */
const LATE_LOOKS = 4;

/**
 * Judges an engine by the line alone: how long nothing at all has come from it, counted while this thread was free to take
 * what came. A long answer that is arriving is life, and so is the answer to anything else on the connection.
 */
export class SilenceWatch {
  readonly #awayMs: number;
  readonly #heardAtMs: () => number;
  readonly #lookMs: number;
  #lookedAtMs = performance.now();
  #silentMs = 0;

  /** `heardAtMs`: when anything last came from the engine, by `performance.now()`. */
  constructor(awayMs: number, heardAtMs: () => number) {
    this.#awayMs = awayMs;
    this.#heardAtMs = heardAtMs;
    this.#lookMs = Math.min(awayMs / LOOKS, LOOK_MS_MAX);
  }

  /** Settles as `answering` does; raises `silent` when the engine is silent for so long meanwhile. */
  async over(answering: Promise<void>, silent: Error): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const looks = setInterval(() => {
      if (this.#isSilent(performance.now())) reject(silent);
    }, this.#lookMs);
    try {
      await Promise.race([answering, promise]);
    } finally {
      clearInterval(looks);
    }
  }

  #isSilent(nowMs: number): boolean {
    const passedMs = nowMs - this.#lookedAtMs;
    if (this.#heardAtMs() >= this.#lookedAtMs) this.#silentMs = 0;
    else if (passedMs <= this.#lookMs * LATE_LOOKS) this.#silentMs += passedMs;
    this.#lookedAtMs = nowMs;
    return this.#silentMs >= this.#awayMs;
  }
}
