import { costOf, type Cost } from '../cost.ts';
import type { OpenReservationRecord } from '../open-reservation.ts';
import { billedTier, createPriceList } from '../price-list.ts';
import type { Usage } from '../usage.ts';

/** A cost, and the tier that the bill names. */
export interface BillOfHold {
  readonly cost: Cost;
  readonly serviceTier: string | null;
}

/**
 * The cost of counters at the prices on the day of the hold. `servedTier`: the tier that the upstream billed; `null`:
 * it names none.
 */
export function billOfHold(
  usage: Usage,
  {
    price_list,
    service_tier = null,
  }: Pick<OpenReservationRecord, 'price_list'> & { readonly service_tier?: string | null | undefined },
  servedTier: string | null,
): BillOfHold {
  const priceList = createPriceList(price_list);
  const serviceTier = billedTier(priceList, servedTier, service_tier);
  return { cost: costOf(usage, priceList, serviceTier), serviceTier };
}
