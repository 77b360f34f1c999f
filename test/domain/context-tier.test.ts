import test from 'ava';
import { costOf, costOfEstimate, worstCaseCost, type Cost } from '../../src/domain/cost.ts';
import { nanoFromEur as eur } from '../../src/domain/money.ts';
import { createPriceList, type PriceListRecord } from '../../src/domain/price-list.ts';
import type { Usage } from '../../src/domain/usage.ts';
import { usage } from '../_support/usage.ts';

const listOf = (record: Omit<PriceListRecord, 'id' | 'version'>): ReturnType<typeof createPriceList> =>
  createPriceList({ id: 'model', version: '1', ...record });

/** As the providers print them in November 2026, a dollar taken for a euro. */
const gpt = listOf({
  eur_per_million_tokens: { input: '2.50', cached_input: '0.25', output: '15' },
  above: [{ input_tokens: 272_000, eur_per_million_tokens: { input: '5', cached_input: '0.50', output: '22.50' } }],
  service_tiers: {
    flex: {
      input: '1.25',
      cached_input: '0.13',
      output: '7.50',
      above: [
        { input_tokens: 272_000, eur_per_million_tokens: { input: '2.50', cached_input: '0.25', output: '11.25' } },
      ],
    },
    priority: { input: '5', cached_input: '0.50', output: '30', above: [] },
  },
});
const gemini = listOf({
  eur_per_million_tokens: { input: '1.25', cached_input: '0.125', output: '10' },
  above: [{ input_tokens: 200_000, eur_per_million_tokens: { input: '2.50', cached_input: '0.25', output: '15' } }],
});
const sonnet = listOf({
  eur_per_million_tokens: { input: '3', cached_input: '0.30', cache_write: '3.75', cache_write_1h: '6', output: '15' },
  above: [
    {
      input_tokens: 200_000,
      eur_per_million_tokens: {
        input: '6',
        cached_input: '0.60',
        cache_write: '7.50',
        cache_write_1h: '12',
        output: '22.50',
      },
    },
  ],
});
/** Three lengths, as some models of Alibaba have them; the longest is cheaper to write. */
const threefold = listOf({
  eur_per_million_tokens: { input: '1', output: '10' },
  above: [
    { input_tokens: 32_000, eur_per_million_tokens: { input: '2', output: '12' } },
    { input_tokens: 128_000, eur_per_million_tokens: { input: '3', output: '6' }, cheaper: true },
  ],
});

const linesOf = ({ lines }: Cost): readonly string[] =>
  lines.map(
    ({ counter, quantity, unit_price_eur, above_input_tokens }) =>
      `${quantity} ${counter} at ${Number(unit_price_eur)}${above_input_tokens === undefined ? '' : ` above ${above_input_tokens}`}`,
  );

interface Bill {
  readonly title: string;
  readonly list: typeof gpt;
  readonly tier?: string;
  readonly counters: Partial<Usage>;
  readonly total: string;
  readonly lines: readonly string[];
  readonly contextTiers?: Cost['contextTiers'];
}

const above = (above_input_tokens: number, calls = 1) => ({ above_input_tokens, calls });

