import { Slots } from '../../limits/slots.ts';

/** What a tick asks: has a deadline passed? */
interface WatchedExchange {
  /** Called on every tick with the time of {@link UndiciUpstreamDeadlines.now}. */
  check(nowMs: number): void;
}

/**
 * One coarse timer for every exchange of every upstream, instead of a timer per request or per chunk.
 *
 * Its time is its own: milliseconds that passed while it ran. A step never counts for more than two ticks, so that an
 * event loop that was blocked does not strike exchanges whose bytes wait unread in the socket. A deadline made with
 * {@link after} never strikes early and at most two ticks late.
 */
export class UndiciUpstreamDeadlines {
  /** Milliseconds, as of the last tick. */
  now = 0;
  readonly #tickMs: number;
  readonly #watched = new Slots<WatchedExchange>();
  #timer: NodeJS.Timeout | null = null;
  #steppedAtMs = 0;

  constructor(tickMs: number) {
    this.#tickMs = tickMs;
  }

  /** The time of this clock at which at least `delayMs` have passed. */
  after(delayMs: number): number {
    return this.now + delayMs + this.#tickMs;
  }

  /** Asks an exchange on every tick from now on. Returns the way to leave it alone again. */
  watch(exchange: WatchedExchange): () => void {
    if (this.#timer === null) {
      this.#steppedAtMs = performance.now();
      this.#timer = setInterval(() => this.#tick(), this.#tickMs).unref();
    }
    return this.#watched.add(exchange);
  }

  #tick(): void {
    if (this.#watched.size === 0) return this.#rest();
    const atMs = performance.now();
    this.now += Math.min(atMs - this.#steppedAtMs, 2 * this.#tickMs);
    this.#steppedAtMs = atMs;
    for (const exchange of this.#watched.members()) exchange.check(this.now);
  }

  /** Nothing to watch for a whole tick: the timer rests until the next exchange, so that an idle process is idle. */
  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
