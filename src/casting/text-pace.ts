import type { WorkInParts } from '../personal-data/work-in-parts.ts';
import { doneInTurns } from '../ports/done-in-turns.ts';

/**
 * Divides the time of the event loop among long works on texts. In each turn one of the waiting works goes on, first come,
 * first served. So many long texts delay other requests no longer than one does.
 */
export class TextPace {
  readonly #waiting: (() => void)[] = [];

  /** Does a work and returns its result. Short work waits for no turn. Raises what the work raises. */
  done<Result>(work: WorkInParts<Result>): Promise<Result> {
    return doneInTurns(work, () => this.#turn());
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
