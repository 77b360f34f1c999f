import { billOf, countedRecord, type Bill } from '../../src/domain/cost.ts';
import type { PriceList } from '../../src/domain/price-list.ts';
import { noUsage, type Usage } from '../../src/domain/usage.ts';

/** A usage of which only the named counters are above zero. */
export const usage = (counters: Partial<Usage>): Usage => ({ ...noUsage, ...counters });

interface Counting {
  readonly served?: string | null;
  readonly source?: Bill['usageSource'];
}

/** What a price list makes of these counters, as a settlement takes it. */
export function billing(
  counters: Partial<Usage>,
  list: PriceList,
  { served = null, source = 'upstream' }: Counting = {},
): Bill {
  return billOf(countedRecord({ usage: usage(counters), asked: null, served }), source, list);
}
