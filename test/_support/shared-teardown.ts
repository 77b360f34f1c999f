import type { Teardown } from './gateway.ts';

/** Takes down what the tests of a file share: `end` belongs into `test.after.always`. */
export class SharedTeardown implements Teardown {
  readonly #endings: (() => unknown)[] = [];

  readonly teardown = (ending: () => unknown): void => {
    this.#endings.push(ending);
  };

  /** Runs every ending, the newest first, also behind one that fails. Raises the first failure. */
  readonly end = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const ending of this.#endings.toReversed()) {
      try {
        await ending();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
}
