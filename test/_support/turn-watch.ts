import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * What no linear reader needs for one turn, milliseconds of the processor: a turn of these bodies takes 30 to 90 alone,
 * and twice that beside other processes. A reader that is not linear needs seconds. How long pauses are is no matter of
 * tests: `npm run bench:hostile` and `npm run bench:pauses` measure them.
 */
export const turnMsMax = 1_000;
/** The most that memory may grow, bytes. */
export const growthBytesMax = 64 * 1_024 * 1_024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is held when all that nobody needs is gone, bytes. */
export function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Measures turns of this thread by the time of the processor: to wait for it is not counted. */
export class TurnWatch {
  #longestMs = 0;
  #longestOf = '';

  get longestMs(): number {
    return this.#longestMs;
  }

  /** What the longest was, in words. */
  get longest(): string {
    return `${this.#longestMs.toFixed(1)} ms of the processor at most, for ${this.#longestOf}`;
  }

  /** What `work` answers. `what` names it, where it becomes the longest. */
  turn<Result>(what: () => string, work: () => Result): Result {
    const begun = process.threadCpuUsage();
    try {
      return work();
    } finally {
      this.#note(what, begun);
    }
  }

  /** The same for work of many turns together: none of them is longer. */
  async turns<Result>(what: () => string, work: () => Promise<Result>): Promise<Result> {
    const begun = process.threadCpuUsage();
    try {
      return await work();
    } finally {
      this.#note(what, begun);
    }
  }

  #note(what: () => string, begun: NodeJS.CpuUsage): void {
    const { user, system } = process.threadCpuUsage(begun);
    const ms = (user + system) / 1_000;
    if (ms <= this.#longestMs) return;
    this.#longestMs = ms;
    this.#longestOf = what();
  }
}
