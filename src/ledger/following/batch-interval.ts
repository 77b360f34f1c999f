import type { Timer } from '../../time/timer.ts';

/** Batching interval multiplier for projections that may lag. */
const lagFactor = 20;

export interface BatchIntervalOptions {
  /** Least time between two batches, milliseconds. */
  readonly batchMs: number;
  readonly timer: Pick<Timer, 'after'>;
  /** Called at the end of an interval, to fold the events gathered meanwhile. */
  onOver(): void;
}

/** The interval after a batch of live events in which the next events are gathered. */
export class BatchInterval {
  readonly #options: BatchIntervalOptions;
  /** The running interval; `cancel` stops its timer. */
  #running: { readonly isLong: boolean; readonly cancel: () => void } | null = null;

  constructor(options: BatchIntervalOptions) {
    this.#options = options;
  }

  /** Whether a batch may be folded now. Awaited events cut a long interval short. */
  allows(isAwaited: () => boolean): boolean {
    return this.#running === null || (this.#running.isLong && isAwaited());
  }

  /** Starts an interval after a batch. A short interval replaces a long one. */
  begin({ isLong }: { readonly isLong: boolean }): void {
    if (this.#running !== null && (isLong || !this.#running.isLong)) return;
    this.stop();
    const cancel = this.#options.timer.after(this.#options.batchMs * (isLong ? lagFactor : 1), () => {
      this.#running = null;
      this.#options.onOver();
    });
    this.#running = { isLong, cancel };
  }

  stop(): void {
    this.#running?.cancel();
    this.#running = null;
  }
}
