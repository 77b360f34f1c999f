/**
 * What a promise comes to, or `too_late` when it takes longer than so many milliseconds. The promise itself goes on: what
 * becomes of it later is its owner's business. Raises what the promise raises in time.
 */
export function withinMs<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | 'too_late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('too_late'), milliseconds);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
