import { priceListFault } from '../domain/prices/price-list-fault.ts';
import type { ConfigFile } from './config-file.ts';

/** The first conflict within a price list, as a sentence for the operator; `null`: none. */
export function brokenPriceRelation({ targets }: Pick<ConfigFile, 'targets'>): string | null {
  for (const [target, { prices }] of Object.entries(targets)) {
    const fault = prices === undefined ? null : priceListFault(prices);
    if (fault !== null) return `targets.${target}.prices.${fault}`;
  }
  return null;
}
