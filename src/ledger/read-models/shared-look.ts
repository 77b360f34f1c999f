/** A piece of work whose callers, when they come while it is under way, share the next: it sees what they have seen. */
export class SharedLook {
  readonly #look: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(look: () => Promise<void>) {
    this.#look = look;
  }

  /** Raises what the work raises. */
  run(): Promise<void> {
    if (this.#running === null) {
      this.#running = this.#look().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = null;
        return this.run();
      });
    return this.#next;
  }
}
