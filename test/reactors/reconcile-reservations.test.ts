import test from 'ava';
import type { OpenReservationRecord } from '../../src/domain/open-reservation.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import type { BillingRecord } from '../../src/ports/billing-records.ts';
import { startReconcilingReservations, type ReconcileDeps } from '../../src/reactors/reconcile-reservations.ts';
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

/** A reconciler that sweeps every second over one flagged hold; each look into the billing records takes `lookMs`. */
function reconcilerOf({
  entry,
  lookMs,
}: {
  readonly entry: () => BillingRecord;
  readonly lookMs: (look: number) => number;
}) {
  const timer = new SimulatedTimer();
  const commands: WalletCommand[] = [];
  let looks = 0;
  const deps = {
    readModels: { list: () => (commands.length > 0 ? [] : [{ key: 'r', document: flagged }]) },
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
    telemetry: { info: () => undefined, warn: () => undefined },
    rules: {
      processUnknownMs: 60_000,
      unknownOutcome: 'keep',
      unknownOutcomeGraceMs: graceMs,
      neverSeenGraceMs: graceMs,
    },
    readUsage: () => null,
  } as unknown as ReconcileDeps;
  const sweeps = startReconcilingReservations(deps, 1_000);
  return { timer, commands, sweeps, looksMade: () => looks };
}

test('a hold that billing records have never seen is released after the grace, not before', async (t) => {
  const { timer, commands } = reconcilerOf({ entry: () => ({ kind: 'never_seen' }), lookMs: () => 0 });
  await timer.pass(graceMs - 1_000);
  t.deepEqual(commands, []);
  await timer.pass(5_000);
  t.like(commands, [{ type: 'release_reservation', reason: 'books_never_seen' }]);
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
