import type { CountedRecord, UsageSource } from './wallet-entries/cost-lines.ts';
import { dearestPrices, tiersPassed } from './tiers-passed.ts';
import { divideHalfEven, divideUp, eurFromNano, type NanoEur } from './money.ts';
import {
  billedTier,
  isTierName,
  pricedCounters,
  quantityPerPrice,
  tariffOf,
  type PriceList,
  type PricedCounter,
  type Tariff,
  type UnitPrices,
} from './price-list.ts';
import { noUsage, usageCounters, type Usage, type UsageCounter } from './usage.ts';

/** Prices are per million, per thousand or per hour of milliseconds: this is their least common multiple. */
const commonUnit = 18_000_000n;

const commonUnits = Object.fromEntries(
  pricedCounters.map((counter) => [counter, commonUnit / quantityPerPrice(counter)]),
) as Readonly<Record<PricedCounter, bigint>>;

/** One line of a bill. The lines of a cost sum exactly to its total. */
export interface CostLine {
  readonly counter: PricedCounter;
  /** Tokens, characters, milliseconds or uses: the counter says which. */
  readonly quantity: number;
  /** Euro per million tokens or characters, per hour of audio, or per thousand uses, nine decimals. */
  readonly unit_price_eur: string;
  /** Euro, nine decimals. */
  readonly amount_eur: string;
  /** The price is that of a request with more input tokens than this; absent: the list's own. */
  readonly above_input_tokens?: number;
}

/** How many model calls of a request had the prices of a context tier. */
export interface ContextTierOfCost {
  /** The threshold of the tier; 0: the list's own prices. */
  readonly above_input_tokens: number;
  readonly calls: number;
}

/** What a usage costs: the total in nano-euro, and the lines that sum to it. */
export interface Cost {
  readonly total: NanoEur;
  readonly lines: readonly CostLine[];
  /** Absent: one model call, at the list's own prices. */
  readonly contextTiers?: readonly ContextTierOfCost[];
}

/**
 * Usage × prices. There is one rounding: the exact sum of all lines, half to even to the nano-euro. A line's amount is
 * the rounded running sum up to it less the rounded running sum before it, so that lines always add up to the total.
 */
export function costOf(usage: Usage, priceList: PriceList, tier: string | null = null): Cost {
  const tariff = tariffOf(priceList, tier);
  if (tariff.above.length > 0) return costByContext(usage, tariff);
  return costOfShares([{ prices: tariff.prices, quantities: quantitiesOf(usage, tariff.prices) }]);
}

/** What has the prices of one context tier. */
interface Share {
  readonly prices: UnitPrices;
  readonly quantities: Record<PricedCounter, number>;
  readonly tier?: ContextTierOfCost;
}

function costOfShares(shares: readonly Share[]): Cost {
  const lines: CostLine[] = [];
  let exactSum = 0n;
  let total: NanoEur = 0n;
  for (const { prices, quantities, tier } of shares) {
    for (const counter of pricedCounters) {
      const quantity = quantities[counter];
      if (quantity === 0) continue;
      exactSum += exactAmount(counter, quantity, prices[counter]);
      const roundedSum = roundExact(exactSum);
      const line = {
        counter,
        quantity,
        unit_price_eur: eurFromNano(prices[counter]),
        amount_eur: eurFromNano(roundedSum - total),
      };
      lines.push(tier === undefined ? line : inTier(line, tier));
      total = roundedSum;
    }
  }
  return { total, lines };
}

function inTier(line: CostLine, { above_input_tokens }: ContextTierOfCost): CostLine {
  return above_input_tokens > 0 && isTokenCounter(line.counter) ? { ...line, above_input_tokens } : line;
}

/** Each model call has the prices of the highest threshold that its input is above. */
function costByContext(usage: Usage, tariff: Tariff): Cost {
  const byThreshold = new Map<number, Share & { readonly tier: ContextTierOfCost }>();
  for (const call of callsOf(usage)) {
    const { aboveInputTokens: above_input_tokens, prices } = contextOf(tariff, call.input_tokens);
    const before = byThreshold.get(above_input_tokens);
    const quantities = quantitiesOf(call, prices);
    byThreshold.set(above_input_tokens, {
      prices,
      quantities: before === undefined ? quantities : sumOfQuantities(before.quantities, quantities),
      tier: { above_input_tokens, calls: (before?.tier.calls ?? 0) + 1 },
    });
  }
  return costInTiers(
    [...byThreshold.values()].toSorted((a, b) => a.tier.above_input_tokens - b.tier.above_input_tokens),
  );
}

