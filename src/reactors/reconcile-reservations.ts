import { nanoFromEur } from '../domain/money.ts';
import type { OpenReservationRecord } from '../domain/open-reservation.ts';
import { hasAnswered } from '../domain/outcome.ts';
import { enteredBill } from '../domain/prices/bill-by.ts';
import type { Usage } from '../domain/usage.ts';
import { billOfRecords } from '../domain/wallet-entries/bill-of-records.ts';
import type { SettleReservation, WalletCommand } from '../domain/wallet-commands.ts';
import { neverRecorded, recordedAsFree } from '../ledger/billing-reasons.ts';
import { processUnknown } from '../domain/wallet-state.ts';
import { eachDocument } from '../ledger/read-models/each-document.ts';
import type { Wallets } from '../ledger/wallets.ts';
import { EventLogUnavailable } from '../ports/event-log.ts';
import type { InstanceLiveness } from '../ports/instance-liveness.ts';
import type { Projection, DocumentReader } from '../ports/read-models.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import type { BillingRecord, BillingRecords } from '../ports/billing-records.ts';
import { UpstreamFailure } from '../ports/upstream.ts';
import { HoldWatch } from './hold-watch.ts';
import { lostSelection } from './lost-selection.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

export interface ReconcileDeps {
  readonly readModels: DocumentReader;
  readonly openReservations: Projection<OpenReservationRecord>;
  /** Lets the read models catch up with the log, so that a sweep sees everything recorded before it. */
  readonly catchUp: () => Promise<void>;
  readonly wallets: Pick<Wallets, 'execute'>;
  /** Reservations that this process will end itself. */
  readonly inHand: Pick<ReadonlySet<string>, 'has'>;
  readonly billingRecords: BillingRecords;
  readonly liveness: InstanceLiveness;
  readonly timer?: Timer;
  readonly telemetry: Telemetry;
  /** Reads the counters of a usage object in the format of a surface; `null` when it is not one. */
  readonly readUsage: (surface: string, usageJson: string) => Usage | null;
  readonly rules: ReconcileRules;
  /** Whether to handle only abandoned holds of this process, and leave flagged ones to other gateways. Default false. */
  readonly isOwnOnly?: boolean;
}

/** All times are measured by this process, from when it first saw the hold in its current state. */
export interface ReconcileRules {
  /** How long a hold of a process of unknown state may be open before its outcome is looked up. Milliseconds. */
  readonly processUnknownMs: number;
  /** What to do with a flagged reservation whose upstream has no billing records. */
  readonly unknownOutcome: 'release' | 'settle_hold' | 'keep';
  /** How long it first waits for an operator, milliseconds. */
  readonly unknownOutcomeGraceMs: number;
  /** How long "never seen" is not trusted, because a request may still be on its way. Milliseconds. */
  readonly neverSeenGraceMs: number;
}

interface Sweep extends ReconcileDeps {
  readonly watch: HoldWatch;
  /** Upstreams whose billing records did not answer in this sweep; retried in the next. */
  readonly silentRecords: Set<string>;
}

/**
 * Sweeps once over all open reservations. Abandoned ones are flagged: their process is dead, has let go of them, or has
 * been in an unknown state for too long. Flagged ones are settled or released by the upstream's billing records, else
 * by rule. A hold that a live process has in hand is left alone, however long it takes.
 *
 * Every decision goes through the wallet, which ends each reservation only once, so several gateways may sweep at the
 * same time. A reservation that cannot be handled does not block others. Raises what the read models raise, and
 * `EventLogUnavailable`.
 */
async function reconcileReservations(deps: ReconcileDeps, watch: HoldWatch, signal?: AbortSignal): Promise<void> {
  const sweep: Sweep = { ...deps, watch, silentRecords: new Set() };
  await deps.catchUp();
  for (const { document } of eachDocument(deps.readModels, deps.openReservations)) {
    if (signal?.aborted === true) return;
    await reconcile(document, sweep);
  }
  watch.forgetOthers();
}

/** Sweeps every `intervalMs` until stopped. A failed sweep is logged and does not prevent the next. */
export function startReconcilingReservations(deps: ReconcileDeps, intervalMs: number): Sweeps {
  const { timer = systemTimer } = deps;
  const watch = new HoldWatch(timer);
  return startSweeps({
    intervalMs,
    timer,
    sweep: (signal) => reconcileReservations(deps, watch, signal),
    failed: (error) => deps.telemetry.warn('reconcile_failed', {}, error),
  });
}

