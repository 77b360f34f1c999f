import test from 'ava';
import { costOf, worstCaseCost } from '../../../src/domain/cost.ts';
import {
  boundUses,
  clampUses,
  findUnpricedTool,
  type HostedTool,
} from '../../../src/protocols/requests/hosted-tools.ts';
import { createPriceList, type PriceListRecord } from '../../../src/domain/price-list.ts';
import { usage } from '../../_support/usage.ts';

const tool = (kind: HostedTool['kind'], usesMax: number | null): HostedTool => ({
  kind,
  type: kind,
  param: `tools[0]`,
  usesMax,
});
const bounded = (tools: readonly HostedTool[]) => boundUses(tools, ({ usesMax }) => clampUses(usesMax, 5));

const list = (more: Partial<PriceListRecord> = {}): PriceListRecord => ({
  id: 'model',
  version: '1',
  eur_per_million_tokens: { input: '1', output: '2' },
  ...more,
});
const priced = list({ eur_per_thousand_web_searches: '10', eur_per_thousand_web_fetches: '0' });

test('uses are limited by the request, otherwise by the limit, and never above the limit', (t) => {
  t.is(clampUses(null, 5), 5);
  t.is(clampUses(3, 5), 3);
  t.is(clampUses(9, 5), 5);
});

test('uses of several tools add up, and the input is read again after each and after one too many', (t) => {
  t.deepEqual(bounded([]), { readingsAgain: 0, inputReadingsAgain: 0 });
  t.deepEqual(bounded([tool('web_search', 3)]), { readingsAgain: 4, inputReadingsAgain: 0, webSearchesMax: 3 });
  t.deepEqual(bounded([tool('web_search', 3), tool('web_fetch', null), tool('web_search', 9)]), {
    readingsAgain: 16,
    inputReadingsAgain: 0,
    webSearchesMax: 8,
    webFetchesMax: 5,
  });
  t.deepEqual(bounded([tool('tool_search', 3), tool('web_search', 1)]), {
    readingsAgain: 2,
    inputReadingsAgain: 3,
    webSearchesMax: 1,
  });
});

test('a price of zero is a price; a missing price is none', (t) => {
  const [search, fetch] = [tool('web_search', null), tool('web_fetch', null)];
  t.is(findUnpricedTool([search, fetch], priced), null);
  const missing = { tool: fetch, price: 'eur_per_thousand_web_fetches' };
  t.deepEqual(findUnpricedTool([search, fetch], list({ eur_per_thousand_web_searches: '10' })), missing);
  t.deepEqual(findUnpricedTool([fetch, search], list()), missing);
  t.is(findUnpricedTool([tool('tool_search', null)], list()), null);
});

test('uses are charged on top of tokens, at their price per thousand, in every tier', (t) => {
  const tiers = { service_tiers: { flex: { input: '0.5', output: '1' } } };
  const prices = createPriceList({ ...priced, ...tiers });
  const used = usage({ input_tokens: 1_000, output_tokens: 100, web_searches: 3, web_fetches: 2 });
  for (const [tier, tokensNano] of [
    [null, 1_200_000n],
    ['flex', 600_000n],
  ] as const) {
    const { total, lines } = costOf(used, prices, tier);
    t.is(total, tokensNano + 30_000_000n);
    t.deepEqual(lines.slice(2), [
      { counter: 'web_searches', quantity: 3, unit_price_eur: '10.000000000', amount_eur: '0.030000000' },
      { counter: 'web_fetches', quantity: 2, unit_price_eur: '0.000000000', amount_eur: '0.000000000' },
    ]);
  }
});

test('a price that does not divide by a thousand is rounded once, with all other lines', (t) => {
  const odd = createPriceList(list({ eur_per_thousand_web_searches: '0.000000500' }));
  t.is(costOf(usage({ web_searches: 1 }), odd).total, 0n);
  t.is(costOf(usage({ web_searches: 3 }), odd).total, 2n);
  t.is(costOf(usage({ input_tokens: 1, web_searches: 1 }), odd).total, 1_000n);
  t.is(worstCaseCost({ inputTokensMax: 0, outputTokensMax: 0, webSearchesMax: 1 }, odd), 1n);
});

test('a hold covers all tool uses besides tokens', (t) => {
  const prices = createPriceList({ ...priced, eur_per_thousand_web_fetches: '1' });
  const bound = { inputTokensMax: 1_000, outputTokensMax: 0, webSearchesMax: 5, webFetchesMax: 4 };
  t.is(worstCaseCost(bound, prices), 1_000_000n + 50_000_000n + 4_000_000n);
});
