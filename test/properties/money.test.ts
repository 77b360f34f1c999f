import assert from 'node:assert/strict';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { costOf, worstCaseCost, type Cost, type CostLine, countedRecord } from '../../src/domain/cost.ts';
import {
  amountNanoMax,
  displayEur,
  divideHalfEven,
  divideUp,
  eurFromNano,
  isMoney,
  nanoFromEur,
} from '../../src/domain/money.ts';
import { createPriceList, priceListSchema, tariffOf, type PricedCounter } from '../../src/domain/price-list.ts';
import { chargeMismatch, type Charge } from '../../src/ledger/verify/verify-charge.ts';
import { noUsage, type Usage, type UsageCounter } from '../../src/domain/usage.ts';
import { numbersIn } from '../_support/json-paths.ts';
import { propertyRuns } from '../_support/property-runs.ts';

/** The laws of money, for arbitrary amounts, prices and usages. A failure prints the seed that repeats it. */

function holds<Values extends [unknown, ...unknown[]]>(
  t: ExecutionContext,
  property: fc.IPropertyWithHooks<Values>,
): void {
  fc.assert(property, { numRuns: propertyRuns(1_000) });
  t.pass();
}

const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: amountNanoMax }), fc.bigInt({ min: 0n, max: 2_000_000_000n }));
const anyDivisor = fc.oneof(fc.constantFrom(1n, 2n, 10n, 1_000_000n), fc.bigInt({ min: 1n, max: 2n ** 70n }));
const anyNumerator = fc.bigInt({ min: 0n, max: 2n ** 90n });

/** Unit prices from nothing to a thousand euro per million tokens, often so small that fractions of a nano matter. */
const anyPrice = fc
  .oneof(fc.bigInt({ min: 0n, max: 5_000_000n }), fc.bigInt({ min: 0n, max: 1_000_000_000_000n }))
  .map(eurFromNano);
const anyPrices = fc.record(
  {
    input: anyPrice,
    cached_input: anyPrice,
    cache_write: anyPrice,
    cache_write_1h: anyPrice,
    audio_input: anyPrice,
    image_input: anyPrice,
    output: anyPrice,
    reasoning: anyPrice,
    audio_output: anyPrice,
  },
  { requiredKeys: ['input', 'output'] },
);
/** Context tiers at thresholds that usages reach, dearer or cheaper than shorter input. */
const anyContextTiers = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3_000_000 })), { maxLength: 4 })
  .chain((thresholds) =>
    fc.tuple(
      ...thresholds
        .toSorted((a, b) => a - b)
        .map((input_tokens) => anyPrices.map((eur_per_million_tokens) => ({ input_tokens, eur_per_million_tokens }))),
    ),
  );
const tierNames = ['flex', 'priority', 'batch'];
const anyPriceList = fc
  .record({
    prices: anyPrices,
    above: anyContextTiers,
    tiers: fc.dictionary(
      fc.constantFrom(...tierNames),
      fc.tuple(anyPrices, anyContextTiers).map(([prices, above]) => ({ ...prices, above })),
      { maxKeys: 3 },
    ),
    tools: fc.record(
      { eur_per_thousand_web_searches: anyPrice, eur_per_thousand_web_fetches: anyPrice },
      { requiredKeys: [] },
    ),
  })
  .map(({ prices, above, tiers, tools }) =>
    createPriceList(
      priceListSchema.parse({
        id: 'm',
        version: '1',
        eur_per_million_tokens: prices,
        above,
        service_tiers: tiers,
        ...tools,
      }),
    ),
  );
