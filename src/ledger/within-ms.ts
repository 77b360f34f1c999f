import { systemTimer, type Timer } from '../time/timer.ts';

/**
 * The value of a promise, or `too_late` when it takes longer than `milliseconds`. The promise itself goes on, and its
 * later outcome is ignored. Raises what the promise raises in time.
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

/**
 * Like {@link withinMs}, for an answer that is acted upon: an answer that arrived in time but is processed late,
 * because this process was blocked, is also `too_late`. Other processes may have acted meanwhile.
 */
export async function heardWithinMs<Value>(
  ask: () => Promise<Value>,
  milliseconds: number,
  timer: Pick<Timer, 'after' | 'monotonic'>,
): Promise<Value | 'too_late'> {
  const beganAtMs = timer.monotonic();
  const answer = await withinMs(ask(), milliseconds, timer);
  return timer.monotonic() - beganAtMs > milliseconds ? 'too_late' : answer;
}
