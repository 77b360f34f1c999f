import { costOf, type Cost } from '../domain/cost.ts';
import { nanoFromEur } from '../domain/money.ts';
import { billedTier, createPriceList } from '../domain/price-list.ts';
import type { OpenReservation } from '../domain/open-reservation.ts';
import type { TokenUsage } from '../domain/usage.ts';
import type { SettleReservation, WalletCommand } from '../domain/wallet-commands.ts';
import type { Wallets } from '../ledger/wallets.ts';
import type { Clock } from '../ports/clock.ts';
import { EventLogUnavailable } from '../ports/event-log.ts';
import type { InstanceLiveness } from '../ports/instance-liveness.ts';
import type { Projection, ReadModels } from '../ports/read-models.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { BookEntry, UpstreamBooks } from '../ports/upstream-books.ts';
import { UpstreamFailure } from '../ports/upstream.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

export interface ReconcileDeps {
  readonly readModels: ReadModels;
  readonly openReservations: Projection<OpenReservation>;
  /** Brings the read models level with the log, so that a sweep sees what was recorded before it. */
  readonly catchUp: () => Promise<void>;
  readonly wallets: Wallets;
  readonly books: UpstreamBooks;
  readonly liveness: InstanceLiveness;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Counters of a usage object as the surface writes it; `null` when it is not one. */
  readonly readUsage: (surface: string, usageJson: string) => TokenUsage | null;
  readonly rules: ReconcileRules;
}

export interface ReconcileRules {
  /** What becomes of a flagged reservation whose upstream keeps no books. */
  readonly unknownOutcome: 'release' | 'settle_hold' | 'keep';
  /** How long it waits for a person first, milliseconds. */
  readonly unknownOutcomeGraceMs: number;
  /** How long "never seen" is not believed: a request may still be on its way. Milliseconds. */
  readonly neverSeenGraceMs: number;
}

const pageSize = 1_000;

interface Sweep extends ReconcileDeps {
  /** Upstreams whose books did not answer in this sweep: they are asked again in the next. */
  readonly silentBooks: Set<string>;
}

/**
 * One look over all open reservations. Those of dead processes become flagged; flagged ones are settled or released by
 * the upstream's books, else by rule; those whose time is over expire. Every decision goes through the wallet, which
 * ends each reservation once whoever asks: several gateways may sweep at the same time. A reservation that cannot be
 * dealt with holds up no other. Raises what the read models raise, and `EventLogUnavailable`.
 */
