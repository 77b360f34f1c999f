import type { PiiEntity } from '../pii-kinds.ts';

/**
 * The value of `x-waybill-pii` for the caller: the kinds that were cast, and how many values of each; never the values.
 */
export function shownCounts(counts: ReadonlyMap<PiiEntity, number>): string {
  const shown = [...counts].map(([entity, count]) => `${entity}=${count}`).toSorted();
  return shown.length === 0 ? 'cast' : `cast; ${shown.join(', ')}`;
}
