import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { importScene } from '../../_support/import-scene.ts';

/** Statements in the forms of banks in five countries, with what is peculiar to each; the payments are invented. */

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'bank-statements');

interface Outcome {
  /** Amounts credited to the first and to the second top-up. */
  readonly credited?: readonly [first: readonly string[], second: readonly string[]];
  /** Reason, amount and currency of what is listed. */
  readonly unmatched?: readonly string[];
  readonly returned?: readonly string[];
}

const outcomes: Readonly<Record<string, Outcome>> = {
  'ch-batch.053.xml': {
    credited: [['20'], ['25']],
    unmatched: ['unknown_reference 30.00 EUR', 'other_currency 60.00 CHF', 'amounts_differ 50.00 EUR'],
  },
  'de-night.053.xml': { credited: [['10'], []] },
  'de-noon.054.xml': { credited: [['10'], []] },
  'de-savings.sta': { credited: [[], ['18']], unmatched: ['taken_back 5.00 EUR'] },
  'de-shared-reference.053.xml': { credited: [['25'], ['40']], unmatched: ['unknown_reference 1200.00 EUR'] },
  'fr-returns.053.xml': {
    credited: [['25'], []],
    unmatched: ['several_topups 16.00 EUR', 'taken_back 99.00 EUR'],
    returned: ['25'],
  },
  'it-end-to-end.052.xml': {
    credited: [['7'], []],
    unmatched: ['pending 8.00 EUR', 'not_booked 9.00 EUR'],
  },
  'it-no-status.053.xml': { unmatched: ['no_status 33.00 EUR', 'no_status 44.00 EUR'] },
  'nl-numbered.053.xml': { credited: [['125', '125'], ['12.5']] },
  'nl-slashes.sta': { credited: [['15'], []] },
};

async function scene() {
  const own = await importScene();
  const topups = [await own.topup('0123456789ABCDEF'), await own.topup('FEDCBA9876543210')];
  const read = async (name: string, reversesReturns = false) =>
    await own.read(readFileSync(join(folder, name)), reversesReturns);
  return { ...own, topups, read };
}

test('each statement has its outcome', (t) => {
  t.deepEqual(readdirSync(folder).toSorted(), Object.keys(outcomes));
});

const whole = (eur: string): string => eur.replace(/\.?0+$/, '');

for (const [name, { credited = [[], []], unmatched = [], returned = [] }] of Object.entries(outcomes)) {
  test(`${name} is credited or listed, entry by entry, and credits nothing when it is read again`, async (t) => {
    const { topups, read, balance } = await scene();
    const found = await read(name);
    const of = (index: number): readonly string[] =>
      found.credited
        .filter(({ topup_id }) => topup_id === topups[index]?.id)
        .map(({ amount_eur }) => whole(amount_eur));
    t.deepEqual([of(0), of(1)], credited);
    t.deepEqual(
      found.unmatched.map(({ why, amount, currency }) => `${why} ${amount} ${currency}`),
      unmatched,
    );
    t.deepEqual(
      found.returned.map(({ amount_eur }) => whole(amount_eur)),
      returned,
    );
    t.deepEqual(found.refused, []);
    const before = await balance();
    const again = await read(name);
    t.deepEqual(again.credited, []);
    t.is(again.already.length, found.credited.length);
    t.is(await balance(), before);
  });
}

test('the notice at noon and the statement at night are of one payment, in either order', async (t) => {
  for (const names of [
    ['de-noon.054.xml', 'de-night.053.xml', 'de-noon.054.xml'],
    ['de-night.053.xml', 'de-noon.054.xml', 'de-night.053.xml'],
  ]) {
    const { read, balance } = await scene();
    for (const name of names) await read(name);
    t.is(await balance(), '10.000000000');
  }
});

test('all statements together, read twice, leave what the banks have', async (t) => {
  const { read, balance } = await scene();
  for (const name of [...Object.keys(outcomes), ...Object.keys(outcomes).toReversed()]) await read(name, true);
  // The returned payment of the French bank is reversed.
  t.is(await balance(), '422.500000000');
});
