import { retry, type RetryPolicy } from '../../ledger/retry.ts';
import { ArchiveUnavailable, type ArchiveStore } from '../../ports/archive-store.ts';

/** Some four seconds in all. */
const policy: RetryPolicy = { pauseMs: 300, pauseMsMax: 4_000, attemptsMax: 5 };

/**
 * Asks again what a service did not answer: one that is busy for a moment ends no verification of thousands of objects. What
 * is cut while it is read is raised as it is.
 */
export function patientArchiveStore(store: ArchiveStore & AsyncDisposable): ArchiveStore & AsyncDisposable {
  const again = <Answer>(attempt: () => Promise<Answer>): Promise<Answer> =>
    retry(attempt, { policy, mayRetry: (error) => error instanceof ArchiveUnavailable });
  return {
    place: store.place,
    put: (name, bytes, sha256) => store.put(name, bytes, sha256),
    get: (name) => again(() => store.get(name)),
    has: (name) => again(() => store.has(name)),
    list: async function* (folder) {
      yield* await again(() => Array.fromAsync(store.list(folder)));
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
