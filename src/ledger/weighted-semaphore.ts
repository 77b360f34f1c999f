/**
 * Runs work concurrently up to a total size, in units of the caller; the rest waits, first come first served. Work
 * larger than the total runs alone.
 */
export class WeightedSemaphore {
  readonly #waiting: { readonly share: number; readonly begin: () => void }[] = [];
  readonly #whole: number;
  #free: number;

  constructor(whole: number) {
    this.#whole = whole;
    this.#free = whole;
  }

  /** Runs `work` when it fits. Resolves to its result; raises what it raises. */
  async take<Value>(size: number, work: () => Promise<Value>): Promise<Value> {
    const share = Math.min(size, this.#whole);
    await new Promise<void>((begin) => {
      this.#waiting.push({ share, begin });
      this.#begin();
    });
    try {
      return await work();
    } finally {
      this.#free += share;
      this.#begin();
    }
  }

  #begin(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.share <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.share;
      next.begin();
    }
  }
}
