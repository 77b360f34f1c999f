export interface UnsentBytesOptions {
  /** Bytes that may wait for all readers together. */
  readonly bytesMax: number;
  /** Nobody is given up who has taken something within this time, milliseconds. Default 1,000. */
  readonly graceMs?: number;
}

interface Wait {
  readonly bytes: number;
  readonly sinceMs: number;
  readonly giveUp: () => void;
}

const graceMsDefault = 1_000;

/**
 * What waits for readers, of all answers together. Beyond the bound the reader who has taken nothing for the longest is
 * given up, then the next, until what is left is within it: readers who do not read cannot fill the memory, however many.
 */
export class UnsentBytes {
  readonly #bytesMax: number;
  readonly #graceMs: number;
  /** In the order in which they began. */
  readonly #waits = new Set<Wait>();
  #bytes = 0;
  #look: NodeJS.Timeout | null = null;

  constructor({ bytesMax, graceMs = graceMsDefault }: UnsentBytesOptions) {
    this.#bytesMax = bytesMax;
    this.#graceMs = graceMs;
  }

  /** Bytes that wait now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A reader is waited for, who has so many bytes to take. Answers what ends the wait. */
  begin(bytes: number, giveUp: () => void): () => void {
    const wait = { bytes, sinceMs: performance.now(), giveUp };
    this.#waits.add(wait);
    this.#bytes += bytes;
    this.#keepWithin();
    return () => this.#end(wait);
  }

  #end(wait: Wait): void {
    if (!this.#waits.delete(wait)) return;
    this.#bytes -= wait.bytes;
    if (this.#bytes > this.#bytesMax || this.#look === null) return;
    clearTimeout(this.#look);
    this.#look = null;
  }

  #keepWithin(): void {
    while (this.#bytes > this.#bytesMax && this.#look === null) {
      const [oldest] = this.#waits;
      if (oldest === undefined) return;
      const graceMs = oldest.sinceMs + this.#graceMs - performance.now();
      if (graceMs > 0) {
        this.#look = setTimeout(() => {
          this.#look = null;
          this.#keepWithin();
        }, graceMs);
        return;
      }
      this.#end(oldest);
      oldest.giveUp();
    }
  }
}
