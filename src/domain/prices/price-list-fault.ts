import { keyInVersion } from './own-price-list.ts';
import { createPriceList, pricedCounters, type PriceListRecord, type Tariff } from '../price-list.ts';

/** What contradicts itself in a price list that people wrote, from the name of the setting on; `null`: nothing. */
export function priceListFault(record: PriceListRecord): string | null {
  const list = createPriceList(record);
  if (keyInVersion(record.version) !== null) {
    return 'version ends in + and 16 hexadecimal digits, which name lists that were made from others: use another';
  }
  const ofList = contextFault('above', record.above, list);
  if (ofList !== null) return ofList;
  for (const [tier, { above }] of Object.entries(record.service_tiers ?? {})) {
    const at = `service_tiers.${tier}.above`;
    if (above === undefined && list.above.length > 0) {
      return `${at} is missing: the list has prices for long input, so each service tier says its own, or [] if it has none`;
    }
    const tariff = list.tiers.get(tier);
    const fault = tariff === undefined ? null : contextFault(at, above, tariff);
    if (fault !== null) return fault;
  }
  return null;
}

function contextFault(at: string, written: PriceListRecord['above'] = [], { prices, above }: Tariff): string | null {
  let below = { aboveInputTokens: 0, prices };
  for (const [index, tier] of above.entries()) {
    if (tier.aboveInputTokens <= below.aboveInputTokens) {
      return `${at}[${index}].input_tokens must exceed ${below.aboveInputTokens}, that of the tier before it`;
    }
    const cheaper = pricedCounters.find((counter) => tier.prices[counter] < below.prices[counter]);
    if (cheaper !== undefined && written[index]?.cheaper !== true) {
      return `${at}[${index}] has a lower price of ${cheaper} than shorter input has: correct it, or add cheaper: true if that is meant`;
    }
    below = tier;
  }
  return null;
}
