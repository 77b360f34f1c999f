import test from 'ava';
import type { DomainEvent } from '../../../src/domain/event-catalogue.ts';
import type { PriceListRecord } from '../../../src/domain/price-list.ts';
import type { DerivedPriceList } from '../../../src/domain/prices/derived-list-events.ts';
import { ownPriceList } from '../../../src/domain/prices/own-price-list.ts';
import { PricesCheck } from '../../../src/ledger/verify/verify-prices.ts';
import { marginOf, type Charging } from '../../../src/domain/prices/margin.ts';
import type { MarginEvent } from '../../../src/domain/prices/margin-events.ts';
import { createPriceList } from '../../../src/domain/price-list.ts';
import { costOf } from '../../../src/domain/cost.ts';
import { eurFromNano, nanoFromEur, nanoFromSum } from '../../../src/domain/money.ts';
import { noUsage } from '../../../src/domain/usage.ts';
import { billing } from '../../_support/usage.ts';
import { id, keyA, priceList, reservation, reserved, walletId } from '../../_support/wallet-vocabulary.ts';

// What a verification says of price lists that were made from others, and of the margins of charges by them.

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

/** The number of the first event that breaks a rule, from 1; behind the last: it is found at the end. `null`: none does. */
function firstWrong(events: readonly DomainEvent[], kind = 'derived_price_list'): number | null {
  const check = new PricesCheck();
  const found = events.findIndex((event) => check.check(event, walletId)?.kind === kind);
  if (found >= 0) return found + 1;
  return check.end()?.kind === kind ? events.length + 1 : null;
}

test('lists as they are made are right, level by level, and configured ones need none', (t) => {
  t.is(firstWrong([derived(bought), derived(own), held(own.price_list), held(bought.price_list)]), null);
  t.is(firstWrong([held(priceList.record)]), null);
});

test('a list with another price, made from an unknown list, twice, or used and never recorded is a difference', (t) => {
  const dearer = { ...own.price_list.eur_per_million_tokens, output: '999.000000000' };
  const changed = { ...own.price_list, eur_per_million_tokens: dearer };
  t.is(firstWrong([derived(bought), derived({ ...own, price_list: changed })]), 2);
  t.is(firstWrong([derived(bought), derived(own), held(changed)]), 3);
  t.is(firstWrong([derived({ ...own, prices: { factor_basis_points: 13_000 } })]), 1);
  t.is(firstWrong([derived(own)]), 2);
  t.is(firstWrong([derived(bought), derived(bought)]), 2);
  t.is(firstWrong([held(bought.price_list)]), 2);
  t.is(firstWrong([held({ ...changed, version: bought.price_list.version }), derived(bought)]), 2);
});

const ownList = createPriceList(own.price_list);
const { cost, counted } = billing({ input_tokens: 1_000, output_tokens: 500 }, ownList);
const charged: Charging = {
  type: 'ReservationSettled',
  data: {
    reservation_id: reservation,
    key_id: keyA,
    cost_eur: eurFromNano(cost.total),
    counted,
    lines: [...cost.lines],
    price_list_id: ownList.id,
    price_list_version: ownList.version,
    service_tier: null,
    usage_source: 'upstream',
    released_eur: '0.000000000',
    overrun_eur: '0.000000000',
    resolved_by: null,
    postings: [],
  },
};
const margin = marginOf({ walletId, charging: charged, list: own, own: ownList, above: createPriceList(own.above) });
const before = [derived(bought), derived(own), held(own.price_list), charged];
const changed = (data: Partial<MarginEvent['data']>): MarginEvent => ({ ...margin, data: { ...margin.data, ...data } });

test('the margin of a charge is what it was more than at the list above, and is recorded once', (t) => {
  const check = new PricesCheck();
  t.deepEqual(
    [...before, margin].map((event) => check.check(event, walletId)),
    [null, null, null, null, null],
  );
  const above = costOf({ ...noUsage, input_tokens: 1_000, output_tokens: 500 }, createPriceList(bought.price_list));
  t.is(check.margin, cost.total - above.total);
  t.true(check.margin > 0n);
  t.is(check.owed, 0);
});

test('what granted credit paid of a charge makes no margin, and no loss', (t) => {
  const lot = (kind: 'paid' | 'granted', amount_eur: string) => ({ lot_id: `${keyA}.1`, number: 1, kind, amount_eur });
  const of = (cost_eur: string, granted: string, above = own.above) => {
    const lots = [lot('granted', granted), lot('paid', '0.000000001')];
    const charging = { ...charged, data: { ...charged.data, cost_eur, lots } } as Charging;
    return marginOf({ walletId, charging, list: own, own: ownList, above: createPriceList(above) }).data;
  };
  const bought = nanoFromEur(margin.data.cost_above_eur);
  const dear = eurFromNano(bought + 10n);
  t.like(of(dear, dear), { granted_eur: dear, margin_eur: '0.000000000', postings: [] });
  const [half, cheap] = [eurFromNano((bought + 10n) / 2n), eurFromNano(bought / 2n)];
  t.like(of(dear, half), { cost_above_eur: eurFromNano(bought), granted_eur: half, margin_eur: '0.000000005' });
  t.like(of(cheap, cheap), { margin_eur: '0.000000000' });
  t.is(nanoFromSum(of(cheap, '0.000000000').margin_eur), bought / 2n - bought);
});

test('a charge without a margin is owed one, which is no difference', (t) => {
  const check = new PricesCheck();
  for (const event of before) t.is(check.check(event, walletId), null);
  t.is(check.owed, 1);
});

test('a margin that differs in anything, without a charge, or twice is a difference', (t) => {
  t.is(firstWrong([...before, margin, margin], 'margin'), 7);
  t.is(firstWrong([...before.slice(0, 3), margin], 'margin'), 5);
  for (const wrong of [
    { margin_eur: '0.000000001' },
    { cost_above_eur: '0.000000001' },
    { wallet_id: id('1', 9) },
    { price_list_above_version: 'other' },
    { postings: [] },
  ]) {
    t.is(firstWrong([...before, changed(wrong)], 'margin'), 5, JSON.stringify(wrong));
  }
});

test('lists, holds, charges and margins are right in whichever order their streams were copied', (t) => {
  const [first, second, hold, charge] = before as [DomainEvent, DomainEvent, DomainEvent, DomainEvent];
  for (const order of [
    [margin, charge, hold, second, first],
    [charge, margin, first, second, hold],
    [second, margin, first, hold, charge],
    [hold, second, charge, first, margin],
  ]) {
    t.is(firstWrong(order), null);
    t.is(firstWrong(order, 'margin'), null);
    const wrong = order.map((event) => (event === margin ? changed({ margin_eur: '0.000000001' }) : event));
    t.not(firstWrong(wrong, 'margin'), null);
  }
});
