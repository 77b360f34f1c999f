import test from 'ava';
import * as fc from 'fast-check';
import { costOf } from '../../../src/domain/cost.ts';
import { createPriceList, type PriceList, type PriceListRecord } from '../../../src/domain/price-list.ts';
import { eurFromNano } from '../../../src/domain/money.ts';
import { marginOf, type Charging } from '../../../src/domain/prices/margin.ts';
import { keyInVersion, ownPriceList } from '../../../src/domain/prices/own-price-list.ts';
import { noUsage, type Usage } from '../../../src/domain/usage.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const key = '0123456789abcdef';
const above: PriceListRecord = {
  id: 'large',
  version: '2026-11-01',
  eur_per_million_tokens: { input: '1', cached_input: '0.1', output: '10.000000001' },
  eur_per_thousand_web_searches: '8',
  above: [{ input_tokens: 200_000, eur_per_million_tokens: { input: '2', output: '20' } }],
  service_tiers: {
    priority: { input: '2', output: '20', above: [] },
    flex: { input: '0.5', output: '5', above: [] },
  },
};

test('a factor raises every price, rounded half to even to the nano-euro, in every tier', (t) => {
  const own = ownPriceList(above, { factor_basis_points: 15_000 }, key);
  t.deepEqual(own, {
    id: 'large',
    version: `2026-11-01+${key}`,
    // 15.0000000015 is as near to 1 as to 2 nano-euro: the even one.
    eur_per_million_tokens: { input: '1.500000000', cached_input: '0.150000000', output: '15.000000002' },
    eur_per_thousand_web_searches: '12.000000000',
    above: [{ input_tokens: 200_000, eur_per_million_tokens: { input: '3.000000000', output: '30.000000000' } }],
    service_tiers: {
      priority: { input: '3.000000000', output: '30.000000000', above: [] },
      flex: { input: '0.750000000', output: '7.500000000', above: [] },
    },
  });
});

test('a price is never above the largest amount, and 10,000 basis points change none', (t) => {
  const dear = { ...above, eur_per_million_tokens: { input: '999999999', output: '0' } };
  const own = ownPriceList(dear, { factor_basis_points: 50_000 }, key);
  t.deepEqual(own.eur_per_million_tokens, { input: '999999999.999999999', output: '0.000000000' });
  const usage = { ...noUsage, input_tokens: 300_001, cached_input_tokens: 7, output_tokens: 11, web_searches: 1 };
  const [same, at] = [ownPriceList(above, { factor_basis_points: 10_000 }, key), above].map(createPriceList);
  t.deepEqual(same && costOf(usage, same), at && costOf(usage, at));
});

test('the version of a list made from a made one has one key', (t) => {
  const first = ownPriceList(above, { factor_basis_points: 11_000 }, key);
  const second = ownPriceList(first, { factor_basis_points: 12_000 }, 'fedcba9876543210');
  t.is(second.version, '2026-11-01+fedcba9876543210');
  t.is(keyInVersion(second.version), 'fedcba9876543210');
  t.is(keyInVersion('2026-11-01'), null);
  const long = ownPriceList({ ...above, version: 'v'.repeat(100) }, { factor_basis_points: 11_000 }, key);
  t.true(long.version.length <= 100);
});

test('a list in place of the one above has the thresholds of both, and the tiers and tools that both price', (t) => {
  const price_list: PriceListRecord = {
    id: 'ours',
    version: '1',
    eur_per_million_tokens: { input: '3', output: '30' },
    eur_per_thousand_web_searches: '9',
    eur_per_thousand_web_fetches: '1',
    above: [{ input_tokens: 100_000, eur_per_million_tokens: { input: '4', output: '40' } }],
    service_tiers: { priority: { input: '5', output: '50', above: [] }, batch: { input: '1', output: '9', above: [] } },
  };
  t.deepEqual(ownPriceList({ ...above, eur_per_audio_hour: '0.5' }, { price_list }, key), {
    id: 'ours',
    version: `1+${key}`,
    eur_per_million_tokens: { input: '3', output: '30' },
    // Not stated: as above.
    eur_per_audio_hour: '0.5',
    eur_per_thousand_web_searches: '9',
    above: [
      { input_tokens: 100_000, eur_per_million_tokens: { input: '4', output: '40' } },
      { input_tokens: 200_000, eur_per_million_tokens: { input: '4', output: '40' } },
    ],
    service_tiers: { priority: { input: '5', output: '50', above: [] } },
  });
});

