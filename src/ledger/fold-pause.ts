import type { Timer } from '../ports/timer.ts';

/** So many times as long are events gathered that only projections fold which may lag. */
const lagFactor = 20;

export interface FoldPauseOptions {
  /** The least time between two batches, milliseconds. */
  readonly batchMs: number;
  readonly timer: Pick<Timer, 'after'>;
  /** What was gathered meanwhile is to be folded. */
  onOver(): void;
}

/** The time after a batch of live events in which those that follow it are gathered. */
export class FoldPause {
  readonly #options: FoldPauseOptions;
  /** Of the pause under way: its length, and how to take it back. */
  #running: { readonly isLong: boolean; readonly cancel: () => void } | null = null;

  constructor(options: FoldPauseOptions) {
    this.#options = options;
  }

  /** Whether a batch may be folded now: what is awaited does not wait for what may lag. */
  allows(isAwaited: () => boolean): boolean {
    return this.#running === null || (this.#running.isLong && isAwaited());
  }

  /** Begins behind a batch; a short one takes the place of a long one. */
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
