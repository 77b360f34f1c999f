import type { DerivedListEvent } from '../src/domain/prices/derived-list-events.ts';
import { derivedKeyOf, type Charging, type OwedMargin } from '../src/domain/prices/margin.ts';
import type { MarginEvent } from '../src/domain/prices/margin-events.ts';
import { derivedListPrefix, resellerPrefix, walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** Keys of charges that are owed begin with this. */
export const owedPrefix = 'owed/';
/** The key of a list. */
export const listOfKey = (key: string): string => `list/${key}`;
/** The key of a reseller. */
export const resellerOf = (resellerId: string): string => `reseller/${resellerId}`;

/**
 * The charges by lists of resellers whose margin is not recorded yet, with those lists, and how many margins the stream of
 * each reseller has: what a reactor needs to record the next ones at the exact revision.
 */
export const owedMargins: Projection<OwedMargin, Charging | DerivedListEvent | MarginEvent> = {
  name: 'owed-margins',
  version: 2,
  streamPrefixes: [walletPrefix, derivedListPrefix, resellerPrefix],
  eventTypes: new Set([
    'SelectionCharged',
    'ReservationSettled',
    'ReleasedReservationCharged',
    'PriceListDerived',
    'MarginRecorded',
  ]),
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ event }) => {
    if (event.type === 'PriceListDerived') return listOfKey(event.data.key);
    if (event.type === 'MarginRecorded') return owedKey(event.data.reservation_id, event.data.charged_by);
    // Most charges are by configured lists, and this look is all that they cost.
    if (event.data.price_list_version?.includes('+') !== true) return null;
    return derivedKeyOf(event) === null ? null : owedKey(event.data.reservation_id, event.type);
  },
  evolve: (known, { event, stream }, others) => {
    if (event.type === 'PriceListDerived') {
      const { reseller_id, above, price_list } = event.data;
      return { kind: 'list', list: { reseller_id, above, price_list } };
    }
    if (event.type === 'MarginRecorded') {
      const reseller = resellerOf(event.data.reseller_id);
      const before = others.get(reseller);
      others.set(reseller, { kind: 'reseller', recorded: (before?.kind === 'reseller' ? before.recorded : 0) + 1 });
      // Where the stream of the wallet waits, its charge is folded later.
      return known === null ? { kind: 'recorded' } : null;
    }
    const key = derivedKeyOf(event);
    if (key === null || known !== null) return null;
    const made = others.get(listOfKey(key));
    const isOfPlatform = made?.kind === 'list' && made.list.reseller_id === null;
    return isOfPlatform ? null : { kind: 'owed', key, wallet_id: walletIdOf(stream), charging: event };
  },
};

function owedKey(reservationId: string, chargedBy: Charging['type']): string {
  return `${owedPrefix}${reservationId}/${chargedBy}`;
}
