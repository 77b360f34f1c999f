import { z } from 'zod';
import { isMoney, larger, nanoFromEur, type NanoEur } from './money.ts';

/**
 * The counters that can have a price. `input` and `output` are totals; the other token counters are subsets that may
 * have a price of their own, and otherwise cost what their total costs. Characters and milliseconds are counted instead
 * of tokens: Unicode code points of text to be spoken, and the length of audio input. The last two are counted in
 * addition to tokens: uses of tools that the upstream runs.
 */
export const pricedCounters = [
  'input',
  'cached_input',
  'cache_write',
  'cache_write_1h',
  'audio_input',
  'image_input',
  'output',
  'reasoning',
  'audio_output',
  'input_characters',
  'audio_milliseconds',
  'web_searches',
  'web_fetches',
] as const;

/** The name of such a counter. */
export type PricedCounter = (typeof pricedCounters)[number];

const pricedNames: ReadonlySet<string> = new Set(pricedCounters);

/** Whether a name is that of such a counter. */
export function isPricedCounter(name: string): name is PricedCounter {
  return pricedNames.has(name);
}

/** Nano-euro per million tokens or characters, per hour of audio, or per thousand uses: every counter resolved. */
export type UnitPrices = Readonly<Record<PricedCounter, NanoEur>>;

const million = 1_000_000n;
const thousand = 1_000n;
const millisecondsPerHour = 3_600_000n;

/** The quantity that the price of a counter is for. */
export function quantityPerPrice(counter: PricedCounter): bigint {
  switch (counter) {
    case 'audio_milliseconds':
      return millisecondsPerHour;
    case 'web_searches':
    case 'web_fetches':
      return thousand;
    case 'input':
    case 'cached_input':
    case 'cache_write':
    case 'cache_write_1h':
    case 'audio_input':
    case 'image_input':
    case 'output':
    case 'reasoning':
    case 'audio_output':
    case 'input_characters':
      return million;
  }
}

/** A unit price in events and configuration: euro per million tokens, as a decimal string. */
const unitPriceSchema = z
  .string('an amount in quotes, e.g. "0.10"')
  .refine(isMoney, 'an amount in euro: digits, optionally a dot and 1 to 9 decimals, at most 999999999.999999999')
  .meta({ title: 'euro, decimal' });
const subsetPriceSchema = unitPriceSchema.optional();
const unitPricesSchema = z
  .strictObject({
    input: unitPriceSchema.describe('Input tokens.'),
    cached_input: subsetPriceSchema.describe('Input read from a cache; absent: as `input`.'),
    cache_write: subsetPriceSchema.describe('Input written to a cache; absent: as `input`.'),
    cache_write_1h: subsetPriceSchema.describe('Input written to a cache for an hour; absent: as `cache_write`.'),
    audio_input: subsetPriceSchema.describe('Audio in the input; absent: as `input`.'),
    image_input: subsetPriceSchema.describe('Images in the input; absent: as `input`.'),
    output: unitPriceSchema.describe('Output tokens.'),
    reasoning: subsetPriceSchema.describe('Reasoning in the output; absent: as `output`.'),
    audio_output: subsetPriceSchema.describe('Audio in the output; absent: as `output`.'),
  })
  .meta({
    title: 'unit prices',
    description: 'Euro per million tokens. Subsets without a price cost what their total costs.',
  });

/** Most context tiers of a list, and of each of its service tiers. */
export const contextTiersMax = 10;

const contextTierSchema = z
  .strictObject({
    input_tokens: z
      .number()
      .int()
      .min(1)
      .max(100_000_000)
      .describe(
        'A request with more input tokens than this has these prices for all of it. All input counts, cached and written too.',
      ),
    eur_per_million_tokens: unitPricesSchema,
    cheaper: z
      .literal(true)
      .optional()
      .describe('States that a price below that of the tier before is meant. Absent: no price is lower.'),
  })
  .meta({ title: 'context tier', description: 'The prices of requests with a long input.' });
const contextTiersSchema = z
  .array(contextTierSchema)
  .max(contextTiersMax, `has more than ${contextTiersMax} tiers: leave out some`)
  .optional();

/** The form of the name of a service tier. Anything else that an upstream sends for one is no name. */
const tierName = /^[\w.:/-]{1,100}$/;

/** Whether a text can be the name of a service tier. */
export function isTierName(text: string): boolean {
  return tierName.test(text);
}

const serviceTierSchema = unitPricesSchema
  .extend({
    above: contextTiersSchema.describe(
      'Its prices for long input, as in `above` of the list. Required where the list has any; `[]`: none.',
    ),
  })
  .meta({ title: 'service tier prices', description: 'Unit prices of a service tier.' });

