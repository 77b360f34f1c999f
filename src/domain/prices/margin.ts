import { billBy } from './bill-by.ts';
import { grantedIn } from '../lots/wallet-lots.ts';
import { amountNanoMax, divideHalfEven, eurFromNano, nanoFromEur, smaller, type NanoEur } from '../money.ts';
import type { PriceList } from '../price-list.ts';
import { accountsOf, postingsOf } from '../wallet-entries/posting.ts';
import type { WalletEvent } from '../wallet-events.ts';
import { keyInVersion } from './own-price-list.ts';
import type { DerivedPriceList } from './derived-list-events.ts';
import type { MarginEvent } from './margin-events.ts';

/** The events that charge a wallet by a price list. */
export type Charging = Extract<
  WalletEvent,
  { readonly type: 'SelectionCharged' | 'ReservationSettled' | 'ReleasedReservationCharged' }
>;

/** Whether an event charges a wallet. */
export function isCharging(event: { readonly type: string }): event is Charging {
  return (
    event.type === 'ReservationSettled' ||
    event.type === 'ReleasedReservationCharged' ||
    event.type === 'SelectionCharged'
  );
}

/** The key of the derived list that a charge was made by; `null`: it was made by a configured one. */
export function derivedKeyOf({ data }: Charging): string | null {
  const { price_list_version: version } = data;
  return version === undefined ? null : keyInVersion(version);
}

/** What the list above would have charged, up to the largest amount that an event can have. */
function costAbove({ charging, own, above }: DerivedCharge): NanoEur {
  const { counted, usage_source, cost_eur } = charging.data;
  const cost = nanoFromEur(cost_eur);
  if (counted === undefined || usage_source === undefined) return cost;
  const charged = { counted, usageSource: usage_source, amount: cost, by: own };
  return smaller(billBy(above, charged).cost.total, amountNanoMax);
}

/**
 * What is kept to record margins: a list that terms made; a charge by one, of which no margin is recorded; a margin whose
 * charge is not known yet; or how many margins a reseller has.
 */
export type OwedMargin =
  | { readonly kind: 'list'; readonly list: Pick<DerivedPriceList, 'reseller_id' | 'above' | 'price_list'> }
  | { readonly kind: 'owed'; readonly key: string; readonly wallet_id: string; readonly charging: Charging }
  | { readonly kind: 'recorded' }
  | { readonly kind: 'reseller'; readonly recorded: number };

/** The account of a reseller's margins. */
function marginAccount(resellerId: string): string {
  return `reseller:${resellerId}:margin`;
}

/** A charge of a wallet, by a list that a reseller's terms made. */
export interface DerivedCharge {
  readonly walletId: string;
  readonly charging: Charging;
  /** The list that was charged by. */
  readonly list: Pick<DerivedPriceList, 'reseller_id' | 'above'>;
  /** The same as `list.price_list`, resolved. */
  readonly own: PriceList;
  /** The same as `list.above`, resolved. */
  readonly above: PriceList;
}

/**
 * The margin of a charge: what was charged less what the list above would have charged, of the part that was paid for.
 * Nobody pays for granted credit, so that there is nothing to share. Negative: a loss.
 */
export function marginOf(charge: DerivedCharge): MarginEvent {
  const { walletId, charging, list } = charge;
  const { type, data } = charging;
  const cost = nanoFromEur(data.cost_eur);
  const bought = costAbove(charge);
  const granted = grantedIn(data.lots);
  const margin = granted === 0n ? cost - bought : paidPart(cost - bought, { cost, paid: cost - granted });
  const reseller_id = list.reseller_id ?? '';
  const account = marginAccount(reseller_id);
  const { revenue } = accountsOf(walletId);
  return {
    type: 'MarginRecorded',
    data: {
      reseller_id,
      wallet_id: walletId,
      reservation_id: data.reservation_id,
      charged_by: type,
      price_list_id: data.price_list_id ?? '',
      price_list_version: data.price_list_version ?? '',
      price_list_above_id: list.above.id,
      price_list_above_version: list.above.version,
      cost_eur: data.cost_eur,
      granted_eur: eurFromNano(granted),
      cost_above_eur: eurFromNano(bought),
      margin_eur: eurFromNano(margin),
      postings: postingsOf([revenue, account, margin], [account, revenue, -margin]),
    },
  };
}

/** The part of a margin that was paid for, as the charge was. */
function paidPart(margin: NanoEur, { cost, paid }: Readonly<Record<'cost' | 'paid', NanoEur>>): NanoEur {
  return margin < 0n ? -divideHalfEven(-margin * paid, cost) : divideHalfEven(margin * paid, cost);
}
