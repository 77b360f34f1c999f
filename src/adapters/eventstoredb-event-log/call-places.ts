/**
 * Bounds how many calls run at once; others wait, in order, urgent ones first. A server accepts a limited number of calls
 * on a connection. The calls beyond it would wait in the connection, where waiting cannot be told from silence.
 */
export class CallPlaces {
  #free: number;
  readonly #urgent: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(callsMax: number) {
    this.#free = callsMax;
  }

  /** Makes a call when there is a place. Raises what it raises. */
  async take<Value>(call: () => Promise<Value>, isUrgent = false): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => (isUrgent ? this.#urgent : this.#waiting).push(begin));
    try {
      return await call();
    } finally {
      const next = this.#urgent.shift() ?? this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
