import test from 'ava';
import * as fc from 'fast-check';
import { configurationEventSchemas } from '../../../src/domain/configuration/configuration-events.ts';
import { priceListsLoaded } from '../../../src/domain/configuration/price-lists-loaded.ts';
import type { PriceListRecord } from '../../../src/domain/price-list.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const listOf = (id: number, tiers: number): PriceListRecord => ({
  id: `list-${id}`,
  version: '1',
  eur_per_million_tokens: { input: '1', output: '2' },
  service_tiers: Object.fromEntries(
    Array.from({ length: tiers }, (_, tier) => [`tier-${tier}`, { input: '1.123456789', output: '2.123456789' }]),
  ),
});

/** An event may have 256 KiB, and the largest list here has some 60. */
const charactersMax = 128 * 1024;

test('all lists are told whole and in their order, in parts that count themselves and fit', (t) => {
  const law = fc.property(fc.array(fc.nat({ max: 900 }), { maxLength: 300 }), (sizes) => {
    const lists = sizes.map((tiers, index) => listOf(index, index % 40 === 0 ? tiers : tiers % 5));
    const events = priceListsLoaded('gateway', lists).map(({ type, data }) =>
      configurationEventSchemas[type].parse(data),
    );
    const parts = events.flatMap((data) => ('part' in data ? [data] : []));
    const isWhole = JSON.stringify(parts.flatMap(({ price_lists }) => price_lists)) === JSON.stringify(lists);
    const isCounted = parts.every(({ part, parts: all }, index) => part === index + 1 && all === parts.length);
    return (
      isWhole && isCounted && parts.length > 0 && parts.every((data) => JSON.stringify(data).length < charactersMax)
    );
  });
  t.notThrows(() => fc.assert(law, { numRuns: propertyRuns(100) }));
});
