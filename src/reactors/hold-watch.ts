import type { Timer } from '../ports/timer.ts';

/**
 * For how long this process has seen something stand, by its own monotonic time: no clock that was set, and no other
 * machine's clock, makes it longer or shorter. A new process begins anew.
 */
export class HoldWatch {
  readonly #timer: Pick<Timer, 'monotonic'>;
  #seenSince = new Map<string, number>();
  #seenNow = new Map<string, number>();

  constructor(timer: Pick<Timer, 'monotonic'>) {
    this.#timer = timer;
  }

  /** Milliseconds since this was first seen; 0 at the first time. */
  seenForMs(what: string): number {
    const now = this.#timer.monotonic();
    const since = this.#seenNow.get(what) ?? this.#seenSince.get(what) ?? now;
    this.#seenNow.set(what, since);
    return now - since;
  }

  /** Forgets what was not seen since the last call: after each complete look over everything. */
  forgetOthers(): void {
    this.#seenSince = this.#seenNow;
    this.#seenNow = new Map();
  }
}