const bills: readonly Bill[] = [
  {
    title: 'GPT: one token below the threshold',
    list: gpt,
    counters: { input_tokens: 271_999, output_tokens: 1_000 },
    total: '0.6949975',
    lines: ['271999 input at 2.5', '1000 output at 15'],
  },
  {
    title: 'GPT: exactly the threshold',
    list: gpt,
    counters: { input_tokens: 272_000, output_tokens: 1_000 },
    total: '0.695',
    lines: ['272000 input at 2.5', '1000 output at 15'],
  },
  {
    title: 'GPT: one token above the threshold, and the whole request is dearer',
    list: gpt,
    counters: { input_tokens: 272_001, output_tokens: 1_000 },
    total: '1.382505',
    lines: ['272001 input at 5 above 272000', '1000 output at 22.5 above 272000'],
    contextTiers: [above(272_000)],
  },
  {
    title: 'GPT: cached input counts',
    list: gpt,
    counters: { input_tokens: 272_001, cached_input_tokens: 272_000 },
    total: '0.136005',
    lines: ['1 input at 5 above 272000', '272000 cached_input at 0.5 above 272000'],
    contextTiers: [above(272_000)],
  },
  {
    title: 'GPT: a service tier has its own prices of long input',
    list: gpt,
    tier: 'flex',
    counters: { input_tokens: 300_000 },
    total: '0.75',
    lines: ['300000 input at 2.5 above 272000'],
    contextTiers: [above(272_000)],
  },
  {
    title: 'GPT: a service tier may have one price',
    list: gpt,
    tier: 'priority',
    counters: { input_tokens: 300_000 },
    total: '1.5',
    lines: ['300000 input at 5'],
  },
  {
    title: 'GPT: an unpriced service tier has the prices of the list',
    list: gpt,
    tier: 'scale',
    counters: { input_tokens: 300_000 },
    total: '1.5',
    lines: ['300000 input at 5 above 272000'],
    contextTiers: [above(272_000)],
  },
  {
    title: 'Gemini: the threshold',
    list: gemini,
    counters: { input_tokens: 200_000, output_tokens: 100 },
    total: '0.251',
    lines: ['200000 input at 1.25', '100 output at 10'],
  },
  {
    title: 'Gemini: above it',
    list: gemini,
    counters: { input_tokens: 200_001, output_tokens: 100, reasoning_tokens: 90 },
    total: '0.5015025',
    lines: ['200001 input at 2.5 above 200000', '10 output at 15 above 200000', '90 reasoning at 15 above 200000'],
    contextTiers: [above(200_000)],
  },
  {
    title: 'Sonnet: what is written to a cache counts, for both lifetimes; a web search has one price',
    list: sonnet,
    counters: {
      input_tokens: 200_001,
      cached_input_tokens: 100_000,
      cache_write_tokens: 50_000,
      cache_write_1h_tokens: 50_000,
      output_tokens: 10,
      web_searches: 2,
    },
    total: '1.035231',
    lines: [
      '1 input at 6 above 200000',
      '100000 cached_input at 0.6 above 200000',
      '50000 cache_write at 7.5 above 200000',
      '50000 cache_write_1h at 12 above 200000',
      '10 output at 22.5 above 200000',
      '2 web_searches at 0',
    ],
    contextTiers: [above(200_000)],
  },
  {
    title: 'Sonnet: model calls below the threshold, though together above it',
    list: sonnet,
    counters: {
      input_tokens: 300_000,
      output_tokens: 20,
      calls: [usage({ input_tokens: 150_000, output_tokens: 10 }), usage({ input_tokens: 150_000, output_tokens: 10 })],
    },
    total: '0.9003',
    lines: ['300000 input at 3', '20 output at 15'],
    contextTiers: [above(0, 2)],
  },
  {
    title: 'Sonnet: model calls on both sides of the threshold, with one counter at two prices',
    list: sonnet,
    counters: {
      input_tokens: 750_000,
      output_tokens: 30,
      web_searches: 1,
      calls: [
        usage({ input_tokens: 300_000, output_tokens: 10 }),
        usage({ input_tokens: 200_000, output_tokens: 10 }),
        usage({ input_tokens: 250_000, output_tokens: 10 }),
      ],
    },
    total: '3.9006',
    lines: [
      '200000 input at 3',
      '10 output at 15',
      '550000 input at 6 above 200000',
      '20 output at 22.5 above 200000',
      '1 web_searches at 0',
    ],
    contextTiers: [above(0), above(200_000, 2)],
  },
  {
    title: 'Sonnet: calls that do not add up say nothing',
    list: sonnet,
    counters: {
      input_tokens: 300_001,
      calls: [usage({ input_tokens: 150_000 }), usage({ input_tokens: 150_000 })],
    },
    total: '1.800006',
    lines: ['300001 input at 6 above 200000'],
    contextTiers: [above(200_000)],
  },
  {
    title: 'the highest of several thresholds decides',
    list: threefold,
    counters: { input_tokens: 128_001, output_tokens: 100 },
    total: '0.384603',
    lines: ['128001 input at 3 above 128000', '100 output at 6 above 128000'],
    contextTiers: [above(128_000)],
  },
  {
    title: 'and the one in between',
    list: threefold,
    counters: { input_tokens: 128_000, output_tokens: 100 },
    total: '0.2572',
    lines: ['128000 input at 2 above 32000', '100 output at 12 above 32000'],
    contextTiers: [above(32_000)],
  },
  {
    title: 'work that is counted in characters has no context tier',
    list: listOf({
      eur_per_million_tokens: { input: '0', output: '0' },
      eur_per_million_characters: '10',
      above: [{ input_tokens: 10, eur_per_million_tokens: { input: '0', output: '0' } }],
    }),
    counters: { input_tokens: 100, input_characters: 1_000 },
    total: '0.01',
    lines: ['1000 input_characters at 10'],
  },
];