export const priceListSchema = z
  .strictObject({
    id: z.string().min(1).max(100).describe('The id of the price list, e.g. `gpt-5-mini`.'),
    version: z
      .string('a text in quotes')
      .min(1)
      .max(100)
      .describe(
        'The version of the price list, e.g. `2026-11-01`. A bill names the version, so that it never changes.',
      ),
    eur_per_million_tokens: unitPricesSchema,
    eur_per_million_characters: unitPriceSchema
      .optional()
      .describe('Text to be spoken, when the upstream counts no tokens. Unicode code points.'),
    eur_per_audio_hour: unitPriceSchema
      .optional()
      .describe('Audio input, when the upstream counts no tokens. Counted in milliseconds.'),
    eur_per_thousand_web_searches: unitPriceSchema
      .optional()
      .describe(
        'Web searches that the upstream runs, besides the tokens that they are read as. Absent: requests that offer such a tool, or ask for `web_search_options`, are refused.',
      ),
    eur_per_thousand_web_fetches: unitPriceSchema
      .optional()
      .describe(
        'Pages that the upstream fetches, besides their tokens; `"0"` where it takes nothing for them. Absent: requests that offer such a tool are refused.',
      ),
    above: contextTiersSchema.describe(
      'Prices for long input, in the order of their thresholds: the highest threshold that a request passes decides the prices of all of it.',
    ),
    service_tiers: z
      .record(z.string().max(50).regex(tierName), serviceTierSchema)
      .optional()
      .describe(
        'Prices of service tiers, each like `eur_per_million_tokens`, and `above` for long input. The tier that the answer names decides; a request for a tier that is not listed is refused.',
      ),
  })
  .meta({ title: 'price list', description: 'The prices of a target on the day of the hold.' });

/** A price list as it is written: amounts are decimal strings. */
export type PriceListRecord = z.infer<typeof priceListSchema>;

/** The prices of requests whose input is above a threshold. */
export interface ContextTier {
  readonly aboveInputTokens: number;
  readonly prices: UnitPrices;
  /** The dearest of these prices and those of shorter input, for each counter. */
  readonly dearest: UnitPrices;
}

/** Prices by the length of the input. */
export interface Tariff {
  /** Below every threshold. */
  readonly prices: UnitPrices;
  /** By ascending threshold. */
  readonly above: readonly ContextTier[];
}

/** A price list with every price resolved to nano-euro: its own tariff, and those of its service tiers. */
export interface PriceList extends Tariff {
  readonly id: string;
  readonly version: string;
  readonly tiers: ReadonlyMap<string, Tariff>;
  /** The list as it is written in events. */
  readonly record: PriceListRecord;
}

/** Resolves a price list: subsets without a price of their own take their total's. */
export function createPriceList(record: PriceListRecord): PriceList {
  const tiers = Object.entries(record.service_tiers ?? {}).map(
    ([tier, { above, ...prices }]) => [tier, resolveTariff(prices, above, record)] as const,
  );
  return {
    id: record.id,
    version: record.version,
    ...resolveTariff(record.eur_per_million_tokens, record.above, record),
    tiers: new Map(tiers),
    record,
  };
}

function resolveTariff(
  written: PriceListRecord['eur_per_million_tokens'],
  above: PriceListRecord['above'] = [],
  list: PriceListRecord,
): Tariff {
  const prices = resolvePrices(written, list);
  let dearest = prices;
  return {
    prices,
    above: above.map(({ input_tokens, eur_per_million_tokens }) => {
      const ofTier = resolvePrices(eur_per_million_tokens, list);
      dearest = dearestOf(dearest, ofTier);
      return { aboveInputTokens: input_tokens, prices: ofTier, dearest };
    }),
  };
}

function dearestOf(one: UnitPrices, other: UnitPrices): UnitPrices {
  const dearest = pricedCounters.map((counter) => [counter, larger(one[counter], other[counter])] as const);
  return Object.fromEntries(dearest) as UnitPrices;
}

function resolvePrices(written: PriceListRecord['eur_per_million_tokens'], list: PriceListRecord): UnitPrices {
  const input = nanoFromEur(written.input);
  const output = nanoFromEur(written.output);
  const priced = (text: string | undefined, otherwise: NanoEur): NanoEur =>
    text === undefined ? otherwise : nanoFromEur(text);
  const cacheWrite = priced(written.cache_write, input);
  return {
    input,
    cached_input: priced(written.cached_input, input),
    cache_write: cacheWrite,
    cache_write_1h: priced(written.cache_write_1h, cacheWrite),
    audio_input: priced(written.audio_input, input),
    image_input: priced(written.image_input, input),
    output,
    reasoning: priced(written.reasoning, output),
    audio_output: priced(written.audio_output, output),
    input_characters: priced(list.eur_per_million_characters, 0n),
    audio_milliseconds: priced(list.eur_per_audio_hour, 0n),
    web_searches: priced(list.eur_per_thousand_web_searches, 0n),
    web_fetches: priced(list.eur_per_thousand_web_fetches, 0n),
  };
}

/** Tiers without any particular meaning (protocol: chat and messages `service_tier`; Groq: `on_demand`). */
const ordinaryTiers = new Set(['auto', 'default', 'standard', 'standard_only', 'on_demand']);

export function isOrdinaryTier(tier: string): boolean {
  return ordinaryTiers.has(tier);
}

/**
 * The tier named by a bill: the one that was served. An upstream may serve a tier under another name than the request
 * used (`fast` comes back as `priority`): a served name without a price stands for the priced tier that was asked for.
 */
export function billedTier(list: PriceList, served: string | null, asked: string | null): string | null {
  if (served === null || isOrdinaryTier(served) || list.tiers.has(served)) return served;
  return asked !== null && list.tiers.has(asked) ? asked : served;
}

/** The prices of the service tier that was used; the list's own when it is unnamed or has no prices of its own. */
export function tariffOf(list: PriceList, tier: string | null): Tariff {
  return (tier === null ? undefined : list.tiers.get(tier)) ?? list;
}
