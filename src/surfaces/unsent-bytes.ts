export interface UnsentBytesOptions {
  /** Most unsent bytes over all clients. */
  readonly bytesMax: number;
  /** A client that has read something within this time is not dropped, milliseconds. Default 1,000. */
  readonly graceMs?: number;
}

interface Wait {
  readonly bytes: number;
  readonly sinceMs: number;
  readonly giveUp: () => void;
}

const graceMsDefault = 1_000;

/**
 * Counts the unsent bytes of all answers. Beyond the limit it drops the client that has read nothing for the longest time,
 * then the next, until the rest is within the limit: no number of clients that do not read can fill the memory.
 */
export class UnsentBytes {
  readonly #bytesMax: number;
  readonly #graceMs: number;
  /** Waits in the order of their beginning. */
  readonly #waits = new Set<Wait>();
  #bytes = 0;
  #look: NodeJS.Timeout | null = null;

  constructor({ bytesMax, graceMs = graceMsDefault }: UnsentBytesOptions) {
    this.#bytesMax = bytesMax;
    this.#graceMs = graceMs;
  }

  /** Current number of unsent bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Begins a wait for a client with this many unsent bytes. Returns a function that ends it. */
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
