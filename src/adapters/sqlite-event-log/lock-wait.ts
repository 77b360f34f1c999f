import { saysBusy } from './sqlite-errors.ts';

const napMsMin = 0.2;
const napMsMax = 2;

/** Another process held the file for longer than the limit. */
export class LockWaitEnded extends Error {
  override readonly name = 'LockWaitEnded';
}

/** Raised by an attempt that finds the lock held without an error of SQLite. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}

/**
 * Repeats `attempt` while another process holds the lock it needs. SQLite's own busy handler sleeps up to 100 ms at a
 * time and starves beside a busy writer; short random naps do not. Raises {@link LockWaitEnded} after `lockWaitMs`.
 */
export function withLockWait<Result>(lockWaitMs: number, attempt: () => Result): Result {
  const deadline = performance.now() + lockWaitMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof LockHeld) && !saysBusy(error)) throw error;
      if (performance.now() >= deadline) {
        throw new LockWaitEnded(`another process held the event log for ${lockWaitMs} ms`, { cause: error });
      }
    }
    nap(napMsMin + Math.random() * (napMsMax - napMsMin));
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

// Blocking is fine here: all work of this thread needs the same lock.
function nap(ms: number): void {
  Atomics.wait(never, 0, 0, ms);
}
