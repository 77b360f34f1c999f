import { eurFromNano, nanoFromEur } from '../src/domain/money.ts';
import type { WalletEventOf } from '../src/domain/wallet-events.ts';
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

/** The events that may fill or use lots. */
const usingTypes = [
  'WalletCredited',
  'WalletDebited',
  'SelectionCharged',
  'ReservationSettled',
  'ReleasedReservationCharged',
] as const;
type UsingLots = WalletEventOf<(typeof usingTypes)[number]>;

/** One document per wallet with lots that are to expire, by its id. */
export const expiringLots: Projection<ExpiringLots, UsingLots | WalletEventOf<'WalletLotExpired'>> = {
  name: 'expiring-lots',
  version: 1,
  streamPrefixes: [walletPrefix],
  eventTypes: new Set(['WalletLotExpired', ...usingTypes]),
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event, stream }) =>
    event.type === 'WalletLotExpired' || event.data.lots !== undefined ? walletIdOf(stream) : null,
  evolve: (known, { event, stream }) => {
    const lots = known?.lots ?? [];
    const next =
      event.type === 'WalletLotExpired'
        ? lots.filter(({ lot_id }) => lot_id !== event.data.lot_id)
        : changed(lots, event);
    return next.length === 0 ? null : { wallet_id: walletIdOf(stream), lots: next };
  },
};

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
