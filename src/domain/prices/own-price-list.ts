import { haveTokenPrice } from '../cost.ts';
import { amountNanoMax, divideHalfEven, eurFromNano, nanoFromEur, smaller } from '../money.ts';
import { createPriceList, leftOutThresholdsMax, type PriceListRecord } from '../price-list.ts';
import type { ProfilePrices } from './price-terms.ts';

// The prices of one level, made from the list of the level above.

type UnitPricesRecord = PriceListRecord['eur_per_million_tokens'];
type ContextTiersRecord = NonNullable<PriceListRecord['above']>;

/** Parts that a factor is counted in. */
const basisPoints = 10_000n;

/** Wide enough that two lists do not get one key by chance. */
const keyDigits = 16;
const keyed = /\+([0-9a-f]{16})$/;

/** The part of a keyed hash that names a derived list: 16 hex digits. */
export function keyOfHash(hash: string): string {
  return hash.slice(0, keyDigits);
}

/** The key in the version of a list that was made from another; `null`: it was not. */
export function keyInVersion(version: string): string | null {
  return keyed.exec(version)?.[1] ?? null;
}

/**
 * A list made from the one above. Its version ends in `key`, which says nothing about the list above to those who do not
 * know the secret that it was made with.
 */
export function ownPriceList(above: PriceListRecord, prices: ProfilePrices, key: string): PriceListRecord {
  const list =
    'price_list' in prices
      ? countedAs(above, listOver(above, prices.price_list))
      : raised(above, prices.factor_basis_points);
  const named = list.version.replace(keyed, '').slice(0, versionMax);
  return { ...list, version: `${named}+${key}` };
}

const versionMax = 80;

/** Every price times the factor, each rounded half to even to the nano-euro, and at most the largest amount. */
function raised(above: PriceListRecord, factor: number): PriceListRecord {
  const price = (text: string): string => {
    const exact = divideHalfEven(nanoFromEur(text) * BigInt(factor), basisPoints);
    return eurFromNano(smaller(exact, amountNanoMax));
  };
  return mapPrices(above, price);
}

function mapPrices(list: PriceListRecord, price: (text: string) => string): PriceListRecord {
  const units = (prices: UnitPricesRecord): UnitPricesRecord =>
    Object.fromEntries(
      Object.entries(prices).map(([counter, text]) => [counter, text === undefined ? text : price(text)]),
    ) as UnitPricesRecord;
  const contexts = (tiers: ContextTiersRecord): ContextTiersRecord =>
    tiers.map((tier) => ({ ...tier, eur_per_million_tokens: units(tier.eur_per_million_tokens) }));
  const services = Object.entries(list.service_tiers ?? {}).map(([tier, { above, ...prices }]) => {
    const own = { ...units(prices), ...(above !== undefined && { above: contexts(above) }) };
    return [tier, own] as const;
  });
  const { eur_per_million_characters: characters, eur_per_audio_hour: hour, counts_tokens } = list;
  const { eur_per_thousand_web_searches: searches, eur_per_thousand_web_fetches: fetches } = list;
  return {
    id: list.id,
    version: list.version,
    eur_per_million_tokens: units(list.eur_per_million_tokens),
    ...(characters !== undefined && { eur_per_million_characters: price(characters) }),
    ...(hour !== undefined && { eur_per_audio_hour: price(hour) }),
    ...(searches !== undefined && { eur_per_thousand_web_searches: price(searches) }),
    ...(fetches !== undefined && { eur_per_thousand_web_fetches: price(fetches) }),
    ...(counts_tokens !== undefined && { counts_tokens }),
    ...(list.above !== undefined && { above: contexts(list.above) }),
    ...(list.service_tiers !== undefined && { service_tiers: Object.fromEntries(services) }),
  };
}

/**
 * A list in place of the one above, in a form in which every charge can be repeated at the prices above: with the
 * thresholds of both, and only the service tiers and tools that both have a price for. What is counted instead of tokens
 * costs what it costs above, unless the list says otherwise.
 */
function listOver(above: PriceListRecord, own: PriceListRecord): PriceListRecord {
  const tiersAbove = new Map(Object.entries(above.service_tiers ?? {}));
  const services = Object.entries(own.service_tiers ?? {}).flatMap(([tier, { above: contexts, ...prices }]) => {
    const priced = tiersAbove.get(tier);
    if (priced === undefined) return [];
    return [[tier, { ...prices, above: withThresholds(prices, contexts, priced.above) }] as const];
  });
  // What is served at a service tier that the list leaves out is charged by these, and has a threshold of its own above.
  const leftOut = [...tiersAbove].flatMap(([tier, priced]) =>
    own.service_tiers?.[tier] === undefined ? (priced.above ?? []) : [],
  );
  const reached = [...(above.above ?? []), ...leftOut.slice(0, leftOutThresholdsMax)];
  const contexts = withThresholds(own.eur_per_million_tokens, own.above, reached);
  const characters = own.eur_per_million_characters ?? above.eur_per_million_characters;
  const hour = own.eur_per_audio_hour ?? above.eur_per_audio_hour;
  const { eur_per_thousand_web_searches: searches, eur_per_thousand_web_fetches: fetches } = own;
  const searchesAbove = above.eur_per_thousand_web_searches;
  const fetchesAbove = above.eur_per_thousand_web_fetches;
  return {
    id: own.id,
    version: own.version,
    eur_per_million_tokens: own.eur_per_million_tokens,
    ...(characters !== undefined && { eur_per_million_characters: characters }),
    ...(hour !== undefined && { eur_per_audio_hour: hour }),
    ...(searches !== undefined && searchesAbove !== undefined && { eur_per_thousand_web_searches: searches }),
    ...(fetches !== undefined && fetchesAbove !== undefined && { eur_per_thousand_web_fetches: fetches }),
    ...(contexts.length > 0 && { above: contexts }),
    ...(services.length > 0 && { service_tiers: Object.fromEntries(services) }),
  };
}

/**
 * The same list, charging tokens, or characters and time, where the list above does: what is counted otherwise cannot be
 * repeated at the prices above, and would cost nothing there.
 */
function countedAs(above: PriceListRecord, list: PriceListRecord): PriceListRecord {
  const { prices: pricesAbove, countsTokens: counts_tokens = haveTokenPrice(pricesAbove) } = createPriceList(above);
  const own = createPriceList(list);
  const prices = [own, ...own.tiers.values()].flatMap((tariff) => [tariff, ...tariff.above].map((each) => each.prices));
  return prices.every((each) => haveTokenPrice(each) === counts_tokens) ? list : { ...list, counts_tokens };
}

/** The tiers of a tariff, and one at each further threshold, with the prices that the tariff has there anyway. */
function withThresholds(
  prices: UnitPricesRecord,
  own: ContextTiersRecord = [],
  above: ContextTiersRecord = [],
): ContextTiersRecord {
  const thresholds = new Set([...own, ...above].map(({ input_tokens }) => input_tokens));
  return [...thresholds]
    .toSorted((one, other) => one - other)
    .map((input_tokens) => {
      const reached = own.findLast((tier) => tier.input_tokens <= input_tokens);
      if (reached?.input_tokens === input_tokens) return reached;
      return { input_tokens, eur_per_million_tokens: reached?.eur_per_million_tokens ?? prices };
    });
}