/** A list whose long input is two, three or more times as dear. */
const anyRisingList = fc.tuple(anyPriceList, anyContextTiers).map(([list, tiers]) => {
  const times = (factor: bigint): typeof list.record.eur_per_million_tokens =>
    Object.fromEntries(
      Object.entries(list.record.eur_per_million_tokens).map(([counter, price]) => [
        counter,
        eurFromNano(nanoFromEur(price ?? '0') * factor),
      ]),
    ) as typeof list.record.eur_per_million_tokens;
  const above = tiers.map(({ input_tokens }, n) => ({ input_tokens, eur_per_million_tokens: times(BigInt(n + 2)) }));
  const service_tiers = { fast: { ...times(3n), above: [] } };
  return createPriceList({ ...list.record, above, service_tiers });
});
const anyTier = fc.constantFrom(null, 'default', ...tierNames);

const tokens = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 3_000_000 }));
/** The parts are drawn apart from their totals: an upstream may well report more of them than there is. */
const anyCall: fc.Arbitrary<Usage> = fc.record({
  input_tokens: tokens,
  cached_input_tokens: tokens,
  cache_write_tokens: tokens,
  cache_write_1h_tokens: tokens,
  audio_input_tokens: tokens,
  image_input_tokens: tokens,
  output_tokens: tokens,
  reasoning_tokens: tokens,
  audio_output_tokens: tokens,
  accepted_prediction_tokens: tokens,
  rejected_prediction_tokens: tokens,
  input_characters: fc.constant(0),
  audio_milliseconds: fc.constant(0),
  web_searches: fc.oneof(fc.constant(0), fc.nat({ max: 100 })),
  web_fetches: fc.oneof(fc.constant(0), fc.nat({ max: 100 })),
});

/** Several model calls, and what they add up to. Uses of tools are those of the request. */
const anyCalls: fc.Arbitrary<Usage> = fc
  .tuple(anyCall, fc.array(anyCall, { minLength: 1, maxLength: 3 }))
  .map(([{ web_searches, web_fetches, ...first }, others]) => {
    const calls = [first, ...others].map((call) => ({ ...call, web_searches: 0, web_fetches: 0 }));
    const sum = (name: UsageCounter): number => calls.reduce((all, call) => all + call[name], 0);
    const counters = Object.keys(noUsage) as UsageCounter[];
    const sums = Object.fromEntries(counters.map((name) => [name, sum(name)]));
    return { ...noUsage, ...sums, web_searches, web_fetches, calls };
  });
const anyUsage = fc.oneof(anyCall, anyCalls);

const inputCounters = new Set<PricedCounter>([
  'input',
  'cached_input',
  'cache_write',
  'cache_write_1h',
  'audio_input',
  'image_input',
]);
const outputCounters = new Set<PricedCounter>(['output', 'reasoning', 'audio_output']);

/** Nano-euro times a million, of a quantity at a price: nothing is rounded. */
const exactOf = (counter: PricedCounter, quantity: number, price: bigint): bigint =>
  BigInt(quantity) * price * (counter.startsWith('web_') ? 1_000n : 1n);

test('an amount that is written and read again is the same amount', (t) => {
  holds(
    t,
    fc.property(anyAmount, (amount) => {
      assert.ok(isMoney(eurFromNano(amount)));
      assert.equal(nanoFromEur(eurFromNano(amount)), amount);
    }),
  );
});

test('trailing zeros of the decimals and leading zeros of the euro mean nothing', (t) => {
  holds(
    t,
    fc.property(anyAmount, fc.nat({ max: 3 }), (amount, zeros) => {
      const short = eurFromNano(amount).replace(/\.?0+$/, '');
      assert.equal(nanoFromEur(short === '' ? '0' : short), amount);
      const text = '0'.repeat(zeros) + eurFromNano(amount % 1_000_000_000_000n);
      assert.equal(nanoFromEur(text), amount % 1_000_000_000_000n);
    }),
  );
});

test('a displayed amount is the exact amount, with fewer zeros', (t) => {
  holds(
    t,
    fc.property(anyAmount, (amount) => {
      const text = displayEur(amount);
      assert.match(text, /^€ \d+\.\d{2,9}$/);
      assert.equal(nanoFromEur(text.slice(2)), amount);
    }),
  );
});

