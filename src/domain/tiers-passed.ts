import type { ContextTier, Tariff, UnitPrices } from './price-list.ts';

/** Context tiers: the prices of a whole request by the length of its input. Only tariffs that have any need this. */

/** The tiers whose threshold an input is above, in their order; the last one decides the price. */
export function tiersPassed({ above }: Tariff, inputTokens: number): readonly ContextTier[] {
  return above.filter(({ aboveInputTokens }) => inputTokens > aboveInputTokens);
}

/**
 * The dearest price of each counter, for any input up to a bound. Each model call of a request has a tier of its own,
 * and a tier may be cheaper than the one below it.
 */
export function dearestPrices(tariff: Tariff, inputTokensMax: number): UnitPrices {
  return tiersPassed(tariff, inputTokensMax).at(-1)?.dearest ?? tariff.prices;
}
