import type { PiiEntity } from '../pii-kinds.ts';

/** What a caller is told of casting, as `x-waybill-pii`: kinds, and how many values of each; never values. */
export function toldCounts(counts: ReadonlyMap<PiiEntity, number>): string {
  const told = [...counts].map(([entity, count]) => `${entity}=${count}`).toSorted();
  return told.length === 0 ? 'cast' : `cast; ${told.join(', ')}`;
}
