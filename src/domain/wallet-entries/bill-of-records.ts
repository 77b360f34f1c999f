import { billOf, countedRecord, type Bill } from '../cost.ts';
import type { OpenReservationRecord } from '../open-reservation.ts';
import { createPriceList } from '../price-list.ts';
import { nanoFromEur } from '../money.ts';
import { anyTokens, hasImpossibleCounter, type Usage } from '../usage.ts';

/**
 * The bill of counters from billing records, at the prices on the day of the hold; `null`: they are impossible, and the
 * hold does not cover their cost. `served`: the tier that the upstream billed; `null`: it names none.
 */
export function billOfRecords(
  usage: Usage,
  hold: Pick<OpenReservationRecord, 'price_list' | 'service_tier' | 'amount_eur'>,
  served: string | null,
): Bill | null {
  const counted = countedRecord({ usage, asked: hold.service_tier ?? null, served });
  const bill = billOf(counted, 'billing_records', createPriceList(hold.price_list));
  const isCovered = bill.cost.total <= nanoFromEur(hold.amount_eur);
  return isCovered || !hasImpossibleCounter(usage, anyTokens) ? bill : null;
}
