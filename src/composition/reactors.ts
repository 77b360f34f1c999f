import { randomUUID } from 'node:crypto';
import { allocations } from '../../projections/allocations.ts';
import { expiriesFrom, expiryPrefix, keyExpiries } from '../../projections/key-expiries.ts';
import { openReservations } from '../../projections/open-reservations.ts';
import { expiringLots } from '../../projections/expiring-lots.ts';
import { listOfKey, owedMargins, owedPrefix, resellerOf } from '../../projections/owed-margins.ts';
import { openPayouts } from '../../projections/open-payouts.ts';
import { openTopups } from '../../projections/open-topups.ts';
import { openTransfers } from '../../projections/open-transfers.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { startConfiguredArchive } from './archive/configured-archive.ts';
import { startFileSweeps, type ConfiguredFiles } from './files.ts';
import { startStoredReadModels } from './stored-read-models.ts';
import { configuredNoteSigner } from './secrets/note-signer.ts';
import { startConfiguredWebhooks, type SentWebhooks } from './webhooks/configured-webhooks.ts';
import { startResponseRemovals, type ConfiguredResponses } from './responses.ts';
import { readCounters } from '../domain/counters/read-counters.ts';
import type { Edition } from './configuration/edition.ts';
import type { PipelineDeps } from '../pipeline/flow/pipeline-deps.ts';
import type { AgeClock } from '../time/clock.ts';
import type { InstanceLiveness } from '../ports/instance-liveness.ts';
import { startFinishingPayments, type FinishPaymentsDeps } from '../reactors/finish-payments.ts';
import { startNotingTargets } from '../reactors/note-targets.ts';
import { startRecordingNotices, type RecordNoticesDeps } from '../reactors/record-notices.ts';
import { startTakingCheckpoints, type TakeCheckpointsDeps } from '../reactors/take-checkpoints.ts';
import { startRecordingMargins, type RecordMarginsDeps } from '../reactors/record-margins.ts';
import { startSweeps } from '../reactors/sweeps.ts';
import type { Relay } from '../reactors/relay-events.ts';
import { startReconcilingReservations, type ReconcileDeps } from '../reactors/reconcile-reservations.ts';