for (const { title, list, tier, counters, total, lines, contextTiers } of bills) {
  test(`a cost: ${title}`, (t) => {
    const cost = costOf(usage(counters), list, tier);
    t.is(cost.total, eur(total));
    t.deepEqual(linesOf(cost), lines);
    t.deepEqual(cost.contextTiers, contextTiers);
    t.is(
      cost.lines.reduce((sum, { amount_eur }) => sum + eur(amount_eur), 0n),
      cost.total,
    );
  });
}

test('the lines of several tiers are rounded once', (t) => {
  const list = listOf({
    eur_per_million_tokens: { input: '0.0005', output: '0' },
    above: [{ input_tokens: 1, eur_per_million_tokens: { input: '0.0005', output: '0' } }],
  });
  const calls = [usage({ input_tokens: 1 }), usage({ input_tokens: 2 }), usage({ input_tokens: 2 })];
  const cost = costOf(usage({ input_tokens: 5, calls }), list);
  t.is(cost.total, 2n, 'half a nano-euro five times, half to even');
  t.deepEqual(
    cost.lines.map(({ quantity, amount_eur }) => `${quantity} ${amount_eur}`),
    ['1 0.000000000', '4 0.000000002'],
  );
});

const held = (list: typeof gpt, inputTokensMax: number, outputTokensMax: number): bigint =>
  worstCaseCost({ inputTokensMax, outputTokensMax }, list);

test('a hold has the dearest prices that its bound of the input reaches, in whatever service tier', (t) => {
  t.is(held(gemini, 200_000, 100), eur('0.251'));
  t.is(held(gemini, 200_001, 100), eur('0.5015025'));
  t.is(held(gpt, 272_000, 0), eur('1.36'), 'priority');
  t.is(held(gpt, 272_001, 1_000), eur('1.390005'), 'priority writes at 30');
  t.is(held(threefold, 32_000, 1_000), eur('0.042'));
});

test('a hold is not less because a tier above is cheaper', (t) => {
  t.is(held(threefold, 128_000, 1_000), eur('0.268'));
  t.is(held(threefold, 128_001, 1_000), eur('0.396003'), 'input at 3, output at 12');
});

test('an estimate has the dearest prices of the context tiers that its input may have reached', (t) => {
  const estimate = (list: typeof gpt, counters: Partial<Usage>, unreportedInputTokens = 0): Cost =>
    costOfEstimate(usage(counters), list, { tier: null, unreportedInputTokens });
  t.deepEqual(estimate(gemini, { input_tokens: 200_001 }), costOf(usage({ input_tokens: 200_001 }), gemini));
  const written = estimate(threefold, { input_tokens: 128_001, output_tokens: 100_000 });
  t.deepEqual(linesOf(written), ['128001 input at 2 above 32000', '100000 output at 12 above 32000']);
  t.deepEqual(written.contextTiers, [above(32_000)]);
  t.deepEqual(linesOf(estimate(sonnet, { input_tokens: 200_001 }, 200_001)), [
    '200001 cache_write_1h at 12 above 200000',
  ]);
});
