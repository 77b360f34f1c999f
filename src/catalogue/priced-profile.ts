import type { PriceListRecord } from '../domain/price-list.ts';

/** A profile with the price lists of its targets, as they are configured. */
export interface PricedProfile {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly targets: readonly { readonly name: string; readonly prices: PriceListRecord }[];
}
