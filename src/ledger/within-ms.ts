import { systemTimer, type Timer } from '../ports/timer.ts';

/**
 * What a promise comes to, or `too_late` when it takes longer than so many milliseconds. The promise itself goes on: what
 * becomes of it later is its owner's business. Raises what the promise raises in time.
 */
export function withinMs<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  timer: Pick<Timer, 'after'> = systemTimer,
): Promise<Value | 'too_late'> {
  return new Promise((resolve, reject) => {
    const cancel = timer.after(milliseconds, () => resolve('too_late'));
    promise.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
