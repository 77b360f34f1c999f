import test from 'ava';
import * as fc from 'fast-check';
import { boundRecord, heldBounds } from '../../../src/domain/attempts/fail-attempt.ts';
import {
  costOf,
  costOfEstimate,
  type Cost,
  billOf,
  countedRecord,
  worstCaseCost,
  type Bill,
  type Counted,
  type UsageBound,
} from '../../../src/domain/cost.ts';
import { amountNanoMax, eurFromNano, larger, nanoFromEur, smaller } from '../../../src/domain/money.ts';
import { billedTier, createPriceList, type PriceList, type PriceListRecord } from '../../../src/domain/price-list.ts';
import { enteredBill } from '../../../src/domain/prices/bill-by.ts';
import { marginOf } from '../../../src/domain/prices/margin.ts';
import { ownPriceList } from '../../../src/domain/prices/own-price-list.ts';
import type { ProfilePrices } from '../../../src/domain/prices/price-terms.ts';
import { noUsage, type Usage, type UsageCounter } from '../../../src/domain/usage.ts';
import { walletEventSchemas, type WalletEventOf } from '../../../src/domain/wallet-events.ts';
import { chargeMismatch } from '../../../src/ledger/verify/verify-charge.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { historyOf } from '../../_support/wallet-history.ts';
import * as the from '../../_support/wallet-vocabulary.ts';

// What a margin says that the list above would have charged: what it makes of the counters, whatever the list below is.

const tiers = ['flex', 'priority', 'batch'] as const;
const price: fc.Arbitrary<string> = fc.constantFrom('0', '0.000000001', '0.6', '12');
const units = fc.record(
  { input: price, output: price, cached_input: price, cache_write: price, audio_input: price, reasoning: price },
  { requiredKeys: ['input', 'output'] },
);
const above = fc
  .uniqueArray(fc.constantFrom(1, 2, 500, 501, 1_000), { maxLength: 3 })
  .chain((thresholds) =>
    fc.tuple(
      ...thresholds
        .toSorted((one, other) => one - other)
        .map((input_tokens) => units.map((eur_per_million_tokens) => ({ input_tokens, eur_per_million_tokens }))),
    ),
  );
const list: fc.Arbitrary<PriceListRecord> = fc.record(
  {
    id: fc.constant('a'),
    version: fc.constant('1'),
    eur_per_million_tokens: units,
    eur_per_million_characters: price,
    eur_per_audio_hour: price,
    eur_per_thousand_web_searches: price,
    above,
    service_tiers: fc.dictionary(
      fc.constantFrom(...tiers),
      fc.tuple(units, above).map(([prices, contexts]) => ({ ...prices, above: contexts })),
    ),
  },
  { requiredKeys: ['id', 'version', 'eur_per_million_tokens'] },
);
const terms: fc.Arbitrary<ProfilePrices> = fc.oneof(
  list.map((price_list) => ({ price_list })),
  fc.integer({ min: 9_000, max: 50_000 }).map((factor_basis_points) => ({ factor_basis_points })),
);
const call: fc.Arbitrary<Usage> = fc
  .record({
    input_tokens: fc.constantFrom(0, 1, 2, 3, 501, 502, 1_002),
    output_tokens: fc.constantFrom(0, 20_000),
    cached_input_tokens: fc.constantFrom(0, 1, 400),
    cache_write_tokens: fc.constantFrom(0, 1),
    audio_input_tokens: fc.constantFrom(0, 1),
    reasoning_tokens: fc.constantFrom(0, 9),
  })
  .map((counters) => ({ ...noUsage, ...counters }));
