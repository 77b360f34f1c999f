import { divideHalfEven, divideUp, eurFromNano, type NanoEur } from './money.ts';
import {
  pricedCounters,
  pricesForTier,
  quantityPerPrice,
  unitPriceEur,
  type PriceList,
  type PricedCounter,
  type UnitPrices,
} from './price-list.ts';
import { noUsage, type Usage } from './usage.ts';

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
}

/** What a usage costs: the total in nano-euro, and the lines that sum to it. */
export interface Cost {
  readonly total: NanoEur;
  readonly lines: readonly CostLine[];
}

/**
 * Usage × prices. There is one rounding: the exact sum of all lines, half to even to the nano-euro. A line's amount is
 * the rounded running sum up to it less the rounded running sum before it, so that lines always add up to the total.
 */
export function costOf(usage: Usage, priceList: PriceList, tier: string | null = null): Cost {
  const prices = pricesForTier(priceList, tier);
  const quantities = quantitiesOf(usage, prices);
  const lines: CostLine[] = [];
  let exactSum = 0n;
  let total: NanoEur = 0n;
  for (const counter of pricedCounters) {
    const quantity = quantities[counter];
    if (quantity === 0) continue;
    exactSum += exactAmount(counter, quantity, prices[counter]);
    const roundedSum = roundExact(exactSum);
    lines.push({
      counter,
      quantity,
      unit_price_eur: unitPriceEur(prices, counter),
      amount_eur: eurFromNano(roundedSum - total),
    });
    total = roundedSum;
  }
  return { total, lines };
}

/**
 * The exact amount of a quantity at a price, not rounded, in parts of a nano-euro: to be summed and given to {@link
 * roundExact}.
 */
export function exactAmount(counter: PricedCounter, quantity: number, unitPrice: NanoEur): bigint {
  return BigInt(quantity) * unitPrice * commonUnits[counter];
}

/** A sum of exact amounts, rounded half to even. */
export function roundExact(exactSum: bigint): NanoEur {
  return divideHalfEven(exactSum, commonUnit);
}

/**
 * Charges work by one measure: by tokens if any were counted and have a price, else by characters or time if those were
 * counted. Uses of tools are charged in addition.
 */
function quantitiesOf(usage: Usage, prices: UnitPrices): Record<PricedCounter, number> {
  const { input_characters, audio_milliseconds, web_searches, web_fetches } = usage;
  const isCountedOtherwise = input_characters > 0 || audio_milliseconds > 0;
  const hasTokens =
    usage.input_tokens + usage.output_tokens > 0 && tokenCounters.some((counter) => prices[counter] > 0n);
  if (!isCountedOtherwise || hasTokens) return tokenQuantities(usage);
  return { ...tokenQuantities(noUsage), input_characters, audio_milliseconds, web_searches, web_fetches };
}

const inputCounters = ['input', 'cached_input', 'cache_write', 'cache_write_1h', 'audio_input', 'image_input'] as const;
const outputCounters = ['output', 'reasoning', 'audio_output'] as const;
const tokenCounters = [...inputCounters, ...outputCounters];

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
} as const satisfies Partial<Record<PricedCounter, keyof Usage>>;

/** A usage of which this many input tokens, of unknown kind, are counted as the kind that costs most. */
export function withDearestInput(usage: Usage, tokens: number, priceList: PriceList, tier: string | null): Usage {
  const prices = pricesForTier(priceList, tier);
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
 * expensive tier, rounded up.
 */
export function worstCaseCost(bound: UsageBound, priceList: PriceList): NanoEur {
  return dearest([priceList.prices, ...priceList.tiers.values()].map((prices) => worstCaseAt(bound, prices)));
}

function worstCaseAt(bound: UsageBound, prices: UnitPrices): NanoEur {
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