test('a list that leaves out a service tier has its thresholds too, so that what is served there can be repeated above', (t) => {
  const priority = {
    input: '2',
    output: '20',
    above: [
      { input_tokens: 50_000, eur_per_million_tokens: { input: '4', output: '40' } },
      { input_tokens: 90_000, eur_per_million_tokens: { input: '8', output: '80' } },
    ],
  };
  const tiered = { ...above, service_tiers: { priority } };
  const price_list = { id: 'ours', version: '1', eur_per_million_tokens: { input: '9', output: '90' } };
  const [own, list] = [ownPriceList(tiered, { price_list }, key), tiered].map(createPriceList);
  if (own === undefined || list === undefined) return t.fail();
  for (const input_tokens of [50_000, 50_001, 90_001, 200_001]) {
    const usage = { ...noUsage, input_tokens, output_tokens: 7 };
    const charged = { own, above: list, tier: 'priority' };
    t.is(recordedAbove(usage, charged), eurFromNano(costOf(usage, list, 'priority').total), String(input_tokens));
  }
});

interface ChargedBy {
  readonly own: PriceList;
  readonly above: PriceList;
  readonly tier: string | null;
}

/** What the margin of a charge says that the list above would have charged. */
function recordedAbove(usage: Usage, { own, above: list, tier }: ChargedBy): string {
  const { lines, total } = costOf(usage, own, tier);
  const data = { lines, cost_eur: eurFromNano(total), service_tier: tier };
  // What a margin reads of a charge.
  const charging = { type: 'ReservationSettled', data } as unknown as Charging;
  const made = { reseller_id: 'r', above: list.record };
  return marginOf({ walletId: 'w', charging, list: made, above: list }).data.cost_above_eur;
}

test('sound that is counted twice is charged as the list above charges it, whatever a list in its place says', (t) => {
  const price: fc.Arbitrary<string> = fc.constantFrom('0', '0.000000001', '0.6', '12');
  const units = fc.record({ input: price, output: price });
  const free = fc.constant({ input: '0', output: '0' });
  const tiersOf = (prices: typeof units) =>
    fc
      .array(fc.tuple(fc.constantFrom(0, 500, 1_000), prices), { maxLength: 2 })
      .map((tiers) =>
        [...new Map(tiers)]
          .toSorted(([one], [other]) => one - other)
          .map(([more, eur_per_million_tokens]) => ({ input_tokens: 1 + more, eur_per_million_tokens })),
      );
  const listOf = (prices: typeof units) =>
    fc.record(
      {
        id: fc.constant('a'),
        version: fc.constant('1'),
        eur_per_million_tokens: prices,
        eur_per_million_characters: price,
        eur_per_audio_hour: price,
        above: tiersOf(prices),
        service_tiers: fc
          .tuple(prices, tiersOf(prices))
          .map(([each, tiers]) => ({ priority: { ...each, above: tiers } })),
      },
      { requiredKeys: ['id', 'version', 'eur_per_million_tokens'] },
    );
  const priced = units.map(({ input, output }) => ({ input: input === '0' ? '1' : input, output }));
  const usage = fc.record({
    input_tokens: fc.constantFrom(0, 1, 2, 502, 1_002),
    output_tokens: fc.constantFrom(0, 20_000),
    input_characters: fc.constantFrom(0, 5_000),
    audio_milliseconds: fc.constantFrom(0, 60_000),
  });
  fc.assert(
    fc.property(
      // A configured list charges tokens in each of its tiers, or in none.
      fc.oneof(listOf(priced), listOf(free)),
      fc.array(listOf(units), { minLength: 1, maxLength: 2 }),
      usage,
      fc.constantFrom(null, 'priority'),
      (configured, terms, counted, tier) => {
        let list: PriceListRecord = configured;
        for (const price_list of terms) {
          const [above, own] = [list, ownPriceList(list, { price_list }, key)].map(createPriceList);
          if (above === undefined || own === undefined) return false;
          const all = { ...noUsage, ...counted };
          t.is(recordedAbove(all, { own, above, tier }), eurFromNano(costOf(all, above, tier).total));
          list = ownPriceList(own.record, { factor_basis_points: 12_345 }, key);
        }
        return true;
      },
    ),
    { numRuns: propertyRuns(500) },
  );
});
