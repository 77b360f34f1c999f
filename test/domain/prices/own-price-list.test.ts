import test from 'ava';
import { costOf } from '../../../src/domain/cost.ts';
import { createPriceList, type PriceListRecord } from '../../../src/domain/price-list.ts';
import { keyInVersion, ownPriceList } from '../../../src/domain/prices/own-price-list.ts';
import { noUsage } from '../../../src/domain/usage.ts';

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

test('a list in place of the one above has the tiers and tools that both price, and thresholds of its own', (t) => {
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
    above: [{ input_tokens: 100_000, eur_per_million_tokens: { input: '4', output: '40' } }],
    service_tiers: { priority: { input: '5', output: '50', above: [] } },
  });
});
