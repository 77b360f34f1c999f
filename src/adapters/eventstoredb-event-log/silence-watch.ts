/** Nothing came from the engine for so long that it counts as unavailable. */
export class EngineSilent extends Error {
  override readonly name = 'EngineSilent';
}

/** Number of checks within the allowed silence. */
const looksPerSilence = 20;
const lookMsMax = 50;
/** When a check is this many intervals late, this thread was blocked, and the time does not count as silence. */
const lateLooks = 4;

/**
 * Detects a silent engine: measures how long nothing at all has come from it, counting only time in which this thread
 * could receive. A long answer in progress is a sign of life, and so is any other answer on the connection.
 */
export class SilenceWatch {
  /** The allowed silence, milliseconds. */
  readonly silenceMs: number;
  readonly #heardAtMs: () => number;
  readonly #lookMs: number;
  #lookedAtMs = performance.now();
  #silentMs = 0;

  /** `heardAtMs`: when anything last came from the engine, by `performance.now()`. */
  constructor(silenceMs: number, heardAtMs: () => number) {
    this.silenceMs = silenceMs;
    this.#heardAtMs = heardAtMs;
    this.#lookMs = Math.min(silenceMs / looksPerSilence, lookMsMax);
  }

  /** Settles as `answering` does; raises `silent` if the engine is silent for `silenceMs` meanwhile. */
  async over(answering: Promise<void>, silent: Error): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = this.start(() => reject(silent));
    try {
      await Promise.race([answering, promise]);
    } finally {
      stop();
    }
  }

  /** Calls `onSilent` once, when the engine has been silent for `silenceMs`. Returns a function to stop the watch. */
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
    else if (passedMs <= this.#lookMs * lateLooks) this.#silentMs += passedMs;
    this.#lookedAtMs = nowMs;
    return this.#silentMs >= this.silenceMs;
  }
}
