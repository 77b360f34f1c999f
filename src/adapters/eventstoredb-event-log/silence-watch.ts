/** Nothing came from the engine for so long that it counts as away. */
export class EngineSilent extends Error {
  override readonly name = 'EngineSilent';
}

/** Looks in the time that nothing may come. */
const LOOKS = 20;
const LOOK_MS_MAX = 50;
/** A look that comes so late was held up itself: this thread had work in hand, and the engine is not blamed for it. */
const LATE_LOOKS = 4;

/**
 * Judges an engine by the line alone: how long nothing at all has come from it, counted while this thread was free to take
 * what came. A long answer that is arriving is life, and so is the answer to anything else on the connection.
 */
export class SilenceWatch {
  /** How long nothing may come. */
  readonly silenceMs: number;
  readonly #heardAtMs: () => number;
  readonly #lookMs: number;
  #lookedAtMs = performance.now();
  #silentMs = 0;

  /** `heardAtMs`: when anything last came from the engine, by `performance.now()`. */
  constructor(silenceMs: number, heardAtMs: () => number) {
    this.silenceMs = silenceMs;
    this.#heardAtMs = heardAtMs;
    this.#lookMs = Math.min(silenceMs / LOOKS, LOOK_MS_MAX);
  }

  /** Settles as `answering` does; raises `silent` when the engine is silent for so long meanwhile. */
  async over(answering: Promise<void>, silent: Error): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = this.start(() => reject(silent));
    try {
      await Promise.race([answering, promise]);
    } finally {
      stop();
    }
  }

  /** Calls `onSilent` once, when the engine has been silent for so long; answers how to stop. */
  start(onSilent: () => void): () => void {
    const looks = setInterval(() => {
      if (!this.#isSilent(performance.now())) return;
      clearInterval(looks);
      onSilent();
    }, this.#lookMs);
    return () => clearInterval(looks);
  }

  #isSilent(nowMs: number): boolean {
    const passedMs = nowMs - this.#lookedAtMs;
    if (this.#heardAtMs() >= this.#lookedAtMs) this.#silentMs = 0;
    else if (passedMs <= this.#lookMs * LATE_LOOKS) this.#silentMs += passedMs;
    this.#lookedAtMs = nowMs;
    return this.#silentMs >= this.silenceMs;
  }
}