function costInTiers(shares: readonly (Share & { readonly tier: ContextTierOfCost })[]): Cost {
  const contextTiers = shares.map(({ tier }) => tier);
  const cost = costOfShares(shares);
  const isPlain = contextTiers.every(({ above_input_tokens, calls }) => above_input_tokens === 0 && calls === 1);
  // Work that is counted in characters or time has one price, whatever its length.
  const hasTokens = cost.lines.some(({ counter }) => isTokenCounter(counter));
  return isPlain || !hasTokens ? cost : { ...cost, contextTiers };
}

function contextOf(tariff: Tariff, inputTokens: number) {
  return tiersPassed(tariff, inputTokens).at(-1) ?? { aboveInputTokens: 0, prices: tariff.prices };
}

/** The model calls of a usage, as far as they add up to it; its first one has what is not counted in tokens. */
function callsOf(usage: Usage): readonly Usage[] {
  const { calls: [first, ...others] = [], input_characters, audio_milliseconds, web_searches, web_fetches } = usage;
  if (first === undefined || !addUpTo(usage, [first, ...others])) return [usage];
  return [{ ...first, input_characters, audio_milliseconds, web_searches, web_fetches }, ...others];
}

function addUpTo(usage: Usage, calls: readonly Usage[]): boolean {
  const names = ['input_tokens', 'output_tokens', 'reasoning_tokens', 'audio_output_tokens'] as const;
  return [...names, ...Object.values(inputKinds)].every(
    (name) => usage[name] === calls.reduce((sum, call) => sum + call[name], 0),
  );
}

function sumOfQuantities(one: Share['quantities'], other: Share['quantities']): Share['quantities'] {
  const sums = pricedCounters.map((counter) => [counter, one[counter] + other[counter]] as const);
  return Object.fromEntries(sums) as Share['quantities'];
}

/**
 * What an estimate costs. Its input is not known exactly, so of the context tiers that it may have reached the dearest
 * one holds. `unreportedInputTokens`: how much of the input is of unknown kind; it is counted as the kind that costs
 * most.
 */
export function costOfEstimate(
  usage: Usage,
  priceList: PriceList,
  { tier, unreportedInputTokens }: { readonly tier: string | null; readonly unreportedInputTokens: number },
): Cost {
  const tariff = tariffOf(priceList, tier);
  const contexts = [contextOf(tariff, 0), ...tiersPassed(tariff, usage.input_tokens)];
  const costs = contexts.map(({ aboveInputTokens, prices }) => {
    const quantities = quantitiesOf(withDearestInput(usage, unreportedInputTokens, prices), prices);
    return costInTiers([{ prices, quantities, tier: { above_input_tokens: aboveInputTokens, calls: 1 } }]);
  });
  return costs.reduce((most, cost) => (cost.total >= most.total ? cost : most));
}

/**
 * The exact amount of a quantity at a price, not rounded, in parts of a nano-euro: to be summed and given to {@link
 * roundExact}.
 */
function exactAmount(counter: PricedCounter, quantity: number, unitPrice: NanoEur): bigint {
  return BigInt(quantity) * unitPrice * commonUnits[counter];
}

/** A sum of exact amounts, rounded half to even. */
function roundExact(exactSum: bigint): NanoEur {
  return divideHalfEven(exactSum, commonUnit);
}

/**
 * Charges work by one measure: by tokens if any were counted and have a price, else by characters or time if those were
 * counted. Uses of tools are charged in addition.
 */