test('a text is read as money or refused, and never read wrongly', (t) => {
  const nearlyMoney = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-+e, ')), maxLength: 22 });
  holds(
    t,
    fc.property(fc.oneof(nearlyMoney, fc.string()), (text) => {
      if (!isMoney(text)) {
        assert.throws(() => nanoFromEur(text), RangeError);
        return;
      }
      const [euros = '', decimals = ''] = text.split('.');
      assert.equal(nanoFromEur(text), BigInt(euros) * 10n ** 9n + BigInt(decimals.padEnd(9, '0')));
    }),
  );
});

test('half to even is the nearest whole number to the exact quotient, and the even one of two that are as near', (t) => {
  const ties = fc
    .tuple(anyNumerator, fc.bigInt({ min: 1n, max: 2n ** 40n }))
    .map(([odd, half]) => [(2n * odd + 1n) * half, 2n * half] as const);
  holds(
    t,
    fc.property(fc.oneof(ties, fc.tuple(anyNumerator, anyDivisor)), ([numerator, divisor]) => {
      const rounded = divideHalfEven(numerator, divisor);
      const error = 2n * (numerator - rounded * divisor);
      assert.ok(-divisor <= error && error <= divisor);
      if (error === divisor || error === -divisor) assert.equal(rounded % 2n, 0n);
    }),
  );
});

test('rounding up is never below the exact quotient and less than one above it', (t) => {
  holds(
    t,
    fc.property(anyNumerator, anyDivisor, (numerator, divisor) => {
      const excess = divideUp(numerator, divisor) * divisor - numerator;
      assert.ok(0n <= excess && excess < divisor);
    }),
  );
});

test('the lines of a bill sum to its total, count each token once, and none is negative', (t) => {
  holds(
    t,
    fc.property(anyUsage, anyPriceList, anyTier, (usage, list, tier) => {
      const { total, lines } = costOf(usage, list, tier);
      assert.equal(
        lines.reduce((sum, line) => sum + nanoFromEur(line.amount_eur), 0n),
        total,
      );
      const counted = (counters: ReadonlySet<PricedCounter>): number =>
        lines.filter((line) => counters.has(line.counter)).reduce((sum, line) => sum + line.quantity, 0);
      assert.equal(counted(inputCounters), usage.input_tokens);
      assert.equal(counted(outputCounters), usage.output_tokens);
      assert.equal(counted(new Set(['web_searches'])), usage.web_searches);
      assert.equal(counted(new Set(['web_fetches'])), usage.web_fetches);
      assert.ok(numbersIn(lines).every((number) => Number.isSafeInteger(number) && number > 0));
    }),
  );
});

test('a total is the exact sum of its lines rounded once, half to even, and each line is within one nano-euro', (t) => {
  holds(
    t,
    fc.property(anyUsage, anyPriceList, anyTier, (usage, list, tier) => {
      const { total, lines } = costOf(usage, list, tier);
      const { prices, above } = tariffOf(list, tier);
      const priceOf = ({ counter, above_input_tokens }: CostLine): bigint =>
        (above.find(({ aboveInputTokens }) => aboveInputTokens === above_input_tokens)?.prices ?? prices)[counter];
      const exact = lines.map((line) => exactOf(line.counter, line.quantity, priceOf(line)));
      const error = 2n * (exact.reduce((sum, micro) => sum + micro, 0n) - total * 1_000_000n);
      assert.ok(-1_000_000n <= error && error <= 1_000_000n);
      if (error === 1_000_000n || error === -1_000_000n) assert.equal(total % 2n, 0n);
      for (const [index, line] of lines.entries()) {
        assert.equal(nanoFromEur(line.unit_price_eur), priceOf(line));
        const distance = nanoFromEur(line.amount_eur) * 1_000_000n - (exact[index] ?? 0n);
        assert.ok(-1_000_000n <= distance && distance <= 1_000_000n);
      }
    }),
  );
});

