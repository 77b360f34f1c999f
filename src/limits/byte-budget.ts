import { Semaphore, type NoPermit, type Permit, type SemaphoreOptions, type Sharer, type Waiter } from './semaphore.ts';

export interface ByteBudgetOptions extends Omit<SemaphoreOptions, 'permits'> {
  readonly bytesMax: number;
  /** So many bytes of each allocation are not counted. Default 0. */
  readonly freeBytes?: number;
  /** What grows piece by piece takes so many bytes at a time, and so asks only a few times. Default 1. */
  readonly stepBytes?: number;
}

/** A bounded amount of memory or disk, which tenants and keys share fairly. */
export class ByteBudget {
  readonly #bytes: Semaphore;
  readonly #options: ByteBudgetOptions;

  constructor(options: ByteBudgetOptions) {
    this.#bytes = new Semaphore({ ...options, permits: options.bytesMax });
    this.#options = options;
  }

  /** Bytes that are held. */
  get used(): number {
    return this.#bytes.used;
  }

  /** How many allocations wait. */
  get waiting(): number {
    return this.#bytes.waiting;
  }

  /** An allocation that holds nothing yet. */
  open(sharer: Sharer): ByteAllocation {
    return new ByteAllocation(this.#bytes, sharer, this.#options);
  }
}

/** A part of a budget, which grows while what it is for becomes known. */
export class ByteAllocation {
  readonly #budget: Semaphore;
  readonly #sharer: Sharer;
  readonly #freeBytes: number;
  readonly #stepBytes: number;
  #permit: Permit | null = null;
  #held = 0;
  /** What was taken piece by piece. */
  #taken = 0;
  #isRefused = false;
  #isReleased = false;
  #holders = 1;

  constructor(
    budget: Semaphore,
    sharer: Sharer,
    { freeBytes = 0, stepBytes = 1 }: Omit<ByteBudgetOptions, 'bytesMax'>,
  ) {
    this.#budget = budget;
    this.#sharer = sharer;
    this.#freeBytes = freeBytes;
    this.#stepBytes = stepBytes;
  }

  /** Bytes of the budget that it holds. */
  get held(): number {
    return this.#held;
  }

  /** Whether it holds as much as so many bytes need. */
  covers(bytes: number): boolean {
    return bytes <= Math.max(this.#freeBytes, this.#held);
  }

  /** Grows to so many bytes, if they are free at once. Returns whether it did. */
  tryCover(bytes: number): boolean {
    const more = bytes - this.#held;
    return more <= 0 || this.#keep(this.#budget.tryAcquire(this.#sharer, more), more) === null;
  }

  /**
   * Grows to so many bytes, or to the whole budget if they are more, when its turn comes. Returns why it did not; `null`:
   * it did.
   */
  cover(bytes: number, waiter?: Waiter): NoPermit | null | Promise<NoPermit | null> {
    const all = Math.min(bytes, this.#budget.permits);
    // What holds some is not put behind those of its key that wait until it has ended.
    if ((this.#held > 0 || all === 0) && this.tryCover(all)) return null;
    const more = all - this.#held;
    const acquired = this.#budget.acquire(this.#sharer, more, waiter);
    return acquired instanceof Promise ? acquired.then((each) => this.#keep(each, more)) : this.#keep(acquired, more);
  }

  /**
   * Takes more bytes, if they are free at once, and returns whether it did: whoever grows piece by piece never waits
   * while it holds some. It takes nothing before one of its tenant that waits: many that grow, one after the other, could
   * keep that one waiting for ever. After the first refusal nothing more is taken: the rest would be of no use.
   */
  take(bytes: number): boolean {
    if (this.#isRefused) return false;
    this.#taken += bytes;
    const missing = this.covers(this.#taken) ? 0 : this.#taken - this.#held;
    const steps = Math.ceil(missing / this.#stepBytes) * this.#stepBytes;
    this.#isRefused = missing > 0 && (this.#budget.isWaiting(this.#sharer) || !this.tryCover(this.#held + steps));
    return !this.#isRefused;
  }

  /** Keeps the bytes until the returned function is called, also after {@link ByteAllocation.release}. */
  hold(): () => void {
    this.#holders += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#letGo();
      isHeld = false;
    };
  }

  /** Gives the bytes back, unless they are held. Only the first call counts. */
  release(): void {
    if (!this.#isReleased) this.#letGo();
    this.#isReleased = true;
  }

  #letGo(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#isRefused = true;
    this.#permit?.release();
  }

  #keep(acquired: Permit | NoPermit, more: number): NoPermit | null {
    if (typeof acquired === 'string') return acquired;
    if (this.#holders === 0) {
      acquired.release();
      return 'gone';
    }
    this.#held += more;
    if (this.#permit === null) this.#permit = acquired;
    else this.#permit.absorb(acquired);
    return null;
  }
}
