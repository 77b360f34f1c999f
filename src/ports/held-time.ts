/** How long one exchange was held up by somebody other than its upstream, in total. */
export class HeldTime {
  #endedMs = 0;
  #running = 0;
  #beganAtMs = 0;

  /** Milliseconds so far, the current wait included. */
  get ms(): number {
    return this.#endedMs + (this.#running === 0 ? 0 : performance.now() - this.#beganAtMs);
  }

  /** Counts the time until the wait is over. Waits at the same time count once. Raises what the wait raises. */
  async while<T>(wait: Promise<T>): Promise<T> {
    if (this.#running++ === 0) this.#beganAtMs = performance.now();
    try {
      return await wait;
    } finally {
      if (--this.#running === 0) this.#endedMs += performance.now() - this.#beganAtMs;
    }
  }
}
