import * as fc from 'fast-check';
import test from 'ava';
import { evaluateOutcomes } from '../../../src/routing/training/evaluate-outcomes.ts';
import { foldsByPrompt, foldsBySubject, outOfFold } from '../../../src/routing/training/folds.ts';
import { gapCurve } from '../../../src/routing/training/gap-curve.ts';
import { trainTable } from '../../../src/routing/training/train-table.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { scannedOutcomes, syntheticOutcomes } from '../../_support/synthetic-outcomes.ts';

const outcomes = scannedOutcomes(syntheticOutcomes());

test('requests in the order of their gains recover the gap at once, in the other order at last', (t) => {
  const gains = Float64Array.of(1, 0, 1, 0);
  const best = gapCurve(Float64Array.of(4, 2, 3, 1), gains);
  const worst = gapCurve(Float64Array.of(1, 3, 2, 4), gains);
  t.is(best.apgr, (0.5 + 1 + 1 + 1) / 4);
  t.is(worst.apgr, (0 + 0 + 0.5 + 1) / 4);
  t.is(best.shareFor(0.5), 0.25);
  t.is(best.shareFor(1), 0.5);
  t.is(worst.shareFor(0.5), 0.75);
});

test('a random order recovers about half, within its bounds', (t) => {
  const count = 2_000;
  const gains = Float64Array.from({ length: count }, (_, index) => (index % 5 === 0 ? 1 : 0));
  const scores = Float64Array.from({ length: count }, (_, index) => (index * 7_919) % 1_009);
  const { apgr, apgrBounds } = gapCurve(scores, gains);
  t.true(Math.abs(apgr - 0.5) < 0.05);
  const [low, high] = apgrBounds();
  t.true(low < apgr && apgr < high);
});

test('no outcome is judged by its own prompt, nor by its own subject', (t) => {
  const repeated = [...outcomes, ...outcomes.slice(0, 50)];
  for (const [folds, keyOf] of [
    [foldsByPrompt(repeated), (place: number) => repeated[place]?.promptHash],
    [foldsBySubject(repeated), (place: number) => repeated[place]?.subject],
  ] as const) {
    t.deepEqual(
      folds.flat().toSorted((a, b) => a - b),
      [...repeated.keys()],
    );
    const keys = folds.map((fold) => new Set(fold.map((place) => keyOf(place))));
    t.is(
      new Set(keys.flatMap((set) => [...set])).size,
      keys.reduce((sum, { size }) => sum + size, 0),
    );
  }
  outOfFold(repeated, foldsByPrompt(repeated), (taught) => {
    const hashes = new Set(taught.map(({ promptHash }) => promptHash));
    return ({ promptHash }) => {
      t.false(hashes.has(promptHash));
      return 0;
    };
  });
});

test('a cross-validated table is better than a random mix of the same cost', (t) => {
  const { ranking, leaveSubjectOut, policies, atQuality, economicalQuality, advancedQuality } = evaluateOutcomes(
    outcomes,
    {
      table: null,
    },
  );
  t.true(ranking.apgr > 0.6);
  t.true(leaveSubjectOut !== null && Number.isFinite(leaveSubjectOut.apgr));
  t.true(advancedQuality > economicalQuality);
  t.deepEqual(
    policies.map(({ policy }) => policy),
    ['economy', 'balanced', 'quality'],
  );
  for (const { quality, randomQuality, cost, advancedShare } of policies) {
    t.true(quality >= randomQuality - 0.02);
    t.is(cost, advancedShare + (1 - advancedShare) / 10);
  }
  const half = atQuality.find(({ aimedAt }) => aimedAt === 0.5);
  t.true(half !== undefined && half.cost < half.randomCost);
});

test('a table is judged with its own λ, and one of a dominated pair never pays', (t) => {
  const table = { version: 'test', ...trainTable(outcomes) };
  const others = scannedOutcomes(syntheticOutcomes({ seed: 8 }));
  const { policies, leaveSubjectOut } = evaluateOutcomes(others, { table });
  t.is(leaveSubjectOut, null);
  const [economy, balanced, quality] = policies.map(({ advancedShare }) => advancedShare);
  t.true((economy ?? 1) <= (balanced ?? 0) && (balanced ?? 1) <= (quality ?? 0));
  const dominated = { ...table, pair: { ...table.pair, gain: -0.1 } };
  t.true(evaluateOutcomes(others, { table: dominated }).policies.every(({ advancedShare }) => advancedShare === 0));
});

test('a curve ends at the whole gap, for any scores', (t) => {
  const rows = fc.array(fc.tuple(fc.float({ noNaN: true }), fc.constantFrom(-1, 0, 1)), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(rows, (list) => {
      const gains = Float64Array.from(list, ([, gain]) => gain);
      fc.pre(gains.reduce((sum, gain) => sum + gain, 0) > 0);
      const { shareFor } = gapCurve(
        Float64Array.from(list, ([score]) => score),
        gains,
      );
      return shareFor(1) <= 1 && shareFor(0.5) <= shareFor(0.9);
    }),
    { numRuns: propertyRuns(30) },
  );
  t.pass();
});

test('each set is judged by what the others teach', (t) => {
  const { leaveSetOut } = evaluateOutcomes(outcomes, { table: null });
  t.deepEqual(
    leaveSetOut.map(({ set, outcomes: count }) => [set, count]),
    [
      ['set of algebra', 200],
      ['set of cooking', 200],
      ['set of history', 200],
    ],
  );
  t.true(
    leaveSetOut.every(({ ranking, untrained }) => Number.isFinite(ranking.apgr) && Number.isFinite(untrained.apgr)),
  );
  t.deepEqual(
    evaluateOutcomes(scannedOutcomes(syntheticOutcomes({ hasSubjects: false })), { table: null }).leaveSetOut,
    [],
  );
});
