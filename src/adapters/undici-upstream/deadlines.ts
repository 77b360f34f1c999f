import { Slots } from '../../limits/slots.ts';

/** An exchange whose deadlines are checked on every tick. */
interface WatchedExchange {
  /** Called on every tick with the time of {@link UndiciUpstreamDeadlines.now}. */
  check(nowMs: number): void;
}

/**
 * One coarse timer for every exchange of every upstream, instead of a timer per request or per chunk.
 *
 * It keeps its own time: milliseconds that passed while it ran. A step never counts for more than two ticks, so that a
 * blocked event loop does not time out exchanges whose bytes wait unread in the socket. A deadline made with
 * {@link after} never fires early and fires at most two ticks late.
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

  /** Checks an exchange on every tick from now on. Returns a function that stops this. */
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

  /** Stops the timer until the next exchange, so that an idle process does not wake up. */
  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
