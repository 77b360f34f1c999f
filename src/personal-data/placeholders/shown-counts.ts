import type { PiiEntity } from '../pii-kinds.ts';

interface Counts {
  readonly counts: ReadonlyMap<PiiEntity, number>;
  readonly kept: ReadonlyMap<PiiEntity, number>;
}

/**
 * The value of `x-waybill-pii` for the caller: the kinds that were cast, and how many values of each, and those whose
 * placeholders stayed in links; never the values.
 */
export function shownCounts({ counts, kept }: Counts): string {
  return ['cast', shown(counts), kept.size === 0 ? '' : `kept in links: ${shown(kept)}`]
    .filter((part) => part !== '')
    .join('; ');
}

function shown(counts: ReadonlyMap<PiiEntity, number>): string {
  return Array.from(counts, ([entity, count]) => `${entity}=${count}`)
    .toSorted()
    .join(', ');
}
