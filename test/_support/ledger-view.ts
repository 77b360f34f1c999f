// Reads the ledger of a data directory from outside, beside the gateways that write it.
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import type { WalletEvent, WalletEventOf } from '../../src/domain/wallet-events.ts';
import { availableNano, type WalletState } from '../../src/domain/wallet-state.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import type { Checks } from './checks.ts';
import { compareProjection } from './compare-projection.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { recordTenant, type Teardown, type TenantOptions, type TestTenant } from './gateway.ts';
import { untilAllDone } from './until.ts';

export interface WalletSight {
  readonly events: readonly WalletEvent[];
  readonly state: WalletState;
  /** One entry per reservation ever made, in their order. */
  readonly reservations: readonly ReservationSight[];
}

/** A reservation with everything that was recorded about it. */
export interface ReservationSight {
  readonly id: string;
  /** Under which the upstream knows the attempt that it was last held for. */
  readonly reference: string;
  readonly reserved: WalletEventOf<'CreditReserved'>['data'];
  /** Types and reasons after the hold, in their order: `ReservationFlagged stream_cut`. */
  readonly story: readonly string[];
  /** How often it ended: a late charge after its expiry is no ending. */
  readonly endings: number;
  /** What was charged for it, in or after its ending, nano-euro. */
  readonly charged: bigint;
  readonly settled: WalletEventOf<'ReservationSettled'>['data'] | null;
}

/** What was charged, line by line: counter, quantity, amount. */
export function chargedLines({ settled }: ReservationSight): readonly (readonly [string, number, string])[] {
  return (settled?.lines ?? []).map(({ counter, quantity, amount_eur }) => [counter, quantity, amount_eur]);
}

export interface LedgerView {
  readonly log: EventLog;
  tenant(options?: TenantOptions): Promise<TestTenant>;
  wallet(walletId: string): Promise<WalletSight>;
  /** The wallet, once nothing is held in it any more and, with `count`, so many reservations were made. */
  settledWallet(walletId: string, count?: number): Promise<WalletSight>;
}

export async function viewLedger(t: Teardown, environment: Readonly<Record<string, string>>): Promise<LedgerView> {
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const log = await openSqliteEventLog({ path: join(dataDir, 'ledger.db') });
  t.teardown(() => log[Symbol.asyncDispose]());
  return viewOf(chainedLog(log), dataDir);
}

/** The same of a log that is open; the data directory has the key pepper. */
export function viewOf(log: EventLog, dataDir: string): LedgerView {
  const see = (walletId: string): Promise<WalletSight> => walletSight(log, walletId);
  return {
    log,
    tenant: (options) => recordTenant(dataDir, log, options),
    wallet: see,
    settledWallet: (walletId, count = 1) =>
      untilAllDone(`${count} reservations of ${walletId} have ended`, async () => {
        const sight = await see(walletId);
        const done = sight.reservations.filter(({ endings }) => endings > 0).length;
        const isSettled = sight.reservations.length >= count && done === sight.reservations.length;
        return { found: isSettled ? sight : null, done };
      }),
  };
}

export async function walletSight(log: EventLog, walletId: string): Promise<WalletSight> {
  const recorded = await log.readStream(`wallet-${walletId}`, { limit: 10_000 });
  // Wallet streams hold wallet events only.
  const events = recorded.map((event) => decodeEvent(event) as WalletEvent);
  const reservations = events.flatMap((event) =>
    event.type === 'CreditReserved' ? [reservationSight(event.data, events)] : [],
  );
  return { events, state: events.reduce(wallet.evolve, wallet.initialState), reservations };
}

function reservationSight(
  reserved: WalletEventOf<'CreditReserved'>['data'],
  events: readonly WalletEvent[],
): ReservationSight {
  const id = reserved.reservation_id;
  const own = events.filter((event) => 'reservation_id' in event.data && event.data.reservation_id === id);
  const settled = own.flatMap((event) => (event.type === 'ReservationSettled' ? [event.data] : []));
  const moves = own.flatMap((event) => (event.type === 'AttemptFailed' ? [event.data.next.billing_reference] : []));
  return {
    id,
    reference: moves.at(-1) ?? reserved.attempt_of?.billing_reference ?? id,
    reserved,
    story: own.slice(1).map(({ type, data }) => ('reason' in data ? `${type} ${data.reason}` : type)),
    endings: own.filter(({ type }) => endingTypes.has(type)).length,
    charged: own.reduce((sum, { data }) => sum + ('cost_eur' in data ? nanoFromEur(data.cost_eur) : 0n), 0n),
    settled: settled[0] ?? null,
  };
}

const endingTypes = new Set<WalletEvent['type']>(['ReservationSettled', 'ReservationReleased']);

/** Nothing held, every reservation ended once, the balance is what was credited less what was charged, postings too. */
export function assertWalletIsSound(t: Checks, { state, reservations, events }: WalletSight): void {
  const charged = reservations.reduce((sum, reservation) => sum + reservation.charged, 0n);
  const credited = events.reduce(
    (sum, { type, data }) => (type === 'WalletCredited' ? sum + nanoFromEur(data.amount_eur) : sum),
    0n,
  );
  t.deepEqual(
    reservations.filter(({ endings }) => endings !== 1).map(({ id, story }) => ({ id, story })),
    [],
    'each reservation ended once',
  );
  t.is(state.reserved, 0n, 'nothing is held');
  t.is(state.reservations.size, 0, 'nothing is open');
  t.is(state.posted, credited - charged, 'balance = credit − Σ costs');
  t.is(availableNano(state), credited - charged);
}

/** Every read model holds what a fold of the log up to its checkpoint gives. */
export async function assertProjectionsAreFolds(
  t: ExecutionContext,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const ledger = await openLedger({ dataDir: environment['WAYBILL_DATA_DIR'] ?? '', engine: 'sqlite' });
  try {
    await ledger.follower.caughtUp();
    for (const projection of projectionCatalogue) {
      const { differences } = await compareProjection(ledger.log, ledger.readModels, projection);
      t.deepEqual(differences, [], projection.name);
    }
  } finally {
    await ledger.close();
  }
}
