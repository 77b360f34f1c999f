/**
 * The first index whose value is not below `limit`; the length if all are below. `ascending` holds numbers or strings
 * in ascending order.
 */
export function firstNotBelow<Value extends number | string>(ascending: ArrayLike<Value>, limit: Value): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
