import { costOf, type Cost } from '../cost.ts';
import type { OpenReservationRecord } from '../open-reservation.ts';
import { billedTier, createPriceList } from '../price-list.ts';
import { nanoFromEur } from '../money.ts';
import { anyTokens, hasImpossibleCounter, type Usage } from '../usage.ts';

/** A cost, and the tier that the bill names. */
export interface BillOfHold {
  readonly cost: Cost;
  readonly serviceTier: string | null;
}

/**
 * The cost of counters at the prices on the day of the hold. `servedTier`: the tier that the upstream billed; `null`:
 * it names none.
 */
function billOfHold(
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

/** The bill of counters from billing records; `null`: they are impossible, and the hold does not cover their cost. */
export function billOfRecords(
  usage: Usage,
  hold: Pick<OpenReservationRecord, 'price_list' | 'service_tier' | 'amount_eur'>,
  servedTier: string | null,
): BillOfHold | null {
  const bill = billOfHold(usage, hold, servedTier);
  const isCovered = bill.cost.total <= nanoFromEur(hold.amount_eur);
  return isCovered || !hasImpossibleCounter(usage, anyTokens) ? bill : null;
}
