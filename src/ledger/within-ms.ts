/**
 * What a promise comes to, or `too_late` when it takes longer than so many milliseconds. The promise itself goes on: what
 * becomes of it later is its owner's business. Raises what the promise raises in time.
 */
export async function withinMs<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | 'too_late'> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<'too_late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'too_late');
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
