import { Slots } from '../../limits/slots.ts';
import type { Timer } from '../../time/timer.ts';

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
  readonly #timer: Timer;
  readonly #watched = new Slots<WatchedExchange>();
  #cancelTick: (() => void) | null = null;
  #steppedAtMs = 0;

  constructor(tickMs: number, timer: Timer) {
    this.#tickMs = tickMs;
    this.#timer = timer;
  }

  /** The time of this clock at which at least `delayMs` have passed. */
  after(delayMs: number): number {
    return this.now + delayMs + this.#tickMs;
  }

  /** Checks an exchange on every tick from now on. Returns a function that stops this. */
  watch(exchange: WatchedExchange): () => void {
    if (this.#cancelTick === null) {
      this.#steppedAtMs = this.#timer.monotonic();
      this.#tickLater();
    }
    return this.#watched.add(exchange);
  }

  /** Stops the timer until the next exchange, if none is watched: an idle process does not wake up, and can end. */
  rest(): void {
    if (this.#watched.size > 0) return;
    this.#cancelTick?.();
    this.#cancelTick = null;
  }

  #tickLater(): void {
    this.#cancelTick = this.#timer.after(this.#tickMs, () => this.#tick());
  }

  #tick(): void {
    if (this.#watched.size === 0) return this.rest();
    this.#tickLater();
    const atMs = this.#timer.monotonic();
    this.now += Math.min(atMs - this.#steppedAtMs, 2 * this.#tickMs);
    this.#steppedAtMs = atMs;
    for (const exchange of this.#watched.members()) exchange.check(this.now);
  }
}
