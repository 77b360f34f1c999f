import type { LotPartRecord } from '../src/domain/lots/lot-events.ts';
import { eurFromNano, nanoFromEur } from '../src/domain/money.ts';
import type { WalletEvent } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** The lots of a wallet that are to expire, and are not used up. */
export interface ExpiringLots {
  readonly wallet_id: string;
  readonly lots: readonly {
    readonly lot_id: string;
    readonly expires_at: string;
    /** What is neither charged nor taken out of it, what is held included. */
    readonly left_eur: string;
  }[];
}

type UsingLots = Extract<WalletEvent, { readonly data: { readonly lots?: LotPartRecord[] | undefined } }>;

/** One document per wallet with lots that are to expire, by its id. */
export const expiringLots: Projection<ExpiringLots, WalletEvent> = {
  name: 'expiring-lots',
  version: 1,
  streamPrefixes: [walletPrefix],
  eventTypes: new Set([
    'WalletCredited',
    'WalletDebited',
    'WalletLotExpired',
    'SelectionCharged',
    'ReservationSettled',
    'ReleasedReservationCharged',
  ]),
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event, stream }) =>
    event.type === 'WalletLotExpired' || (isUsing(event) && event.data.lots !== undefined) ? walletIdOf(stream) : null,
  evolve: (known, { event, stream }) => {
    const lots = known?.lots ?? [];
    const next =
      event.type === 'WalletLotExpired'
        ? lots.filter(({ lot_id }) => lot_id !== event.data.lot_id)
        : isUsing(event)
          ? changed(lots, event)
          : lots;
    return next.length === 0 ? null : { wallet_id: walletIdOf(stream), lots: next };
  },
};

function isUsing(event: WalletEvent): event is UsingLots {
  return event.type !== 'CreditReserved' && event.type !== 'WalletPeriodClosed' && 'lots' in event.data;
}

function changed(lots: ExpiringLots['lots'], { type, data }: UsingLots): ExpiringLots['lots'] {
  const named = data.lots ?? [];
  if (type === 'WalletCredited') {
    const added = named.flatMap(({ lot_id, expires_at, amount_eur }) =>
      expires_at === undefined ? [] : [{ lot_id, expires_at, left_eur: amount_eur }],
    );
    return [...lots, ...added];
  }
  const used = new Map(named.map(({ lot_id, amount_eur }) => [lot_id, nanoFromEur(amount_eur)]));
  return lots.flatMap((lot) => {
    const left = nanoFromEur(lot.left_eur) - (used.get(lot.lot_id) ?? 0n);
    return left > 0n ? [{ ...lot, left_eur: eurFromNano(left) }] : [];
  });
}
