import test from 'ava';
import { ByteBudget } from '../../src/limits/byte-budget.ts';

const stepBytes = 65_536;
const freeBytes = 4 * stepBytes;

const budgetOf = (steps: number, sharePercentMax = 100): ByteBudget =>
  new ByteBudget({ bytesMax: steps * stepBytes, sharePercentMax, waitingMax: 10, freeBytes, stepBytes });
const sharer = { tenantId: 'acme', keyId: 'key of acme' };
const other = { tenantId: 'zeta', keyId: 'key of zeta' };

test('what is small needs nothing, and what grows is counted from its first byte', (t) => {
  const budget = budgetOf(8);
  const kept = budget.open(sharer);
  t.true(kept.take(freeBytes));
  t.is(budget.used, 0);
  t.true(kept.take(1));
  t.is(budget.used, 5 * stepBytes);
  t.true(kept.take(stepBytes));
  t.is(budget.used, 6 * stepBytes);
  kept.release();
  kept.release();
  t.is(budget.used, 0);
});

test('without memory nothing more is taken, and nothing waits', (t) => {
  const budget = budgetOf(6);
  const [first, second] = [budget.open(sharer), budget.open(sharer)];
  t.true(first.take(freeBytes + 1));
  t.false(second.take(freeBytes + 1));
  t.false(second.take(1), 'a part that is missing makes the rest useless');
  t.is(budget.waiting, 0);
  t.false(first.take(2 * stepBytes));
  t.is(budget.used, 5 * stepBytes, 'it holds what it has until it is released');
  first.release();
  t.is(budget.used, 0);
});

test('a tenant leaves memory for others', (t) => {
  const budget = budgetOf(16, 50);
  const kept = budget.open(sharer);
  t.true(kept.take(freeBytes));
  t.true(kept.take(stepBytes));
  t.false(kept.take(8 * stepBytes), 'more than half of what is free');
  t.true(budget.open(other).take(8 * stepBytes));
});

for (const [whose, waiting] of [
  ['its own', sharer],
  ["another tenant's", other],
] as const) {
  test(`${whose} that waits comes before what grows piece by piece`, async (t) => {
    const budget = budgetOf(16);
    const kept = budget.open(sharer);
    t.true(kept.take(5 * stepBytes));
    const whole = budget.open(waiting);
    const covering = whole.cover(16 * stepBytes);
    t.false(budget.open(sharer).take(5 * stepBytes));
    t.false(kept.take(1));
    t.is(budget.waiting, 1);
    kept.release();
    t.is(await covering, null);
    t.is(whole.held, 16 * stepBytes);
  });
}

test('more than the whole budget is the whole budget', async (t) => {
  const budget = budgetOf(6);
  const [first, second] = [budget.open(sharer), budget.open(other)];
  t.is(await first.cover(100 * stepBytes), null);
  t.is(budget.used, 6 * stepBytes);
  const covering = second.cover(100 * stepBytes);
  t.is(budget.waiting, 1);
  first.release();
  t.is(await covering, null);
  t.false(second.tryCover(7 * stepBytes));
});

test('what holds some may wait for more', async (t) => {
  const budget = budgetOf(10);
  const [growing, rival, late] = [budget.open(sharer), budget.open(other), budget.open(sharer)];
  t.is(growing.cover(2 * stepBytes), null);
  t.is(rival.cover(6 * stepBytes), null);
  const first = late.cover(3 * stepBytes);
  t.is(budget.waiting, 1);
  const more = growing.cover(5 * stepBytes);
  t.is(budget.waiting, 2);
  rival.release();
  t.deepEqual(await Promise.all([first, more]), [null, null]);
  t.is(growing.held, 5 * stepBytes);
  growing.release();
  late.release();
  t.is(budget.used, 0);
});

test('what is released while it waits holds nothing afterwards', async (t) => {
  const budget = budgetOf(6);
  const [first, second] = [budget.open(sharer), budget.open(other)];
  t.is(first.cover(6 * stepBytes), null);
  const covering = second.cover(stepBytes);
  second.release();
  first.release();
  t.is(await covering, 'gone');
  t.is(budget.used, 0);
});

test('bytes that are held are given back by the last holder', (t) => {
  const budget = budgetOf(8);
  const kept = budget.open(sharer);
  kept.take(5 * stepBytes);
  const letGo = kept.hold();
  kept.release();
  t.is(budget.used, 5 * stepBytes);
  letGo();
  letGo();
  t.is(budget.used, 0);
  t.false(kept.take(1));
});