test('a cost is never above the hold for it while the usage is within the bound, in whatever tier', (t) => {
  holds(
    t,
    fc.property(
      anyUsage,
      fc.tuple(tokens, tokens),
      anyPriceList,
      anyTier,
      (usage, [moreInput, moreOutput], list, tier) => {
        const bound = {
          inputTokensMax: usage.input_tokens + moreInput,
          outputTokensMax: usage.output_tokens + moreOutput,
          webSearchesMax: usage.web_searches,
          webFetchesMax: usage.web_fetches,
        };
        assert.ok(costOf(usage, list, tier).total <= worstCaseCost(bound, list));
      },
    ),
  );
});

test('a hold is not larger than the dearest bill that its bound allows, rounded up', (t) => {
  holds(
    t,
    fc.property(tokens, tokens, fc.nat(100), anyRisingList, (inputTokensMax, outputTokensMax, webSearchesMax, list) => {
      const hold = worstCaseCost({ inputTokensMax, outputTokensMax, webSearchesMax }, list);
      const bills = [null, ...list.tiers.keys()].flatMap((tier) =>
        [0, 1, 2, 3, 4, 5].flatMap((part) =>
          [0, 1, 2].map((outputPart) => {
            const inputIf = (n: number): number => (part === n ? inputTokensMax : 0);
            const usage: Usage = {
              ...noUsage,
              input_tokens: inputTokensMax,
              cached_input_tokens: inputIf(1),
              cache_write_tokens: inputIf(2),
              cache_write_1h_tokens: inputIf(5),
              audio_input_tokens: inputIf(3),
              image_input_tokens: inputIf(4),
              output_tokens: outputTokensMax,
              reasoning_tokens: outputPart === 1 ? outputTokensMax : 0,
              audio_output_tokens: outputPart === 2 ? outputTokensMax : 0,
              web_searches: webSearchesMax,
            };
            return costOf(usage, list, tier).total;
          }),
        ),
      );
      const dearest = bills.reduce((most, total) => (total > most ? total : most), 0n);
      assert.ok(hold - dearest <= 1n, `the hold is ${hold}, the dearest bill ${dearest}`);
    }),
  );
});

test('where long input is not cheaper, a longer input never costs less', (t) => {
  holds(
    t,
    fc.property(tokens, tokens, tokens, anyRisingList, (input_tokens, more, output_tokens, list) => {
      const costOfInput = (tokens: number): bigint =>
        costOf({ ...noUsage, input_tokens: tokens, output_tokens }, list).total;
      assert.ok(costOfInput(input_tokens) <= costOfInput(input_tokens + more));
    }),
  );
});

const nothingHeld = { hold: 0n, bounds: { counters: {} } };

test('a ledger finds the context tiers of every cost, and finds others wrong', (t) => {
  const charge = ({ total, lines, contextTiers }: Cost, counted: Usage, tier: string | null): Charge => ({
    cost_eur: eurFromNano(total),
    counted: countedRecord({ usage: counted, asked: null, served: tier }),
    lines: [...lines],
    ...(contextTiers !== undefined && { context_tiers: [...contextTiers] }),
    price_list_id: 'm',
    price_list_version: '1',
    service_tier: tier,
    usage_source: 'upstream',
  });
  holds(
    t,
    fc.property(anyUsage, anyPriceList, anyTier, (usage, list, tier) => {
      const cost = costOf(usage, list, tier);
      fc.pre(cost.total <= amountNanoMax);
      assert.equal(chargeMismatch(charge(cost, usage, tier), list, nothingHeld), null);
      // The same tokens as if there were no threshold.
      const flat = costOf(usage, { ...list, above: [], tiers: new Map() });
      const isOther = (cost.contextTiers ?? []).some(({ above_input_tokens }) => above_input_tokens > 0);
      if (isOther) assert.notEqual(chargeMismatch(charge(flat, usage, tier), list, nothingHeld), null);
    }),
  );
});
