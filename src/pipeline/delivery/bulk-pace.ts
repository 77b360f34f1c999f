/**
 * How much of all large answers together is rewritten in one turn of the event loop, bytes: one or two milliseconds of
 * work.
 */
export const turnBytesMax = 65_536;

/** A piece up to this size, bytes, is a few words and never waits. */
const smallPieceBytes = 4_096;

/**
 * Makes large answers take turns, so that they do not delay other requests. What is rewritten of all of them in one
 * turn of the event loop is limited, however many there are and however fast their upstreams send. Waiting answers go
 * on in order.
 */
export class BulkPace {
  readonly #waiting: { readonly bytes: number; readonly go: () => void }[] = [];
  #turnBytes = 0;
  #isTurnCounted = false;

  /**
   * Returns `null` when a piece of this size may be passed on at once; otherwise resolves when it is its turn.
   * `weight`: how many times as much work a byte of it is as one that is only passed on.
   */
  turn(bytes: number, weight = 1): Promise<void> | null {
    this.#countTurn();
    const isFree = this.#waiting.length === 0 && this.#turnBytes < turnBytesMax;
    if (isFree || bytes <= smallPieceBytes) {
      this.#turnBytes += bytes * weight;
      return null;
    }
    return new Promise((go) => void this.#waiting.push({ bytes: bytes * weight, go }));
  }

  #countTurn(): void {
    if (this.#isTurnCounted) return;
    this.#isTurnCounted = true;
    setImmediate(this.#nextTurn);
  }

  readonly #nextTurn = (): void => {
    this.#isTurnCounted = false;
    this.#turnBytes = 0;
    if (this.#waiting.length === 0) return;
    this.#countTurn();
    while (this.#turnBytes < turnBytesMax) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#turnBytes += next.bytes;
      next.go();
    }
  };
}
