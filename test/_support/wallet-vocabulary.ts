import type { Cost } from '../../src/domain/cost.ts';
import { eurFromNano, nanoFromEur } from '../../src/domain/money.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import type {
  CreditWallet,
  DebitWallet,
  ExpireLots,
  FlagReservation,
  LiftRestriction,
  OpenWallet,
  ReleaseReservation,
  ReserveCredit,
  SettleReservation,
} from '../../src/domain/wallet-commands.ts';
import type { NewLot } from '../../src/domain/lots/wallet-lots.ts';
import type { Posting } from '../../src/domain/wallet-entries/posting.ts';
import type { WalletEvent, WalletEventOf } from '../../src/domain/wallet-events.ts';

/** The words in which the specification of the wallet is written. Amounts are euro: `'4'`, `'0.000000001'`. */

/** The n-th id of a kind; `kind` is one hexadecimal digit. */
export const id = (kind: string, n: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export const walletId = id('a', 1);
export const tenantId = id('b', 1);
export const userId = id('c', 1);
export const keyA = id('d', 1);
export const keyB = id('d', 2);
export const reservation = id('e', 1);
export const otherReservation = id('e', 2);
export const runningReservation = id('e', 3);
export const credit1 = id('f', 1);
export const debit1 = id('f', 2);

export const expiresAt = '2026-11-01T12:10:00.000Z';

export const accounts = {
  available: `wallet:${walletId}:available`,
  reserved: `wallet:${walletId}:reserved`,
  funding: 'platform:funding',
  revenue: 'platform:revenue',
  granted: 'platform:granted',
  breakage: 'platform:breakage',
} as const;
type Account = keyof typeof accounts;

export const eur = nanoFromEur;
const written = (amount: string): string => eurFromNano(eur(amount));

export const priceList = createPriceList({
  id: 'small-model',
  version: '2026-11-01',
  eur_per_million_tokens: { input: '0.25', output: '2' },
});

const inference = {
  surface: 'chat_completions',
  profile: 'average',
  target: 'sandbox-small',
  upstream: 'sandbox',
  upstream_model: 'small-model',
};

export const move = (from: Account, to: Account, amount: string): Posting => ({
  debit_account: accounts[from],
  credit_account: accounts[to],
  amount_eur: written(amount),
});

/** What a charge says that it is of, where only its amounts matter. */
export const counted = { counters: { output_tokens: 1 } };

export function costing(total: string): Cost {
  const amount = written(total);
  return { total: eur(total), lines: [{ counter: 'output', quantity: 1, unit_price_eur: amount, amount_eur: amount }] };
}

// Commands.

export const open: OpenWallet = { type: 'open_wallet', walletId, tenantId };

export const credit = (amount: string, creditId = credit1): CreditWallet => ({
  type: 'credit_wallet',
  creditId,
  amount: eur(amount),
  reason: 'top-up',
});

/** Of a credit: a lot that was granted. */
export const grantedLot = (amount: string, expiresAtDay: string | null = null): NewLot => ({
  kind: 'granted',
  expiresAt: expiresAtDay,
  amount: eur(amount),
});

export const expireLots = (at: string): ExpireLots => ({ type: 'expire_lots', at });

export const debit = (amount: string, debitId = debit1): DebitWallet => ({
  type: 'debit_wallet',
  debitId,
  amount: eur(amount),
  reason: 'transfer',
});

export const reserve = (amount: string, more: Partial<ReserveCredit> = {}): ReserveCredit => ({
  type: 'reserve_credit',
  reservationId: reservation,
  amount: eur(amount),
  keyId: keyA,
  userId,
  instanceId: 'gateway-1',
  expiresAt,
  inference,
  inputTokensMax: 100,
  outputTokensMax: 200,
  priceList,
  requestCap: null,
  keyBudget: null,
  ...more,
});

/** What a hold of {@link reserve} is charged with where nothing was counted. */
export const uncounted = { counters: { input_tokens: 100, output_tokens: 200 } };
/** Who says so, where the amount is another than the hold. */
export const byOperator = { usageSource: 'operator', resolvedBy: 'operator' } as const;

export const settle = (cost: string, more: Partial<SettleReservation> = {}): SettleReservation => ({
  type: 'settle_reservation',
  reservationId: reservation,
  cost: costing(cost),
  priceListId: priceList.id,
  priceListVersion: priceList.version,
  serviceTier: null,
  usageSource: 'upstream',
  resolvedBy: null,
  ...more,
});

export const release = (reservationId = reservation): ReleaseReservation => ({
  type: 'release_reservation',
  reservationId,
  reason: 'upstream_refused',
  resolvedBy: null,
});

export const flag = (reservationId = reservation, reason = 'connection_lost'): FlagReservation => ({
  type: 'flag_reservation',
  reservationId,
  reason,
});

export const lift: LiftRestriction = { type: 'lift_restriction', actor: 'cli:operator', reason: 'looked at' };

// Events.

export const opened: WalletEvent = { type: 'WalletOpened', data: { wallet_id: walletId, tenant_id: tenantId } };

export const credited = (amount: string, creditId = credit1): WalletEvent => ({
  type: 'WalletCredited',
  data: {
    credit_id: creditId,
    amount_eur: written(amount),
    reason: 'top-up',
    postings: [move('funding', 'available', amount)],
  },
});

/** A credit that was granted whole, to expire at the end of November. */
export const creditedLot = (amount: string, creditId = credit1): WalletEvent => ({
  type: 'WalletCredited',
  data: {
    credit_id: creditId,
    amount_eur: written(amount),
    reason: 'welcome',
    lots: [
      {
        lot_id: `${creditId}.1`,
        number: 1,
        kind: 'granted',
        expires_at: '2026-11-30T23:00:00.000Z',
        amount_eur: written(amount),
      },
    ],
    postings: [move('granted', 'available', amount)],
  },
});

export const debited = (amount: string, debitId = debit1): WalletEvent => ({
  type: 'WalletDebited',
  data: {
    debit_id: debitId,
    amount_eur: written(amount),
    reason: 'transfer',
    postings: [move('available', 'funding', amount)],
  },
});

export function reserved(amount: string, { reservationId = reservation, keyId = keyA } = {}): WalletEvent {
  return {
    type: 'CreditReserved',
    data: {
      reservation_id: reservationId,
      amount_eur: written(amount),
      key_id: keyId,
      user_id: userId,
      instance_id: 'gateway-1',
      expires_at: expiresAt,
      inference,
      input_tokens_max: 100,
      output_tokens_max: 200,
      price_list: priceList.record,
      postings: eur(amount) === 0n ? [] : [move('available', 'reserved', amount)],
    },
  };
}

function billOf(
  cost: string,
): Pick<
  WalletEventOf<'ReservationSettled'>['data'],
  'cost_eur' | 'lines' | 'price_list_id' | 'price_list_version' | 'service_tier' | 'usage_source'
> {
  return {
    cost_eur: written(cost),
    lines: [...costing(cost).lines],
    price_list_id: priceList.id,
    price_list_version: priceList.version,
    service_tier: null,
    usage_source: 'upstream',
  };
}

interface Settled {
  readonly cost: string;
  readonly released?: string;
  readonly overrun?: string;
  readonly postings: Posting[];
  readonly reservationId?: string;
  readonly keyId?: string;
  readonly more?: Partial<WalletEventOf<'ReservationSettled'>['data']>;
}

export const settled = ({ cost, released = '0', overrun = '0', postings, ...rest }: Settled): WalletEvent => ({
  type: 'ReservationSettled',
  data: {
    reservation_id: rest.reservationId ?? reservation,
    key_id: rest.keyId ?? keyA,
    ...billOf(cost),
    released_eur: written(released),
    overrun_eur: written(overrun),
    resolved_by: null,
    postings,
    ...rest.more,
  },
});

const returned = (amount: string): Posting[] => (eur(amount) === 0n ? [] : [move('reserved', 'available', amount)]);

export const released = (
  amount: string,
  more: Partial<WalletEventOf<'ReservationReleased'>['data']> = {},
): WalletEvent => ({
  type: 'ReservationReleased',
  data: {
    reservation_id: reservation,
    key_id: keyA,
    amount_eur: written(amount),
    reason: 'upstream_refused',
    resolved_by: null,
    postings: returned(amount),
    ...more,
  },
});

export const flaggedUnder = (reservationId: string): WalletEvent => ({
  type: 'ReservationFlagged',
  data: { reservation_id: reservationId, key_id: keyA, reason: 'connection_lost' },
});

export const flagged = flaggedUnder(reservation);

/** Its process cannot be seen, and may still come with an outcome. */
export const flaggedUnseen = (reservationId = reservation): WalletEvent => ({
  type: 'ReservationFlagged',
  data: { reservation_id: reservationId, key_id: keyA, reason: 'process_unknown' },
});

/** Given up by rule while its process may still come with an outcome. */
export const givenUp = (amount: string, reservationId = reservation): readonly WalletEvent[] => [
  flaggedUnseen(reservationId),
  released(amount, { reservation_id: reservationId, resolved_by: 'rule' }),
];

export const chargedLate = (cost: string): WalletEvent => ({
  type: 'ReleasedReservationCharged',
  data: {
    reservation_id: reservation,
    key_id: keyA,
    ...billOf(cost),
    postings: eur(cost) === 0n ? [] : [move('available', 'revenue', cost)],
  },
});

export const restricted = (overrun: string, reservationId = reservation): WalletEvent => ({
  type: 'WalletRestricted',
  data: { overrun_reservation_id: reservationId, overrun_eur: written(overrun) },
});

export const liftedBy = (cause: 'credit' | 'operator'): WalletEvent => ({
  type: 'WalletRestrictionLifted',
  data: cause === 'credit' ? { cause } : { cause, actor: lift.actor, reason: lift.reason },
});