async function reconcile(reservation: OpenReservationRecord, sweep: Sweep): Promise<void> {
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

/** The command to issue for a reservation now; `null`: none yet. */
async function commandFor(reservation: OpenReservationRecord, deps: Sweep): Promise<WalletCommand | null> {
  const { reservation_id: reservationId, instance_id: instanceId } = reservation;
  const isOwn = instanceId === deps.liveness.instanceId;
  if (deps.isOwnOnly === true && !isOwn) return null;
  const { selection } = reservation;
  if (selection !== undefined) return await endOfChoosing({ ...reservation, selection }, { isOwn, deps });
  if (reservation.flag !== null) return deps.isOwnOnly === true ? null : await resolutionOf(reservation, deps);
  const reason = await loss(reservation, { isOwn, deps });
  return reason === null ? null : { type: 'flag_reservation', reservationId, reason };
}

/** Ends a reservation during its selection. Nothing was forwarded yet, so there is no answer to look up. */
async function endOfChoosing(
  reservation: Parameters<typeof lostSelection>[0],
  { isOwn, deps }: { readonly isOwn: boolean; readonly deps: Sweep },
): Promise<WalletCommand | null> {
  const reason = await loss(reservation, { isOwn, deps });
  return reason === null ? null : lostSelection(reservation, reason);
}

/** Why a reservation is abandoned; `null`: its process may still end it. */
async function loss(
  reservation: OpenReservationRecord,
  { isOwn, deps }: { readonly isOwn: boolean; readonly deps: Sweep },
): Promise<string | null> {
  return isOwn ? ownLoss(reservation, deps) : await lossOf(reservation, deps);
}

/** This process takes a reservation in hand before it is made, so one that is not in hand is abandoned. */
function ownLoss({ reservation_id }: OpenReservationRecord, { inHand }: Sweep): string | null {
  return inHand.has(reservation_id) ? null : 'request_lost';
}

async function lossOf(reservation: OpenReservationRecord, { liveness, watch, rules }: Sweep): Promise<string | null> {
  const life = await liveness.check(reservation.instance_id);
  if (life === 'alive') return null;
  if (life === 'dead') return 'process_lost';
  return watch.seenForMs(`unseen ${reservation.reservation_id}`) < rules.processUnknownMs ? null : processUnknown;
}

async function resolutionOf(reservation: OpenReservationRecord, deps: Sweep): Promise<WalletCommand | null> {
  // Measured before the look-up: an answer processed late, by a blocked process, describes an earlier time.
  const flaggedMs = deps.watch.seenForMs(`flagged ${reservation.reservation_id}`);
  const entry = await lookUp(reservation, deps);
  if (entry === 'unreachable') return null;
  if (entry === null) return byRule(reservation, flaggedMs, deps);
  switch (entry.kind) {
    case 'running':
      return null;
    case 'not_charged':
      return release(reservation, recordedAsFree);
    case 'never_seen':
      return flaggedMs < neverSeenGraceMs(reservation, deps.rules) ? null : release(reservation, neverRecorded);
    case 'charged':
      return settleByRecords(reservation, entry, deps);
  }
}

async function lookUp(
  { upstream, reservation_id, billing_reference = reservation_id }: OpenReservationRecord,
  { billingRecords, silentRecords, telemetry }: Sweep,
): Promise<BillingRecord | null | 'unreachable'> {
  if (silentRecords.has(upstream)) return 'unreachable';
  try {
    return await billingRecords.lookUp(upstream, billing_reference);
  } catch (error) {
    if (isSilence(error)) silentRecords.add(upstream);
    telemetry.warn('billing_records_unreachable', { upstream }, error);
    return 'unreachable';
  }
}

/** Whether the billing records do not answer at all; any other failure may concern only the one entry. */
function isSilence(error: unknown): boolean {
  return error instanceof UpstreamFailure && (error.reason === 'connect' || error.reason === 'total_timeout');
}

/** A process of unknown state may only be slow: its request gets as much time again to reach the upstream. */
function neverSeenGraceMs({ flag }: OpenReservationRecord, rules: ReconcileRules): number {
  return flag === processUnknown ? Math.max(rules.neverSeenGraceMs, rules.processUnknownMs) : rules.neverSeenGraceMs;
}

function byRule(reservation: OpenReservationRecord, flaggedMs: number, { rules }: ReconcileDeps): WalletCommand | null {
  if (flaggedMs < rules.unknownOutcomeGraceMs) return null;
  switch (rules.unknownOutcome) {
    case 'keep':
      return null;
    case 'release':
      return hasAnswered(reservation.flag ?? '') ? null : release(reservation, 'outcome_unknown');
    case 'settle_hold':
      return settle(reservation, enteredBill(nanoFromEur(reservation.amount_eur), 'hold', reservation.bounds));
  }
}

function settleByRecords(
  reservation: OpenReservationRecord,
  { usage: usageJson, serviceTier: servedTier }: BillingRecord & { readonly kind: 'charged' },
  deps: ReconcileDeps,
): WalletCommand | null {
  const usage = deps.readUsage(reservation.surface, usageJson);
  const bill = usage === null ? null : billOfRecords(usage, reservation, servedTier);
  if (bill === null) {
    deps.telemetry.warn('billing_records_not_understood', { upstream: reservation.upstream });
    return null;
  }
  return settle(reservation, bill);
}

function settle(
  reservation: OpenReservationRecord,
  bill: Pick<SettleReservation, 'cost' | 'counted' | 'serviceTier' | 'usageSource'>,
): SettleReservation {
  return {
    type: 'settle_reservation',
    reservationId: reservation.reservation_id,
    ...bill,
    priceListId: reservation.price_list.id,
    priceListVersion: reservation.price_list.version,
    resolvedBy: 'rule',
    attempt: attemptOf(reservation),
  };
}

function release(reservation: OpenReservationRecord, reason: string): WalletCommand {
  return {
    type: 'release_reservation',
    reservationId: reservation.reservation_id,
    reason,
    resolvedBy: 'rule',
    attempt: attemptOf(reservation),
  };
}

/** The attempt that was looked up. The wallet refuses the command if the request has moved to the next attempt. */
function attemptOf({ attempt = 1 }: OpenReservationRecord): number {
  return attempt;
}
