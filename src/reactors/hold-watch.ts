import type { Timer } from '../time/timer.ts';

/**
 * Measures how long this process has seen something in a state, in monotonic time, independent of wall clocks and of
 * other machines. A new process starts at zero.
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

  /** Forgets everything not seen since the last call. To be called after each complete sweep. */
  forgetOthers(): void {
    this.#seenSince = this.#seenNow;
    this.#seenNow = new Map();
  }
}
