import { z } from 'zod';
import { eurFromNano, isMoney, nanoFromEur, type NanoEur } from './money.ts';

/**
 * The counters a price can be set for. `input` and `output` are the totals' prices; each of the others is a subset
 * that may be priced apart, and costs what its total costs when it is not.
 */
export const pricedCounters = [
  'input',
  'cached_input',
  'cache_write',
  'audio_input',
  'image_input',
  'output',
  'reasoning',
  'audio_output',
] as const;

export type PricedCounter = (typeof pricedCounters)[number];

/** Nano-euro per million tokens, every counter resolved. */
export type UnitPrices = Readonly<Record<PricedCounter, NanoEur>>;

/** A price list as events and configuration write it: euro per million tokens, decimal strings. */
const unitPriceSchema = z.string().refine(isMoney, 'an amount in euro: digits, optionally a dot and 1 to 9 decimals');
const unitPricesSchema = z.strictObject({
  input: unitPriceSchema,
  cached_input: unitPriceSchema.optional(),
  cache_write: unitPriceSchema.optional(),
  audio_input: unitPriceSchema.optional(),
  image_input: unitPriceSchema.optional(),
  output: unitPriceSchema,
  reasoning: unitPriceSchema.optional(),
  audio_output: unitPriceSchema.optional(),
});

export const priceListSchema = z.strictObject({
  /** Which list, e.g. `gpt-5-mini`. */
  id: z.string().min(1).max(100),
  /** Which edition of it, e.g. `2026-11-01`: a bill names the edition, so that it never changes. */
  version: z.string().min(1).max(100),
  eur_per_million_tokens: unitPricesSchema,
  /**
   * Prices of service tiers (protocol: chat `service_tier`). The tier that the answer names decides; a request for a
   * tier that is not listed is refused.
   */
  service_tiers: z.record(z.string().min(1).max(50), unitPricesSchema).optional(),
});

export type PriceListRecord = z.infer<typeof priceListSchema>;

export interface PriceList {
  readonly id: string;
  readonly version: string;
  readonly prices: UnitPrices;
  readonly tiers: ReadonlyMap<string, UnitPrices>;
  /** The list as it is written into events. */
  readonly record: PriceListRecord;
}

/** Resolves a price list: subsets without a price of their own take their total's. */
export function createPriceList(record: PriceListRecord): PriceList {
  const tiers = Object.entries(record.service_tiers ?? {}).map(
    ([tier, prices]) => [tier, resolvePrices(prices)] as const,
  );
  return {
    id: record.id,
    version: record.version,
    prices: resolvePrices(record.eur_per_million_tokens),
    tiers: new Map(tiers),
    record,
  };
}

function resolvePrices(written: PriceListRecord['eur_per_million_tokens']): UnitPrices {
  const input = nanoFromEur(written.input);
  const output = nanoFromEur(written.output);
  const priced = (text: string | undefined, otherwise: NanoEur): NanoEur =>
    text === undefined ? otherwise : nanoFromEur(text);
  return {
    input,
    cached_input: priced(written.cached_input, input),
    cache_write: priced(written.cache_write, input),
    audio_input: priced(written.audio_input, input),
    image_input: priced(written.image_input, input),
    output,
    reasoning: priced(written.reasoning, output),
    audio_output: priced(written.audio_output, output),
  };
}

/** The prices of the tier that was really used; the list's own when the tier is unnamed or not priced apart. */
export function pricesForTier(list: PriceList, tier: string | null): UnitPrices {
  return (tier === null ? undefined : list.tiers.get(tier)) ?? list.prices;
}

/** `0.250000000`: a unit price as a charge line carries it, euro per million tokens. */
export function unitPriceEur(prices: UnitPrices, counter: PricedCounter): string {
  return eurFromNano(prices[counter]);
}
