/**
 * Runs a piece of work at most once at a time. Callers that arrive during a run share the next one, so that it sees
 * everything that happened before they called.
 */
export class CoalescedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Settles after a run that began with or after the call. Raises what the work raises. */
  run(): Promise<void> {
    if (this.#running === null) {
      this.#running = this.#work().finally(() => {
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