async function reconcileReservations(deps: ReconcileDeps, signal?: AbortSignal): Promise<void> {
  const sweep: Sweep = { ...deps, silentBooks: new Set() };
  await deps.catchUp();
  for (let afterKey = ''; ;) {
    const page = deps.readModels.list(deps.openReservations, { afterKey, limit: pageSize });
    for (const { document } of page) {
      if (signal?.aborted === true) return;
      await reconcile(document, sweep);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    afterKey = last.key;
  }
}

/** Sweeps every `intervalMs` until stopped. A sweep that fails is logged and does not stop the next. */
export function startReconciler(deps: ReconcileDeps, intervalMs: number): Sweeps {
  return startSweeps({
    intervalMs,
    sweep: (signal) => reconcileReservations(deps, signal),
    failed: (error) => deps.telemetry.warn('reconcile_failed', {}, error),
  });
}

async function reconcile(reservation: OpenReservation, sweep: Sweep): Promise<void> {
  const { reservation_id, wallet_id } = reservation;
  try {
    const command = await commandFor(reservation, sweep);
    if (command === null) return;
    const { accepted } = await sweep.wallets.execute(wallet_id, command);
    sweep.telemetry.info('reservation_reconciled', { reservation_id, command: command.type, accepted });
  } catch (error) {
    if (error instanceof EventLogUnavailable) throw error;
    sweep.telemetry.warn('reservation_not_reconciled', { reservation_id }, error);
  }
}

/** What is to be done about a reservation now; `null` for nothing yet. */
async function commandFor(reservation: OpenReservation, deps: Sweep): Promise<WalletCommand | null> {
  const { reservation_id: reservationId } = reservation;
  if (reservation.flag !== null) return await resolution(reservation, deps);
  const now = deps.clock.now();
  const isOwn = reservation.instance_id === deps.liveness.instanceId;
  const owner = isOwn ? 'alive' : await deps.liveness.check(reservation.instance_id);
  if (owner === 'dead') return { type: 'flag_reservation', reservationId, reason: 'process_lost' };
  if (now < Date.parse(reservation.expires_at)) return null;
  return owner === 'alive'
    ? { type: 'expire_reservation', reservationId, at: new Date(now).toISOString() }
    : { type: 'flag_reservation', reservationId, reason: 'process_unknown' };
}

async function resolution(reservation: OpenReservation, deps: Sweep): Promise<WalletCommand | null> {
  const entry = await lookUp(reservation, deps);
  if (entry === 'unreachable') return null;
  if (entry === null) return byRule(reservation, deps);
  switch (entry.kind) {
    case 'running':
      return null;
    case 'not_charged':
      return release(reservation, 'books_not_charged');
    case 'never_seen':
      return flaggedForMs(reservation, deps) < deps.rules.neverSeenGraceMs
        ? null
        : release(reservation, 'books_never_seen');
    case 'charged':
      return settleByBooks(reservation, entry, deps);
  }
}

async function lookUp(
  { upstream, reservation_id }: OpenReservation,
  { books, silentBooks, telemetry }: Sweep,
): Promise<BookEntry | null | 'unreachable'> {
  if (silentBooks.has(upstream)) return 'unreachable';
  try {
    return await books.lookUp(upstream, reservation_id);
  } catch (error) {
    if (isSilence(error)) silentBooks.add(upstream);
    telemetry.warn('books_unreachable', { upstream }, error);
    return 'unreachable';
  }
}

/** Nobody answers there; any other failure may be about the one entry. */
function isSilence(error: unknown): boolean {
  return error instanceof UpstreamFailure && (error.reason === 'connect' || error.reason === 'total_timeout');
}

function byRule(reservation: OpenReservation, deps: ReconcileDeps): WalletCommand | null {
  if (flaggedForMs(reservation, deps) < deps.rules.unknownOutcomeGraceMs) return null;
  switch (deps.rules.unknownOutcome) {
    case 'keep':
      return null;
    case 'release':
      return release(reservation, 'outcome_unknown');
    case 'settle_hold':
      return settle(reservation, { total: nanoFromEur(reservation.amount_eur), lines: [] }, 'hold');
  }
}

function settleByBooks(
  reservation: OpenReservation,
  { usage: usageJson, serviceTier: servedTier }: BookEntry & { readonly kind: 'charged' },
  deps: ReconcileDeps,
): WalletCommand | null {
  const usage = deps.readUsage(reservation.surface, usageJson);
  if (usage === null) {
    deps.telemetry.warn('books_not_understood', { upstream: reservation.upstream });
    return null;
  }
  const priceList = createPriceList(reservation.price_list);
  const serviceTier = billedTier(priceList, servedTier, reservation.service_tier ?? null);
  const cost = costOf(usage, priceList, serviceTier);
  return { ...settle(reservation, cost, 'books'), serviceTier };
}

function settle(
  reservation: OpenReservation,
  cost: Cost,
  usageSource: SettleReservation['usageSource'],
): SettleReservation {
  return {
    type: 'settle_reservation',
    reservationId: reservation.reservation_id,
    cost,
    priceListId: reservation.price_list.id,
    priceListVersion: reservation.price_list.version,
    serviceTier: null,
    usageSource,
    resolvedBy: 'rule',
  };
}

function release(reservation: OpenReservation, reason: string): WalletCommand {
  return { type: 'release_reservation', reservationId: reservation.reservation_id, reason, resolvedBy: 'rule' };
}

function flaggedForMs(reservation: OpenReservation, { clock }: ReconcileDeps): number {
  return reservation.flagged_at === null ? 0 : clock.now() - Date.parse(reservation.flagged_at);
}
