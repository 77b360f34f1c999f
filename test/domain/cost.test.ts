import test from 'ava';
import { costOf, costOfEstimate, worstCaseCost } from '../../src/domain/cost.ts';
import { nanoFromEur as eur } from '../../src/domain/money.ts';
import { createPriceList, type PriceListRecord } from '../../src/domain/price-list.ts';
import type { Usage } from '../../src/domain/usage.ts';
import { usage } from '../_support/usage.ts';

const listOf = (
  prices: PriceListRecord['eur_per_million_tokens'],
  tiers: PriceListRecord['service_tiers'] = {},
): ReturnType<typeof createPriceList> =>
  createPriceList({ id: 'model', version: '1', eur_per_million_tokens: prices, service_tiers: tiers });

const plain = listOf({ input: '0.25', output: '2' });
const full = listOf(
  {
    input: '1',
    cached_input: '0.1',
    cache_write: '1.25',
    cache_write_1h: '2',
    audio_input: '40',
    image_input: '5',
    output: '4',
    reasoning: '3',
    audio_output: '80',
  },
  { priority: { input: '2', output: '8' } },
);
/** One token costs half a nano-euro: every odd quantity is an exact tie. */
const half = listOf({ input: '0.0005', output: '0.0005' });
/** One token costs three tenths of a nano-euro. */
const tenths = listOf({ input: '0.0003', cached_input: '0.0003', output: '0.0003' });

const everything: Partial<Usage> = {
  input_tokens: 1_000,
  cached_input_tokens: 400,
  cache_write_tokens: 100,
  audio_input_tokens: 50,
  image_input_tokens: 30,
  output_tokens: 500,
  reasoning_tokens: 200,
  audio_output_tokens: 100,
};

interface Bill {
  readonly title: string;
  readonly list: typeof plain;
  readonly tier?: string;
  readonly counters: Partial<Usage>;
  readonly total: string;
  /** `counter quantity × unit price = amount`. */
  readonly lines: readonly string[];
}

const bills: readonly Bill[] = [
  {
    title: 'cache writes of both lives',
    list: full,
    counters: { input_tokens: 1_000, cache_write_tokens: 300, cache_write_1h_tokens: 200 },
    total: '0.001275',
    lines: [
      'input 500 × 1.000000000 = 0.000500000',
      'cache_write 300 × 1.250000000 = 0.000375000',
      'cache_write_1h 200 × 2.000000000 = 0.000400000',
    ],
  },
  { title: 'nothing', list: plain, counters: {}, total: '0', lines: [] },
  {
    title: 'input and output',
    list: plain,
    counters: { input_tokens: 1_234, output_tokens: 567 },
    total: '0.0014425',
    lines: ['input 1234 × 0.250000000 = 0.000308500', 'output 567 × 2.000000000 = 0.001134000'],
  },
  {
    title: 'subsets that are not priced apart, at their total’s price',
    list: plain,
    counters: everything,
    total: '0.00125',
    lines: [
      'input 420 × 0.250000000 = 0.000105000',
      'cached_input 400 × 0.250000000 = 0.000100000',
      'cache_write 100 × 0.250000000 = 0.000025000',
      'audio_input 50 × 0.250000000 = 0.000012500',
      'image_input 30 × 0.250000000 = 0.000007500',
      'output 200 × 2.000000000 = 0.000400000',
      'reasoning 200 × 2.000000000 = 0.000400000',
      'audio_output 100 × 2.000000000 = 0.000200000',
    ],
  },
  {
    title: 'every counter, each token once and at its own price',
    list: full,
    counters: everything,
    total: '0.012135',
    lines: [
      'input 420 × 1.000000000 = 0.000420000',
      'cached_input 400 × 0.100000000 = 0.000040000',
      'cache_write 100 × 1.250000000 = 0.000125000',
      'audio_input 50 × 40.000000000 = 0.002000000',
      'image_input 30 × 5.000000000 = 0.000150000',
      'output 200 × 4.000000000 = 0.000800000',
      'reasoning 200 × 3.000000000 = 0.000600000',
      'audio_output 100 × 80.000000000 = 0.008000000',
    ],
  },
  {
    title: 'a whole input from the cache',
    list: full,
    counters: { input_tokens: 1_000, cached_input_tokens: 1_000, output_tokens: 1 },
    total: '0.000104',
    lines: ['cached_input 1000 × 0.100000000 = 0.000100000', 'output 1 × 4.000000000 = 0.000004000'],
  },
  {
    title: 'an output that was reasoning alone',
    list: full,
    counters: { output_tokens: 7, reasoning_tokens: 7 },
    total: '0.000021',
    lines: ['reasoning 7 × 3.000000000 = 0.000021000'],
  },
  {
    title: 'predictions, accepted or rejected, as the output that they are part of',
    list: plain,
    counters: { output_tokens: 10, accepted_prediction_tokens: 4, rejected_prediction_tokens: 3 },
    total: '0.00002',
    lines: ['output 10 × 2.000000000 = 0.000020000'],
  },
  {
    title: 'subsets larger than their totals, never more tokens than the totals',
    list: full,
    counters: {
      input_tokens: 10,
      cached_input_tokens: 8,
      cache_write_tokens: 8,
      audio_input_tokens: 8,
      output_tokens: 5,
      reasoning_tokens: 4,
      audio_output_tokens: 4,
    },
    total: '0.0000953',
    lines: [
      'cached_input 8 × 0.100000000 = 0.000000800',
      'cache_write 2 × 1.250000000 = 0.000002500',
      'reasoning 4 × 3.000000000 = 0.000012000',
      'audio_output 1 × 80.000000000 = 0.000080000',
    ],
  },
  {
    title: 'the tier that was used, with its own totals’ prices for what it leaves out',
    list: full,
    tier: 'priority',
    counters: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 3 },
    total: '0.000044',
    lines: [
      'input 6 × 2.000000000 = 0.000012000',
      'cached_input 4 × 2.000000000 = 0.000008000',
      'output 3 × 8.000000000 = 0.000024000',
    ],
  },
  {
    title: 'a tier that is not priced apart, at the prices of the list',
    list: full,
    tier: 'default',
    counters: { input_tokens: 10 },
    total: '0.00001',
    lines: ['input 10 × 1.000000000 = 0.000010000'],
  },
  {
    title: 'one token of half a nano-euro: the exact tie goes down to the even nothing',
    list: half,
    counters: { input_tokens: 1 },
    total: '0',
    lines: ['input 1 × 0.000500000 = 0.000000000'],
  },
  {
    title: 'three tokens of half a nano-euro: the exact tie goes up to the even two',
    list: half,
    counters: { input_tokens: 3 },
    total: '0.000000002',
    lines: ['input 3 × 0.000500000 = 0.000000002'],
  },
  {
    title: 'five tokens of half a nano-euro: the exact tie goes down to the even two',
    list: half,
    counters: { input_tokens: 5 },
    total: '0.000000002',
    lines: ['input 5 × 0.000500000 = 0.000000002'],
  },
  {
    title: 'two ties on two lines as one exact nano-euro: the sum is rounded, not the lines',
    list: half,
    counters: { input_tokens: 1, output_tokens: 1 },
    total: '0.000000001',
    lines: ['input 1 × 0.000500000 = 0.000000000', 'output 1 × 0.000500000 = 0.000000001'],
  },
  {
    title: 'three times 0.3 nano-euro as one nano-euro, found on the line that passes the half',
    list: tenths,
    counters: { input_tokens: 2, cached_input_tokens: 1, output_tokens: 1 },
    total: '0.000000001',
    lines: [
      'input 1 × 0.000300000 = 0.000000000',
      'cached_input 1 × 0.000300000 = 0.000000001',
      'output 1 × 0.000300000 = 0.000000000',
    ],
  },
  {
    title: 'a counter that costs nothing, as a line all the same',
    list: listOf({ input: '0', output: '0' }),
    counters: { input_tokens: 5, output_tokens: 6 },
    total: '0',
    lines: ['input 5 × 0.000000000 = 0.000000000', 'output 6 × 0.000000000 = 0.000000000'],
  },
  {
    title: 'more nano-euro than a float can count, exactly',
    list: listOf({ input: '9007199.254740993', output: '1' }),
    counters: { input_tokens: 1_000_000 },
    total: '9007199.254740993',
    lines: ['input 1000000 × 9007199.254740993 = 9007199.254740993'],
  },
];

