import test from 'ava';
import { mayBeFree } from '../../src/catalogue/free-surfaces.ts';
import type { Target } from '../../src/catalogue/model-catalogue.ts';
import { createPriceList, type PriceListRecord } from '../../src/domain/price-list.ts';

const isFree = (surface: string, prices: Omit<PriceListRecord, 'id' | 'version'>): boolean =>
  mayBeFree(surface, { priceList: createPriceList({ id: 'm', version: '1', ...prices }) } as Target);

const free = { input: '0', output: '1' };
const dear = { input: '0.000000001', output: '1' };

test('a request may be free where input costs nothing, however little a price is', (t) => {
  t.true(isFree('chat_completions', { eur_per_million_tokens: free }));
  t.false(isFree('chat_completions', { eur_per_million_tokens: dear }));
});

test('a request may be free although long input is not, and is not because long input is', (t) => {
  const above = (prices: typeof free) => [{ input_tokens: 1, eur_per_million_tokens: prices }];
  t.true(isFree('chat_completions', { eur_per_million_tokens: free, above: above(dear) }));
  t.false(isFree('chat_completions', { eur_per_million_tokens: dear, above: above(free) }));
});
