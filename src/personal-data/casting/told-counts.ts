import type { PiiEntity } from '../pii-kinds.ts';

/**
 * The value of `x-waybill-pii` for the caller: the kinds that were cast, and how many values of each; never the values.
 */
export function toldCounts(counts: ReadonlyMap<PiiEntity, number>): string {
  const told = [...counts].map(([entity, count]) => `${entity}=${count}`).toSorted();
  return told.length === 0 ? 'cast' : `cast; ${told.join(', ')}`;
}
