import test from 'ava';
import type { DomainEvent } from '../../../src/domain/event-catalogue.ts';
import type { PriceListRecord } from '../../../src/domain/price-list.ts';
import type { DerivedPriceList } from '../../../src/domain/prices/derived-list-events.ts';
import { ownPriceList } from '../../../src/domain/prices/own-price-list.ts';
import { PricesCheck } from '../../../src/ledger/verify/verify-prices.ts';
import { id, priceList, reserved } from '../../_support/wallet-vocabulary.ts';

// What a verification says of price lists that were made from others.

const keys = ['0123456789abcdef', 'fedcba9876543210'] as const;
const reseller_id = id('2', 1);

function list(nth: 0 | 1, above: PriceListRecord, factor_basis_points: number): DerivedPriceList {
  const [key, prices] = [keys[nth], { factor_basis_points }];
  const level = nth === 0 ? 'platform' : 'reseller';
  const price_list = ownPriceList(above, prices, key);
  return { key, level, reseller_id: nth === 0 ? null : reseller_id, above, prices, price_list };
}

const bought = list(0, priceList.record, 11_000);
const own = list(1, bought.price_list, 12_000);
const derived = (data: DerivedPriceList): DomainEvent => ({ type: 'PriceListDerived', data });

function held(price_list: PriceListRecord): DomainEvent {
  const event = reserved('1');
  return event.type === 'CreditReserved' ? { ...event, data: { ...event.data, price_list } } : event;
}

/** The number of the first event that breaks a rule, from 1; `null`: none does. */
function firstWrong(events: readonly DomainEvent[]): number | null {
  const check = new PricesCheck();
  const found = events.findIndex((event) => check.check(event)?.kind === 'derived_price_list');
  return found < 0 ? null : found + 1;
}

test('lists as they are made are right, level by level, and configured ones need none', (t) => {
  t.is(firstWrong([derived(bought), derived(own), held(own.price_list), held(bought.price_list)]), null);
  t.is(firstWrong([held(priceList.record)]), null);
});

test('a list with another price, made from an unknown list, twice, or used before it is recorded is a difference', (t) => {
  const dearer = { ...own.price_list.eur_per_million_tokens, output: '999.000000000' };
  const changed = { ...own.price_list, eur_per_million_tokens: dearer };
  t.is(firstWrong([derived(bought), derived({ ...own, price_list: changed })]), 2);
  t.is(firstWrong([derived(bought), derived(own), held(changed)]), 3);
  t.is(firstWrong([derived({ ...own, prices: { factor_basis_points: 13_000 } })]), 1);
  t.is(firstWrong([derived(own)]), 1);
  t.is(firstWrong([derived(bought), derived(bought)]), 2);
  t.is(firstWrong([held(bought.price_list), derived(bought)]), 1);
});
