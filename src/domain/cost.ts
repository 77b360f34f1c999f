import { divideHalfEven, divideUp, eurFromNano, type NanoEur } from './money.ts';
import {
  pricedCounters,
  pricesForTier,
  unitPriceEur,
  type PriceList,
  type PricedCounter,
  type UnitPrices,
} from './price-list.ts';
import type { TokenUsage } from './usage.ts';

const tokensPerUnit = 1_000_000n;

/** One line of a bill. The lines of a cost sum exactly to its total. */
export interface CostLine {
  readonly counter: PricedCounter;
  /** Tokens. */
  readonly quantity: number;
  /** Euro per million tokens, nine decimals. */
  readonly unit_price_eur: string;
  /** Euro, nine decimals. */
  readonly amount_eur: string;
}

export interface Cost {
  readonly total: NanoEur;
  readonly lines: readonly CostLine[];
}

/**
 * Usage × prices. There is one rounding: the exact sum of all lines, half to even to the nano-euro. A line's amount is
 * the rounded running sum up to it less the rounded running sum before it, so that lines always add up to the total.
 */
export function costOf(usage: TokenUsage, priceList: PriceList, tier: string | null = null): Cost {
  const prices = pricesForTier(priceList, tier);
  const quantities = quantitiesOf(usage);
  const lines: CostLine[] = [];
  let exactSum = 0n;
  let total: NanoEur = 0n;
  for (const counter of pricedCounters) {
    const quantity = quantities[counter];
    if (quantity === 0) continue;
    exactSum += BigInt(quantity) * prices[counter];
    const roundedSum = divideHalfEven(exactSum, tokensPerUnit);
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
 * Each token once: the subsets that can be priced apart are taken out of their totals, in a fixed order, and never more
 * than the total holds (protocol: chat usage details are subsets of `prompt_tokens` and `completion_tokens`).
 */
function quantitiesOf(usage: TokenUsage): Record<PricedCounter, number> {
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
  };
}

/** The most that a request can count. */
export interface UsageBound {
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
}

/**
 * The worst case that a reservation holds: every input token at the dearest input price, every output token at the
 * dearest output price, in the dearest tier, rounded up.
 */
export function worstCaseCost(bound: UsageBound, priceList: PriceList): NanoEur {
  const candidates = [priceList.prices, ...priceList.tiers.values()].map((prices) => worstCaseAt(bound, prices));
  return candidates.reduce((worst, candidate) => (candidate > worst ? candidate : worst), 0n);
}

function worstCaseAt(bound: UsageBound, prices: UnitPrices): NanoEur {
  const input = dearest([
    prices.input,
    prices.cached_input,
    prices.cache_write,
    prices.cache_write_1h,
    prices.audio_input,
    prices.image_input,
  ]);
  const output = dearest([prices.output, prices.reasoning, prices.audio_output]);
  return divideUp(BigInt(bound.inputTokensMax) * input + BigInt(bound.outputTokensMax) * output, tokensPerUnit);
}

function dearest(prices: readonly NanoEur[]): NanoEur {
  return prices.reduce((most, price) => (price > most ? price : most), 0n);
}
