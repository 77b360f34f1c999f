import type { Cost } from '../domain/cost.ts';
import { eurFromNano } from '../domain/money.ts';
import type { OpenReservationRecord } from '../domain/open-reservation.ts';
import { readCounters } from '../domain/counters/read-counters.ts';
import { billOfRecords } from '../domain/wallet-entries/bill-of-records.ts';
import type { BillingRecord } from '../ports/billing-records.ts';
import { UpstreamFailure } from '../ports/upstream.ts';
import type { AdminDeps } from './operation.ts';

/**
 * What a look-up can say. `none`: the upstream has no billing records. `not_understood`: charged, with counters that are not of
 * its protocol, or impossible.
 */
export const billingStates = [
  'charged',
  'not_charged',
  'never_seen',
  'running',
  'none',
  'unreachable',
  'not_understood',
] as const;

/** What the billing records of an upstream currently contain about a reservation. */
export interface BillingLookup {
  readonly state: (typeof billingStates)[number];
  /** The cost of the charged counters at the prices of the reservation. */
  readonly cost_eur?: string;
  readonly lines?: Cost['lines'];
  /** The service tier of that price; `null`: the records name none. */
  readonly service_tier?: string | null;
}

/** Concurrent lookups. Few, because the reconciler also uses the billing records. */
const askedAtOnceMax = 4;

/**
 * Looks up each reservation in the billing records of its upstream, in the same order. An upstream that does not answer is
 * not asked again. Raises any error that is not a failure of an upstream.
 */
export async function lookUpBillingRecords(
  deps: Pick<AdminDeps, 'billingRecords'>,
  holds: readonly OpenReservationRecord[],
): Promise<readonly BillingLookup[]> {
  const silent = new Set<string>();
  const lookups: BillingLookup[] = [];
  for (let from = 0; from < holds.length; from += askedAtOnceMax) {
    const some = holds.slice(from, from + askedAtOnceMax);
    lookups.push(...(await Promise.all(some.map((hold) => lookUpOne(deps, hold, silent)))));
  }
  return lookups;
}

async function lookUpOne(
  { billingRecords }: Pick<AdminDeps, 'billingRecords'>,
  hold: OpenReservationRecord,
  silent: Set<string>,
): Promise<BillingLookup> {
  const { upstream, reservation_id, billing_reference = reservation_id } = hold;
  if (silent.has(upstream)) return { state: 'unreachable' };
  try {
    const entry = await billingRecords.lookUp(upstream, billing_reference);
    if (entry === null) return { state: 'none' };
    return entry.kind === 'charged' ? billed(hold, entry) : { state: entry.kind };
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    silent.add(upstream);
    return { state: 'unreachable' };
  }
}

function billed(
  hold: OpenReservationRecord,
  { usage, serviceTier: served }: BillingRecord & { readonly kind: 'charged' },
): BillingLookup {
  const reading = readCounters(hold.surface, JSON.parse(usage));
  const bill = reading === null ? null : billOfRecords(reading.usage, hold, served);
  if (bill === null) return { state: 'not_understood' };
  const { cost, serviceTier } = bill;
  return { state: 'charged', cost_eur: eurFromNano(cost.total), lines: cost.lines, service_tier: serviceTier };
}
