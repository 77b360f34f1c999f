const intervalMs = 100;

/** A progress counter on stderr for long work; silent if stderr is not a terminal. */
export class Progress {
  readonly #what: string;
  readonly #isShown = process.stderr.isTTY;
  #shownAt = 0;
  #hasLine = false;

  /** `what`: the counted unit, e.g. `events checked`. */
  constructor(what: string) {
    this.#what = what;
  }

  /** Shows the count so far. */
  show(count: number): void {
    const now = performance.now();
    if (!this.#isShown || now - this.#shownAt < intervalMs) return;
    this.#shownAt = now;
    this.#hasLine = true;
    process.stderr.write(`\r${count.toLocaleString('en')} ${this.#what}`);
  }

  /** Clears the line. */
  end(): void {
    if (this.#hasLine) process.stderr.write('\r\u001b[K');
    this.#hasLine = false;
  }
}