/** The reactors of this process. */
export interface Reactors {
  /** What operators should know of them. */
  notices(): readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts the reactors. With `role: gateway`, where another process runs them, only those that know what no other process
 * does: the reconciler of this process's own reservations, and the notes on its targets. Raises `ConfigError`.
 */
export async function startReactors(deps: Reconciled): Promise<Reactors> {
  const { config, clock, current, ledger, telemetry } = deps;
  const holds = startReconcilingReservations(reconcileDeps(deps), config.reservations.sweep_interval_ms);
  const looks = startSweeps({
    intervalMs: clockLookMs,
    sweep: async () => void clock.isSettled,
    failed: () => undefined,
  });
  const targets = startNotingTargets(
    { ...noticing(deps), targets: () => current.pools.status(), clock, telemetry },
    targetsLookMs,
  );
  const reconciler = {
    notices: () => [],
    stop: async () => {
      await Promise.all([holds.stop(), looks.stop(), targets.stop()]);
    },
  };
  if (config.role === 'gateway') return reconciler;
  const relay = await startRelay(deps);
  const storing = startStoredReadModels(ledger, telemetry);
  const removals = startResponseRemovals(deps.responses, { ledger, clock, telemetry, settings: config.responses });
  const fileSweeps = startFileSweeps({ ...deps, settings: config.files });
  const payments = startFinishingPayments(paymentsDeps(deps), paymentsLookMs);
  const margins = startRecordingMargins(marginsDeps(deps), marginsLookMs);
  const notices = startRecordingNotices(noticesDeps(deps), noticesLookMs);
  const webhooks = startConfiguredWebhooks(deps);
  const checkpoints = startTakingCheckpoints(checkpointsDeps(deps), checkpointsLookMs);
  const archive = config.archive === undefined ? null : startConfiguredArchive(config.archive, deps);
  return {
    notices: () => archive?.notices() ?? [],
    stop: async () => {
      await archive?.stop();
      await checkpoints.stop();
      await webhooks.stop();
      await notices.stop();
      await margins.stop();
      await payments.stop();
      await fileSweeps.stop();
      await storing?.stop();
      await removals.stop();
      await reconciler.stop();
      await relay?.stop();
    },
  };
}

/** The relay where Kafka is configured. Its client is large, and loaded for it alone. */
async function startRelay({ config, ledger, liveness, telemetry }: Reconciled): Promise<Relay | null> {
  if (config.kafka === undefined) return null;
  const { relayGauges, startConfiguredRelay } = await import('./relay.ts');
  const relay = await startConfiguredRelay(config.kafka, { ...ledger, liveness, telemetry });
  ledger.watch.add(relay.watched);
  telemetry.addGauges(relayGauges(relay, ledger.watch));
  return relay;
}

/** Interval of the sweep that completes interrupted transfers. */
const paymentsLookMs = 2_000;

function paymentsDeps({ ledger, hasher, clock, telemetry }: Reconciled): FinishPaymentsDeps {
  const projections = { openTransfers, openTopups, openPayouts, allocations, expiringLots, walletBalances };
  return {
    log: ledger.log,
    wallets: ledger.wallets,
    bankEntries: ledger.bankEntries,
    createId: randomUUID,
    keyHasher: hasher,
    readModels: ledger.readModels,
    projections,
    catchUp: () => ledger.follower.caughtUp(Object.values(projections)),
    clock,
    telemetry,
  };
}

/** Interval of the sweep that records margins of resellers. */
const marginsLookMs = 2_000;

function marginsDeps({ ledger, telemetry }: Reconciled): RecordMarginsDeps {
  return {
    log: ledger.log,
    createId: randomUUID,
    readModels: ledger.readModels,
    owed: { projection: owedMargins, prefix: owedPrefix, listOfKey, resellerOf },
    catchUp: () => ledger.follower.caughtUp([owedMargins]),
    telemetry,
  };
}

/** Interval of the look at targets: one that is out for a shorter time may stay unnoticed. */
const targetsLookMs = 5_000;
/** Interval of the sweep that notices what passes within days. */
const noticesLookMs = 60_000;

function noticing({ ledger, hasher }: Reconciled) {
  return { log: ledger.log, createId: randomUUID, keyHasher: hasher };
}

function noticesDeps(deps: Reconciled): RecordNoticesDeps {
  const { ledger, clock, telemetry } = deps;
  return {
    ...noticing(deps),
    readModels: ledger.readModels,
    openReservations,
    expiries: { projection: keyExpiries, prefix: expiryPrefix, from: expiriesFrom },
    catchUp: () => ledger.follower.caughtUp([keyExpiries, openReservations]),
    clock,
    telemetry,
  };
}

/** Interval of the look at the age of the last checkpoint. */
const checkpointsLookMs = 60_000;

function checkpointsDeps({ config, ledger, clock, telemetry }: Reconciled): TakeCheckpointsDeps {
  return {
    log: ledger.log,
    signer: configuredNoteSigner(config),
    createId: randomUUID,
    checkpointMs: config.ledger.checkpoint_minutes * 60_000,
    now: () => clock.now(),
    telemetry,
  };
}

/** Interval of the check for clock jumps. A clock that is not checked does not count as steady. */
const clockLookMs = 1_000;

interface Reconciled extends SentWebhooks {
  readonly clock: AgeClock;
  readonly liveness: InstanceLiveness;
  readonly responses: ConfiguredResponses;
  readonly files: ConfiguredFiles;
  readonly reservationsInHand: PipelineDeps['reservationsInHand'];
  /** The current edition of the configuration. */
  readonly current: Pick<Edition, 'pools' | 'upstream' | 'billingRecords' | 'fileStores'>;
}

function reconcileDeps({
  config,
  ledger,
  liveness,
  telemetry,
  current,
  reservationsInHand,
}: Reconciled): ReconcileDeps {
  return {
    readModels: ledger.readModels,
    openReservations,
    catchUp: () => ledger.follower.caughtUp([openReservations]),
    wallets: ledger.wallets,
    inHand: reservationsInHand,
    // Another process runs the reactors, and cannot see which reservations this process has given up.
    isOwnOnly: config.role === 'gateway',
    billingRecords: { lookUp: (upstream, reservationId) => current.billingRecords.lookUp(upstream, reservationId) },
    liveness,
    telemetry,
    readUsage: (surface, json) => readCounters(surface, JSON.parse(json))?.usage ?? null,
    rules: {
      processUnknownMs: config.reservations.ttl_ms,
      unknownOutcome: config.reservations.unknown_outcome,
      unknownOutcomeGraceMs: config.reservations.unknown_outcome_grace_ms,
      neverSeenGraceMs: config.reservations.never_seen_grace_ms,
    },
  };
}
