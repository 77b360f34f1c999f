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

/**
 * The same for an answer that is acted upon: one that came in time and is heard late, by a process that stood still, is
 * `too_late`. Others may have ended meanwhile what it is about.
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
