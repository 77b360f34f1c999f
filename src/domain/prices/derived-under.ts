import type { PriceListRecord } from '../price-list.ts';
import type { DerivedPriceList } from './derived-list-events.ts';
import { keyOfHash, ownPriceList } from './own-price-list.ts';
import { pricesOfProfile, type CallerPrices, type ProfilePrices } from './price-terms.ts';

/**
 * How the list that somebody pays by is made from the configured one, from the platform's terms down; none: it is the
 * configured one. `names`: the profile's own, then its aliases. `hash`: keyed, for the versions.
 */
export function derivedUnder(
  configured: PriceListRecord,
  names: readonly string[],
  { platform, reseller, resellerId }: CallerPrices,
  hash: (text: string) => string,
): readonly DerivedPriceList[] {
  const ofPlatform = platform === undefined ? null : pricesOfProfile(platform, names);
  const ofReseller = reseller === undefined ? null : pricesOfProfile(reseller, names);
  const bought = ofPlatform === null ? [] : [derived(configured, ofPlatform, null, hash)];
  if (ofReseller === null) return bought;
  return [...bought, derived(bought[0]?.price_list ?? configured, ofReseller, resellerId ?? null, hash)];
}

function derived(
  above: PriceListRecord,
  prices: ProfilePrices,
  resellerId: string | null,
  hash: (text: string) => string,
): DerivedPriceList {
  const level = resellerId === null ? 'platform' : 'reseller';
  // Keyed: from an unkeyed digest the factor, and so the list above, could be found by trial.
  const key = keyOfHash(hash(JSON.stringify(['price list', level, resellerId, above, prices])));
  return { key, level, reseller_id: resellerId, above, prices, price_list: ownPriceList(above, prices, key) };
}
