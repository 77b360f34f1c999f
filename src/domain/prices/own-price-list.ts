import { amountNanoMax, divideHalfEven, eurFromNano, nanoFromEur, smaller } from '../money.ts';
import type { PriceListRecord } from '../price-list.ts';
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
  const list = 'price_list' in prices ? listOver(above, prices.price_list) : raised(above, prices.factor_basis_points);
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
  const { eur_per_million_characters: characters, eur_per_audio_hour: hour } = list;
  const { eur_per_thousand_web_searches: searches, eur_per_thousand_web_fetches: fetches } = list;
  return {
    id: list.id,
    version: list.version,
    eur_per_million_tokens: units(list.eur_per_million_tokens),
    ...(characters !== undefined && { eur_per_million_characters: price(characters) }),
    ...(hour !== undefined && { eur_per_audio_hour: price(hour) }),
    ...(searches !== undefined && { eur_per_thousand_web_searches: price(searches) }),
    ...(fetches !== undefined && { eur_per_thousand_web_fetches: price(fetches) }),
    ...(list.above !== undefined && { above: contexts(list.above) }),
    ...(list.service_tiers !== undefined && { service_tiers: Object.fromEntries(services) }),
  };
}

/**
 * A list in place of the one above, with only the service tiers and tools that both have a price for: what has none above
 * is not offered. What is counted instead of tokens costs what it costs above, unless the list says otherwise.
 */
function listOver(above: PriceListRecord, own: PriceListRecord): PriceListRecord {
  const services = Object.entries(own.service_tiers ?? {}).filter(([tier]) =>
    Object.hasOwn(above.service_tiers ?? {}, tier),
  );
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
    ...(own.above !== undefined && { above: own.above }),
    ...(services.length > 0 && { service_tiers: Object.fromEntries(services) }),
  };
}