const usage: fc.Arbitrary<Usage> = fc
  .tuple(
    fc.array(call, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(0, 5_000),
    fc.constantFrom(0, 60_000),
    fc.nat(3),
  )
  .map(([calls, input_characters, audio_milliseconds, web_searches]) => {
    const names = Object.keys(noUsage) as UsageCounter[];
    const sums = names.map((name) => [name, calls.reduce((sum, each) => sum + each[name], 0)]);
    const all = { ...noUsage, ...Object.fromEntries(sums), input_characters, audio_milliseconds, web_searches };
    return calls.length > 1 ? { ...all, calls } : all;
  });
const tier = fc.constantFrom(null, 'default', 'fast', ...tiers);
const counted: fc.Arbitrary<Counted> = fc.record({
  usage,
  asked: tier,
  served: tier,
  unreportedInputTokens: fc.constantFrom(0, 1, 300),
});

/** As a list charges, by its own rules, from counters that no event has been through. */
function costBy(prices: PriceList, { usage: used, asked, served, unreportedInputTokens = 0 }: Counted, source: string) {
  const at = (name: string | null): Cost =>
    source === 'estimate'
      ? costOfEstimate(used, prices, { tier: name, unreportedInputTokens })
      : costOf(used, prices, name);
  const billed = billedTier(prices, served, asked);
  const [cost, ifAsked] = [at(billed), at(asked)].map(({ total }) => total) as [bigint, bigint];
  const isUntold = source === 'estimate' && billed === null && asked !== null && prices.tiers.has(asked);
  return isUntold && ifAsked > cost ? ifAsked : cost;
}

/** The charge of a wallet, as it is recorded and read again. */
function charged(
  all: Counted,
  source: 'upstream' | 'estimate',
  prices: PriceList,
): WalletEventOf<'ReservationSettled'> {
  const command = the.settle('0', {
    ...billOf(countedRecord(all), source, prices),
    priceListId: prices.id,
    priceListVersion: prices.version,
  });
  const events = historyOf([the.open, the.credit('1'), the.reserve('0', { priceList: prices }), command]);
  const settled = events.flatMap((each) => each.events).find(({ type }) => type === 'ReservationSettled');
  const data: unknown = JSON.parse(JSON.stringify(settled?.data));
  return { type: 'ReservationSettled', data: walletEventSchemas.ReservationSettled.parse(data) };
}

test('each level above is owed what its own list makes of the counters, two levels deep', (t) => {
  const key = '0123456789abcdef';
  fc.assert(
    fc.property(
      list,
      fc.array(terms, { minLength: 1, maxLength: 2 }),
      counted,
      fc.constantFrom('upstream', 'estimate'),
      (configured, levels, all, source) => {
        const records = [configured];
        for (const level of levels) records.push(ownPriceList(records.at(-1) ?? configured, level, key));
        const priceLists = records.map(createPriceList);
        fc.pre(priceLists.every((each) => costBy(each, all, source) <= amountNanoMax));
        for (const [nth, own] of priceLists.entries()) {
          const from = priceLists[nth - 1];
          const charging = charged(all, source, own);
          t.is(charging.data.cost_eur, eurFromNano(costBy(own, all, source)));
          t.is(chargeMismatch(charging.data, own, { hold: 0n, bounds: { counters: {} } }), null);
          if (from === undefined) continue;
          const margin = marginOf({
            walletId: the.walletId,
            charging,
            list: { reseller_id: 'r', above: from.record },
            own,
            above: from,
          });
          t.is(margin.data.cost_above_eur, eurFromNano(costBy(from, all, source)));
        }
      },
    ),
    { numRuns: propertyRuns(1_000) },
  );
});

const bound = fc.record({
  inputTokensMax: fc.constantFrom(0, 1, 1_001, 300_000),
  outputTokensMax: fc.constantFrom(0, 1, 9_000),
  inputCharactersMax: fc.constantFrom(0, 5_000),
  audioMillisecondsMax: fc.constantFrom(0, 60_000),
  webSearchesMax: fc.nat(3),
  webFetchesMax: fc.nat(1),
});

test('of a whole hold, and of what a person enters, each level above is owed in proportion of the holds, in pools too', (t) => {
  const key = '0123456789abcdef';
  fc.assert(
    fc.property(
      list,
      fc.array(terms, { minLength: 1, maxLength: 2 }),
      bound,
      // What the dearest member of the pool holds more, and how much of the hold is charged, in thousandths.
      fc.record({ more: fc.constantFrom(0n, 1n, 10n ** 9n), part: fc.nat(1_500), isWhole: fc.boolean() }),
      (configured, levels, most, { more, part, isWhole }) => {
        const records = [configured];
        for (const level of levels) records.push(ownPriceList(records.at(-1) ?? configured, level, key));
        const priceLists = records.map(createPriceList);
        const bounds = heldBounds(boundRecord(most));
        for (const [nth, own] of priceLists.entries()) {
          const from = priceLists[nth - 1];
          const hold = worstCaseCost(most, own);
          const amount = hold + more;
          const cost = isWhole ? amount : (amount * BigInt(part)) / 1_000n;
          const data = entered(own, {
            bound: most,
            amount,
            bill: enteredBill(cost, isWhole ? 'hold' : 'operator', bounds),
          });
          t.is(chargeMismatch(data, own, { hold: amount, bounds }), null);
          t.is(
            chargeMismatch(data, own, { hold: amount, bounds: { counters: { input_tokens: 2 } } })?.kind,
            'charge_price',
          );
          const other = chargeMismatch(data, own, { hold: amount + 1n, bounds });
          t.is(other?.kind, isWhole ? 'charge_sum' : undefined);
          if (from === undefined) continue;
          const charging = { type: 'ReservationSettled', data } as const;
          const of = { charging, list: { reseller_id: 'r', above: from.record }, own, above: from };
          const owed = nanoFromEur(marginOf({ walletId: the.walletId, ...of }).data.cost_above_eur);
          const holdAbove = worstCaseCost(most, from);
          const enteredMost = larger(cost, holdAbove);
          if (hold === 0n) t.is(owed, isWhole ? holdAbove : cost);
          else if (!isWhole && cost * holdAbove >= enteredMost * hold) t.is(owed, smaller(enteredMost, amountNanoMax));
          else if (owed < amountNanoMax) {
            // The nearest whole number; of two that are as near, the even one.
            const twiceOff = 2n * (owed * hold - cost * holdAbove);
            t.true(twiceOff <= hold && twiceOff >= -hold);
            if (twiceOff === hold || twiceOff === -hold) t.is(owed % 2n, 0n);
          } else t.true(cost * holdAbove >= (amountNanoMax - 1n) * hold);
          if (isWhole && more === 0n) t.is(owed, holdAbove);
        }
      },
    ),
    { numRuns: propertyRuns(500) },
  );
});

/** A charge without counters, as it is recorded and read again. */
function entered(
  own: PriceList,
  { bound: most, amount, bill }: { readonly bound: UsageBound; readonly amount: bigint; readonly bill: Bill },
): WalletEventOf<'ReservationSettled'>['data'] {
  const named = { priceListId: own.id, priceListVersion: own.version };
  const resolvedBy = bill.usageSource === 'operator' ? 'operator' : 'rule';
  const command = the.settle('0', { ...bill, ...named, resolvedBy });
  const reserve = the.reserve('0', { ...most, amount, priceList: own });
  const events = historyOf([the.open, the.credit('1000'), reserve, command]).flatMap((each) => each.events);
  const settled = events.find(({ type }) => type === 'ReservationSettled');
  return walletEventSchemas.ReservationSettled.parse(JSON.parse(JSON.stringify(settled?.data)));
}