for (const { title, list, tier, counters, total, lines } of bills) {
  test(`a bill for ${title}`, (t) => {
    const cost = costOf(usage(counters), list, tier);
    t.deepEqual(
      cost.lines.map((line) => `${line.counter} ${line.quantity} × ${line.unit_price_eur} = ${line.amount_eur}`),
      lines,
    );
    t.is(cost.total, eur(total));
    t.is(
      cost.lines.reduce((sum, line) => sum + eur(line.amount_eur), 0n),
      cost.total,
    );
  });
}

const worstCases: readonly (readonly [
  title: string,
  list: typeof plain,
  input: number,
  output: number,
  worst: string,
])[] = [
  ['no tokens at all', full, 0, 0, '0'],
  ['the plain prices when there are no others', plain, 1_000, 500, '0.00125'],
  ['every token at the dearest price of its side', full, 1_000, 500, '0.08'],
  ['a fraction of a nano-euro rounded up', half, 1, 0, '0.000000001'],
  ['nothing when everything is free', listOf({ input: '0', output: '0' }), 1_000_000, 1_000_000, '0'],
  [
    'the dearest tier as a whole',
    listOf({ input: '1', output: '1' }, { slow: { input: '5', output: '0' }, fast: { input: '3', output: '3' } }),
    1_000_000,
    1_000_000,
    '6',
  ],
  [
    'a tier in which only a subset is dear',
    listOf({ input: '1', output: '1' }, { audio: { input: '0', audio_input: '9', output: '0' } }),
    1_000_000,
    1_000_000,
    '9',
  ],
  [
    'the prices of the list when every tier is cheaper',
    listOf({ input: '2', output: '2' }, { flex: { input: '1', output: '1' } }),
    1_000_000,
    0,
    '2',
  ],
];

for (const [title, list, inputTokensMax, outputTokensMax, worst] of worstCases) {
  test(`a hold is ${title}`, (t) => {
    t.is(worstCaseCost({ inputTokensMax, outputTokensMax }, list), eur(worst));
  });
}

test('input of unknown kind costs what the hold is for, in the tier of the bill', (t) => {
  const counted = usage({ input_tokens: 1_000 });
  const cost = (list: typeof full, tier: string | null): bigint =>
    costOfEstimate(counted, list, { tier, unreportedInputTokens: 1_000 }).total;
  t.is(
    cost(full, null),
    worstCaseCost({ inputTokensMax: 1_000, outputTokensMax: 0 }, listOf(full.record.eur_per_million_tokens)),
  );
  t.is(cost(full, 'priority'), eur('0.002'));
  t.is(cost(plain, null), eur('0.00025'));
});
