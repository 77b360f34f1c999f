import test from 'ava';
import { nanoFromEur as eur } from '../../src/domain/money.ts';
import {
  billedTier,
  contextTiersMax,
  createPriceList,
  priceListSchema,
  tariffOf,
  type PriceListRecord,
} from '../../src/domain/price-list.ts';

const bare: PriceListRecord = {
  id: 'small-model',
  version: '2026-11-01',
  eur_per_million_tokens: { input: '0.25', output: '2' },
};

test('a counter without its own price has the price of its total', (t) => {
  const { prices } = createPriceList(bare);
  t.deepEqual(prices, {
    input: eur('0.25'),
    cached_input: eur('0.25'),
    cache_write: eur('0.25'),
    cache_write_1h: eur('0.25'),
    audio_input: eur('0.25'),
    image_input: eur('0.25'),
    output: eur('2'),
    reasoning: eur('2'),
    audio_output: eur('2'),
    input_characters: 0n,
    audio_milliseconds: 0n,
    web_searches: 0n,
    web_fetches: 0n,
  });
});

const ownPrices = {
  input: '1',
  cached_input: '0.1',
  cache_write: '1.25',
  cache_write_1h: '2',
  audio_input: '40',
  image_input: '5',
  output: '4',
  reasoning: '3',
  audio_output: '80',
};

const tokenCounters = Object.keys(ownPrices) as (keyof typeof ownPrices)[];

for (const counter of tokenCounters) {
  test(`${counter} can be priced apart, to the nano-euro`, (t) => {
    const list = createPriceList({ ...bare, eur_per_million_tokens: { ...ownPrices, [counter]: '0.000000001' } });
    t.is(list.prices[counter], 1n);
    const others = tokenCounters.filter((other) => other !== counter);
    for (const other of others) t.is(list.prices[other], eur(ownPrices[other]));
  });
}

test('a subset may cost nothing: a price of zero is a price', (t) => {
  const { prices } = createPriceList({
    ...bare,
    eur_per_million_tokens: { input: '1', cached_input: '0', output: '2' },
  });
  t.is(prices.cached_input, 0n);
});

test('a tier resolves its own prices: a missing one is the price of its own total', (t) => {
  const list = createPriceList({
    ...bare,
    eur_per_million_tokens: ownPrices,
    service_tiers: { priority: { input: '10', output: '20' } },
  });
  const priority = tariffOf(list, 'priority').prices;
  t.is(priority.cached_input, eur('10'));
  t.is(priority.audio_output, eur('20'));
});

test('an unnamed tier, and a tier without prices, has the prices of the list', (t) => {
  const list = createPriceList({ ...bare, service_tiers: { flex: { input: '0.125', output: '1' } } });
  t.is(tariffOf(list, null), list);
  t.is(tariffOf(list, 'default'), list);
  t.is(tariffOf(list, 'flex').prices.input, eur('0.125'));
});

test('the list keeps the record that events carry', (t) => {
  t.is(createPriceList(bare).record, bare);
});

test('the schema takes a bare list and a full one', (t) => {
  t.deepEqual(priceListSchema.parse(bare), bare);
  const above = [{ input_tokens: 200_000, eur_per_million_tokens: ownPrices, cheaper: true }];
  const full = { ...bare, eur_per_million_tokens: ownPrices, above, service_tiers: { flex: { ...ownPrices, above } } };
  t.deepEqual(priceListSchema.parse(full), full);
});

const faulty: readonly (readonly [what: string, record: unknown])[] = [
  ['no id', { ...bare, id: '' }],
  ['no version', { ...bare, version: '' }],
  ['no price of output', { ...bare, eur_per_million_tokens: { input: '1' } }],
  ['no price of input', { ...bare, eur_per_million_tokens: { output: '1' } }],
  ['a price that is a number', { ...bare, eur_per_million_tokens: { input: 0.25, output: '2' } }],
  ['a negative price', { ...bare, eur_per_million_tokens: { input: '-1', output: '2' } }],
  ['a price with ten decimals', { ...bare, eur_per_million_tokens: { input: '0.0000000001', output: '2' } }],
  ['a price beyond the largest amount', { ...bare, eur_per_million_tokens: { input: '9999999999', output: '2' } }],
  ['a counter that nobody counts', { ...bare, eur_per_million_tokens: { input: '1', output: '2', video: '3' } }],
  ['a faulty tier', { ...bare, service_tiers: { flex: { input: '1' } } }],
  ['a tier without a name', { ...bare, service_tiers: { '': { input: '1', output: '2' } } }],
  ['a context tier without a threshold', { ...bare, above: [{ eur_per_million_tokens: ownPrices }] }],
  ['a threshold of no tokens', { ...bare, above: [{ input_tokens: 0, eur_per_million_tokens: ownPrices }] }],
  ['half a token as a threshold', { ...bare, above: [{ input_tokens: 0.5, eur_per_million_tokens: ownPrices }] }],
  [
    'more context tiers than a bill has lines for',
    {
      ...bare,
      above: Array.from({ length: contextTiersMax + 1 }, (_, n) => ({
        input_tokens: n + 1,
        eur_per_million_tokens: ownPrices,
      })),
    },
  ],
  ['a key that means nothing', { ...bare, currency: 'EUR' }],
];

for (const [what, record] of faulty) {
  test(`the schema refuses a price list with ${what}`, (t) => {
    t.false(priceListSchema.safeParse(record).success);
  });
}

const tiered = createPriceList({
  id: 'tiered',
  version: '1',
  eur_per_million_tokens: { input: '1', output: '2' },
  service_tiers: { fast: { input: '2', output: '4' }, flex: { input: '0.5', output: '1' } },
});

for (const [served, asked, billed, why] of [
  ['flex', null, 'flex', 'the tier that was served'],
  ['default', 'fast', 'default', 'a tier asked for and not served is not billed'],
  ['priority', 'fast', 'fast', 'a tier served under another name is the one that was asked for'],
  ['priority', null, 'priority', 'a tier nobody priced keeps its name, and costs as the list says'],
  ['on_demand', 'on_demand', 'on_demand', 'a provider’s own name for the ordinary tier is one'],
  [null, 'fast', null, 'an upstream that names no tier served the ordinary one'],
] as const) {
  test(`a bill names ${why}`, (t) => {
    t.is(billedTier(tiered, served, asked), billed);
  });
}