function quantitiesOf(usage: Usage, prices: UnitPrices): Record<PricedCounter, number> {
  const { input_characters, audio_milliseconds, web_searches, web_fetches } = usage;
  const isCountedOtherwise = input_characters > 0 || audio_milliseconds > 0;
  const hasTokens = usage.input_tokens + usage.output_tokens > 0 && haveTokenPrice(prices);
  if (!isCountedOtherwise || hasTokens) return tokenQuantities(usage);
  return { ...tokenQuantities(noUsage), input_characters, audio_milliseconds, web_searches, web_fetches };
}

const inputCounters = ['input', 'cached_input', 'cache_write', 'cache_write_1h', 'audio_input', 'image_input'] as const;
const outputCounters = ['output', 'reasoning', 'audio_output'] as const;
const tokenCounters: readonly PricedCounter[] = [...inputCounters, ...outputCounters];

/** The total that the tokens of a counter are part of, or are; `null`: it counts no tokens. */
export function wholeOf(counter: PricedCounter): 'input' | 'output' | null {
  if (!isTokenCounter(counter)) return null;
  return outputCounters.some((each) => each === counter) ? 'output' : 'input';
}

/** Whether any token has a price. */
function haveTokenPrice(prices: UnitPrices): boolean {
  return tokenCounters.some((counter) => prices[counter] > 0n);
}

function isTokenCounter(counter: PricedCounter): boolean {
  return tokenCounters.includes(counter);
}

/**
 * Counts each token once: subsets with a price of their own are subtracted from their totals, in a fixed order and
 * never below zero (protocol: chat usage details are subsets of `prompt_tokens` and `completion_tokens`).
 */
function tokenQuantities(usage: Usage): Record<PricedCounter, number> {
  let inputLeft = usage.input_tokens;
  const fromInput = (tokens: number): number => {
    const taken = Math.min(tokens, inputLeft);
    inputLeft -= taken;
    return taken;
  };
  const cached = fromInput(usage.cached_input_tokens);
  const cacheWrite = fromInput(usage.cache_write_tokens);
  const cacheWrite1h = fromInput(usage.cache_write_1h_tokens);
  const audioInput = fromInput(usage.audio_input_tokens);
  const imageInput = fromInput(usage.image_input_tokens);

  const reasoning = Math.min(usage.reasoning_tokens, usage.output_tokens);
  const audioOutput = Math.min(usage.audio_output_tokens, usage.output_tokens - reasoning);
  return {
    input: inputLeft,
    cached_input: cached,
    cache_write: cacheWrite,
    cache_write_1h: cacheWrite1h,
    audio_input: audioInput,
    image_input: imageInput,
    output: usage.output_tokens - reasoning - audioOutput,
    reasoning,
    audio_output: audioOutput,
    input_characters: 0,
    audio_milliseconds: 0,
    web_searches: usage.web_searches,
    web_fetches: usage.web_fetches,
  };
}

/** Kinds of input, as a usage names them. */
const inputKinds = {
  cached_input: 'cached_input_tokens',
  cache_write: 'cache_write_tokens',
  cache_write_1h: 'cache_write_1h_tokens',
  audio_input: 'audio_input_tokens',
  image_input: 'image_input_tokens',
} as const satisfies Partial<Record<PricedCounter, UsageCounter>>;

/** A usage of which this many input tokens, of unknown kind, are counted as the kind that costs most. */
function withDearestInput(usage: Usage, tokens: number, prices: UnitPrices): Usage {
  const max = dearest(inputCounters.map((counter) => prices[counter]));
  const kind = inputCounters.find((counter) => prices[counter] === max) ?? 'input';
  if (kind === 'input') return usage;
  const name = inputKinds[kind];
  return { ...usage, [name]: usage[name] + tokens };
}

/** The most usage that a request can cause. */
export interface UsageBound {
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
  /** Absent when characters are not counted. */
  readonly inputCharactersMax?: number;
  /** Absent when time is not counted. */
  readonly audioMillisecondsMax?: number;
  /** Absent when the request offers no such tool. */
  readonly webSearchesMax?: number;
  /** Absent when the request offers no such tool. */
  readonly webFetchesMax?: number;
}

/**
 * The worst case that a reservation holds: every input token at the highest input price and every output token at the
 * highest output price, or all characters, or all time, whichever costs most; plus all uses of tools; in the most
 * expensive service tier, at the dearest prices of the context tiers that the input can reach, rounded up.
 */
