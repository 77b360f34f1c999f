import { systemTimer, type Timer } from './timer.ts';

/** Waits for `milliseconds`; ends early when `signal` aborts. Never raises. */
export function pause(
  milliseconds: number,
  signal?: AbortSignal,
  timer: Pick<Timer, 'after'> = systemTimer,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const cancel = timer.after(milliseconds, done);
    function done(): void {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
}
