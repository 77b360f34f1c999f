import test from 'ava';
import type { OpenReservationRecord } from '../../src/domain/open-reservation.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { answerCountMax, noUsage } from '../../src/domain/usage.ts';
import type { BillingRecord } from '../../src/ports/billing-records.ts';
import { startReconcilingReservations, type ReconcileDeps } from '../../src/reactors/reconcile-reservations.ts';
import { until } from '../_support/until.ts';
import { SimulatedTimer } from '../_support/simulated-timer.ts';

const flagged = {
  reservation_id: 'r',
  wallet_id: 'w',
  amount_eur: '1.000000000',
  instance_id: 'lost',
  flag: 'process_lost',
  upstream: 'sandbox',
  price_list: { id: 'p', version: '1', eur_per_million_tokens: { input: '1', output: '1' } },
} as unknown as OpenReservationRecord;

const graceMs = 30_000;

/** A reconciler that sweeps every second over flagged holds; each look into the billing records takes `lookMs`. */
function reconcilerOf({
  entry,
  lookMs = () => 0,
  hold = flagged,
  holds = ['r'],
  unknownOutcome = 'keep',
  readUsage = () => null,
}: {
  readonly entry: () => BillingRecord | null;
  readonly lookMs?: (look: number) => number;
  readonly hold?: OpenReservationRecord;
  /** Ids of the holds, in order; each is otherwise like `hold`. */
  readonly holds?: readonly string[];
  readonly unknownOutcome?: ReconcileDeps['rules']['unknownOutcome'];
  readonly readUsage?: ReconcileDeps['readUsage'];
}) {
  const timer = new SimulatedTimer();
  const commands: WalletCommand[] = [];
  const told: string[] = [];
  let looks = 0;
  const isOpen = (id: string): boolean =>
    !commands.some((command) => 'reservationId' in command && command.reservationId === id);
  const deps = {
    readModels: {
      list: (_: unknown, { afterKey, limit }: { readonly afterKey: string; readonly limit: number }) =>
        holds
          .filter((id) => id > afterKey && isOpen(id))
          .slice(0, limit)
          .map((key) => ({ key, document: { ...hold, reservation_id: key } })),
    },
    catchUp: async () => undefined,
    wallets: {
      execute: async (_: string, command: WalletCommand) => {
        commands.push(command);
        return { accepted: true };
      },
    },
    inHand: { has: () => false },
    billingRecords: {
      lookUp: async () => {
        looks += 1;
        const found = entry();
        const waitMs = lookMs(looks);
        if (waitMs > 0) await new Promise<void>((resolve) => timer.after(waitMs, resolve));
        return found;
      },
    },
    liveness: { instanceId: 'this', check: async () => 'dead' },
    timer,
    telemetry: { info: () => undefined, warn: (what: string) => void told.push(what) },
    rules: {
      processUnknownMs: 60_000,
      unknownOutcome,
      unknownOutcomeGraceMs: graceMs,
      neverSeenGraceMs: graceMs,
    },
    readUsage,
  } as unknown as ReconcileDeps;
  const sweeps = startReconcilingReservations(deps, 1_000);
  return { timer, commands, told, sweeps, looksMade: () => looks };
}

test('a hold that billing records have never seen is released after the grace, not before', async (t) => {
  const { timer, commands } = reconcilerOf({ entry: () => ({ kind: 'never_seen' }) });
  await timer.pass(graceMs - 1_000);
  t.deepEqual(commands, []);
  await timer.pass(5_000);
  t.like(commands, [{ type: 'release_reservation', reason: 'billing_records_never_seen' }]);
});

test('a late answer of billing records counts for the time at which they were asked', async (t) => {
  // The process stands still while its second answer is on its way; meanwhile the request has arrived.
  let hasArrived = false;
  const { timer, commands, looksMade } = reconcilerOf({
    entry: () => (hasArrived ? { kind: 'running' } : { kind: 'never_seen' }),
    lookMs: (look) => (look === 2 ? graceMs * 4 : 0),
  });
  await timer.pass(2_000);
  t.is(looksMade(), 2);
  hasArrived = true;
  await timer.pass(graceMs * 5);
  t.true(looksMade() > 2);
  t.deepEqual(commands, []);
});

for (const unknownOutcome of ['release', 'settle_hold'] as const) {
  test(`a charge that the billing records do not tell in known counters is not guessed, with the rule ${unknownOutcome}`, async (t) => {
    let isRead = false;
    const { timer, commands, told } = reconcilerOf({
      entry: () => ({ kind: 'charged', usage: '{}', serviceTier: null }),
      unknownOutcome,
      readUsage: () => (isRead ? { ...noUsage, input_tokens: 7 } : null),
    });
    await timer.pass(graceMs * 3);
    t.deepEqual(commands, []);
    t.true(told.includes('billing_records_not_understood'));
    isRead = true;
    await timer.pass(1_000);
    t.like(commands, [{ type: 'settle_reservation', usageSource: 'billing_records', cost: { total: 7_000n } }]);
  });
}

test('holds of more than one page are all looked up in one sweep', async (t) => {
  const holds = Array.from({ length: 2_001 }, (_, nth) => `r${String(nth).padStart(4, '0')}`);
  const { timer, commands, sweeps, looksMade } = reconcilerOf({ entry: () => ({ kind: 'not_charged' }), holds });
  await timer.pass(1_000);
  await until('the last one is ended', () => commands.length >= holds.length);
  await sweeps.stop();
  t.is(looksMade(), holds.length);
  t.deepEqual(
    commands.map((command) => 'reservationId' in command && command.reservationId),
    holds,
  );
});

const impossible = { ...flagged, flag: 'impossible_counters' };

test('without billing records a hold that the upstream has answered is never released by rule', async (t) => {
  const look = { entry: () => null, lookMs: () => 0 };
  const released = reconcilerOf({ ...look, unknownOutcome: 'release' });
  await released.timer.pass(graceMs * 10);
  t.like(released.commands, [{ type: 'release_reservation', reason: 'outcome_unknown' }]);
  for (const flag of ['impossible_counters', 'record_too_large', 'upstream_too_large']) {
    const hold = { ...flagged, flag };
    const kept = reconcilerOf({ ...look, unknownOutcome: 'release', hold });
    const settled = reconcilerOf({ ...look, unknownOutcome: 'settle_hold', hold });
    for (const { timer } of [kept, settled]) await timer.pass(graceMs * 10);
    t.deepEqual(kept.commands, [], flag);
    t.like(settled.commands, [{ type: 'settle_reservation', usageSource: 'hold', cost: { total: 1_000_000_000n } }]);
  }
});

test('impossible counters of billing records are not charged, unless the hold covers their cost', async (t) => {
  const entry = (): BillingRecord => ({ kind: 'charged', usage: '{}', serviceTier: null });
  const readUsage = () => ({ ...noUsage, input_tokens: answerCountMax + 1 });
  const look = { entry, lookMs: () => 0, readUsage, hold: impossible };
  const kept = reconcilerOf(look);
  const covered = reconcilerOf({ ...look, hold: { ...impossible, amount_eur: '1001.000000000' } });
  const possible = reconcilerOf({ ...look, readUsage: () => ({ ...noUsage, input_tokens: answerCountMax }) });
  for (const { timer } of [kept, covered, possible]) await timer.pass(graceMs * 10);
  t.deepEqual(kept.commands, []);
  t.like(covered.commands, [{ type: 'settle_reservation', cost: { total: 1_000_000_001_000n } }]);
  t.like(possible.commands, [{ type: 'settle_reservation', cost: { total: 1_000_000_000_000n } }]);
});
