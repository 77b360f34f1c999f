import type { ChargeRecord } from './charges/charge-record.ts';
import type { PriceListRecord } from './price-list.ts';
import type { SelectionHoldRecord } from './selection/selection-events.ts';
import type { CountedRecord } from './wallet-entries/cost-lines.ts';

/** A hold that has not ended, as the read model stores it. Plain JSON. */
export interface OpenReservationRecord extends Pick<
  ChargeRecord,
  | 'reservation_id'
  | 'wallet_id'
  | 'key_id'
  | 'user_id'
  | 'reserved_at'
  | 'flagged_at'
  | 'surface'
  | 'profile'
  | 'target'
  | 'upstream'
> {
  readonly amount_eur: string;
  readonly instance_id: string;
  readonly expires_at: string;
  /** Why its outcome has to be checked; `null`: it does not. */
  readonly flag: string | null;
  /** The service tier asked for; absent when none was. */
  readonly service_tier?: string | undefined;
  readonly price_list: PriceListRecord;
  /** The most that can be counted of it. */
  readonly bounds: CountedRecord;
  /** A route is still to be chosen, and nothing was forwarded; absent: it is chosen. */
  readonly selection?: SelectionHoldRecord | undefined;
  /** The attempt of the request that it is held for; absent: the first. */
  readonly attempt?: number | undefined;
  /** The id under which the upstream's billing records know it; absent: the reservation's. */
  readonly billing_reference?: string | undefined;
}