export function worstCaseCost(bound: UsageBound, priceList: PriceList): NanoEur {
  return dearest([priceList, ...priceList.tiers.values()].map((tariff) => worstCaseAt(bound, tariff)));
}

function worstCaseAt(bound: UsageBound, tariff: Tariff): NanoEur {
  const prices = tariff.above.length === 0 ? tariff.prices : dearestPrices(tariff, bound.inputTokensMax);
  const { inputTokensMax, outputTokensMax, inputCharactersMax = 0, audioMillisecondsMax = 0 } = bound;
  const { webSearchesMax = 0, webFetchesMax = 0 } = bound;
  const input = dearest(inputCounters.map((counter) => prices[counter]));
  const output = dearest(outputCounters.map((counter) => prices[counter]));
  const work = dearest([
    exactAmount('input', inputTokensMax, input) + exactAmount('output', outputTokensMax, output),
    exactAmount('input_characters', inputCharactersMax, prices.input_characters),
    exactAmount('audio_milliseconds', audioMillisecondsMax, prices.audio_milliseconds),
  ]);
  const uses =
    exactAmount('web_searches', webSearchesMax, prices.web_searches) +
    exactAmount('web_fetches', webFetchesMax, prices.web_fetches);
  return divideUp(work + uses, commonUnit);
}

function dearest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
}

/** What was counted of a request. */
export interface Counted {
  readonly usage: Usage;
  /** The service tier that was asked for; `null`: none. */
  readonly asked: string | null;
  /** The service tier that the upstream named; `null`: none. */
  readonly served: string | null;
  /** Input tokens of unknown kind, of an estimate; absent: none. */
  readonly unreportedInputTokens?: number;
}

/** As it is recorded. A text for a tier that is no name stands for the tier that was asked for. */
export function countedRecord({ usage, asked, served, unreportedInputTokens = 0 }: Counted): CountedRecord {
  const { calls = [] } = usage;
  const tier = served !== null && !isTierName(served) ? asked : served;
  return {
    counters: countersOf(usage),
    ...(calls.length > 1 && { calls: calls.map(countersOf) }),
    ...(unreportedInputTokens > 0 && { unreported_input_tokens: unreportedInputTokens }),
    ...(asked !== null && { tier_asked: asked }),
    ...(tier !== null && { tier_served: tier }),
  };
}

function countersOf(usage: Usage): CountedRecord['counters'] {
  return Object.fromEntries(usageCounters.flatMap((name) => (usage[name] > 0 ? [[name, usage[name]]] : [])));
}

function usageIn({ counters, calls }: CountedRecord): Usage {
  const usage = { ...noUsage, ...counters };
  return calls === undefined ? usage : { ...usage, calls: calls.map((call) => ({ ...noUsage, ...call })) };
}

/** What a price list makes of what was counted. */
export interface Bill {
  readonly cost: Cost;
  /** The tier that the bill names; `null`: none. */
  readonly serviceTier: string | null;
  readonly counted: CountedRecord;
  readonly usageSource: UsageSource;
}

/** The bill of what was counted, by one price list. An estimate has the dearest prices that it may have reached. */
export function billOf(counted: CountedRecord, usageSource: UsageSource, list: PriceList): Bill {
  const {
    tier_asked: asked = null,
    tier_served: served = null,
    unreported_input_tokens: unreportedInputTokens = 0,
  } = counted;
  const usage = usageIn(counted);
  const isEstimate = usageSource === 'estimate';
  const costIn = (tier: string | null): Cost =>
    isEstimate ? costOfEstimate(usage, list, { tier, unreportedInputTokens }) : costOf(usage, list, tier);
  const billed = billedTier(list, served, asked);
  const bill = { cost: costIn(billed), serviceTier: billed, counted, usageSource };
  if (billed !== null || !isEstimate || asked === null || !list.tiers.has(asked)) return bill;
  // The tier was not told: it is the one that was asked for, where that is dearer.
  const cost = costIn(asked);
  return cost.total > bill.cost.total ? { ...bill, cost, serviceTier: asked } : bill;
}
