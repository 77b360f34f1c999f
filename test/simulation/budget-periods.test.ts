import test from 'ava';
import { periodAt, type BudgetPer } from '../../src/domain/budgets/budget-period.ts';
import type { HoldBudget } from '../../src/domain/budgets/hold-budget.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import { WalletCheck, WalletsBalances } from '../../src/ledger/verify/verify-wallet.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { walletSight } from '../_support/ledger-view.ts';
import { roundsOf } from '../_support/nightly.ts';
import { holdInBudgets, type BudgetedCall, type FleetScene } from '../_support/one-wallet-fleet.ts';
import { randomOf, type SeededRandom } from '../_support/seeded-random.ts';
import { id, walletId } from '../_support/wallet-vocabulary.ts';

// Two gateways on one wallet in simulated time, each with a wall clock of its own, around the end of a period: 200 calls
// before it and 200 after it, each for a hold of one euro.

type Per = Exclude<BudgetPer, 'total'>;
const euros = (amount: number): string => eurFromNano(BigInt(amount) * 1_000_000_000n);

const budgetAt = (
  wallMs: number,
  of: { readonly per: Per; readonly zone: string; readonly amount: number; readonly n: number },
): HoldBudget => ({
  budget_id: id('6', of.n),
  subject: of.n === 1 ? 'key' : 'person',
  per: of.per,
  zone: of.zone,
  ...periodAt(wallMs, of.per, of.zone),
  amount_eur: euros(of.amount),
});

const sceneOf = (random: SeededRandom): FleetScene => ({
  seed: random.whole(1, 2 ** 31),
  gateways: 2,
  calls: 0,
  flushMs: random.whole(1, 5),
  tellMsMax: random.whole(0, 6),
  upstreamMs: 0,
  ms: 0,
  hears: random.oneOf<boolean | 'badly'>([true, 'badly', false]),
  unansweredOf100: random.oneOf([0, 10]),
});

/** The last instants of periods: midnights of zones, on days of 23, 24 and 25 hours, and where midnight itself is left out. */
const ends: readonly (readonly [zone: string, per: Per, at: string])[] = [
  ['UTC', 'day', '2026-11-28T12:00:00Z'],
  ['Europe/Rome', 'day', '2026-03-29T12:00:00Z'],
  ['Europe/Rome', 'day', '2026-10-25T12:00:00Z'],
  ['America/New_York', 'week', '2026-11-01T12:00:00Z'],
  ['Europe/Rome', 'month', '2026-10-31T12:00:00Z'],
  ['Africa/Cairo', 'day', '2026-04-23T12:00:00Z'],
  ['America/Santiago', 'day', '2026-09-05T12:00:00Z'],
  ['Australia/Lord_Howe', 'day', '2026-04-04T18:00:00Z'],
  ['Asia/Kathmandu', 'week', '2026-11-28T12:00:00Z'],
  ['Pacific/Apia', 'day', '2011-12-30T09:00:00Z'],
];

for (const [zone, per, within] of ends) {
  test(`exactly what a budget holds is admitted before and after the end of a ${per} in ${zone}, ${within}`, async (t) => {
    const random = randomOf(t);
    const endsAt = Date.parse(periodAt(Date.parse(within), per, zone).ends_at);
    for (let round = 0; round < roundsOf(t, { ordinary: 3, nightly: 100 }); round += 1) {
      const amount = random.whole(7, 40);
      // A second budget lets some more through than the first holds, over the longer period.
      const more = random.whole(1, amount);
      const call = (afterMs: number, gateway: number): BudgetedCall => {
        const wallMs = endsAt - 500 + afterMs;
        const budgets = [budgetAt(wallMs, { per, zone, amount, n: 1 }), total(amount + more)];
        return { afterMs, gateway, budgets };
      };
      const calls = [0, 1_000].flatMap((begin) =>
        Array.from({ length: 200 }, (_, n) => call(begin + random.whole(0, 600) / 10, n)),
      );
      const scene = sceneOf(random);
      const { accepted, failed, log } = await holdInBudgets(scene, calls);
      const told = `seed ${scene.seed}: ${amount} and ${more}`;
      t.is(failed, 0, told);
      t.is(accepted.slice(0, 200).filter(Boolean).length, amount, told);
      t.is(accepted.slice(200).filter(Boolean).length, more, told);
      t.deepEqual(await heldByPeriod(log), [amount, more], told);
    }
  });
}

const total = (amount: number): HoldBudget => ({
  budget_id: id('6', 2),
  subject: 'person',
  per: 'total',
  amount_eur: euros(amount),
});

test('whatever clocks say, a period holds no more than its budget, and none comes back', async (t) => {
  const random = randomOf(t);
  const hourMs = 3_600_000;
  for (let round = 0; round < roundsOf(t, { ordinary: 20, nightly: 1_000 }); round += 1) {
    const amount = random.whole(7, 40);
    const zone = random.oneOf(['UTC', 'Europe/Rome', 'America/Santiago', 'Australia/Lord_Howe']);
    const begin = Date.parse('2026-10-24T00:00:00Z') + random.whole(0, 48) * hourMs;
    // Each clock is off by up to four days, and by another amount from time to time.
    const offsets = Array.from({ length: 2 * 10 }, () => random.whole(-96, 96) * hourMs);
    const wallAt = (gateway: number, afterMs: number): number =>
      begin + (offsets[(gateway % 2) * 10 + Math.floor(afterMs / 200)] ?? 0);
    const jumping = Array.from({ length: 400 }, (_, gateway): BudgetedCall => {
      const afterMs = random.whole(0, 1_999);
      return { afterMs, gateway, budgets: [budgetAt(wallAt(gateway, afterMs), { per: 'day', zone, amount, n: 1 })] };
    });
    // Then both are right, later than either has ever said.
    const after = begin + 200 * hourMs;
    const right = Array.from({ length: 200 }, (_, gateway): BudgetedCall => {
      const budgets = [budgetAt(after, { per: 'day', zone, amount, n: 1 })];
      return { afterMs: 4_000 + random.whole(0, 60), gateway, budgets };
    });
    const scene = sceneOf(random);
    const { accepted, failed, log } = await holdInBudgets(scene, [...jumping, ...right]);
    const told = `seed ${scene.seed}, ${zone}: ${amount}`;
    t.is(failed, 0, told);
    const held = await heldByPeriod(log);
    t.true(
      held.every((count) => count <= amount),
      `${told}: ${held.join(', ')}`,
    );
    t.is(held.at(-1), amount, told);
    t.is(accepted.slice(400).filter(Boolean).length, amount, told);
    const check = new WalletCheck(walletId, new WalletsBalances());
    const { events } = await walletSight(log, walletId);
    t.deepEqual(
      events.flatMap((event) => check.check(event) ?? []),
      [],
      told,
    );
  }
});

/** How many holds each period of the first budget has, in the order of the log; a period that comes back is told twice. */
async function heldByPeriod(log: EventLog): Promise<readonly number[]> {
  const { reservations } = await walletSight(log, walletId);
  const counts: { startsAt: string | undefined; count: number }[] = [];
  for (const { reserved } of reservations) {
    const startsAt = reserved.budgets?.[0]?.starts_at;
    const last = counts.at(-1);
    if (last?.startsAt === startsAt && last !== undefined) last.count += 1;
    else counts.push({ startsAt, count: 1 });
  }
  return counts.map(({ count }) => count);
}
