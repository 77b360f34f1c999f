import type { PriceListRecord } from '../price-list.ts';
import { listedPricesMax, type ConfigurationEvent } from './configuration-events.ts';

/** Most characters of the lists in one event, as JSON; a longer list is alone. */
const charactersMax = 64 * 1024;

/** The events that tell all price lists of a process, one at least. */
export function priceListsLoaded(
  instanceId: string,
  priceLists: Iterable<PriceListRecord>,
): readonly ConfigurationEvent[] {
  const all = partsOf(priceLists);
  return all.map((price_lists, index) => ({
    type: 'PriceListsLoaded',
    data: { instance_id: instanceId, part: index + 1, parts: all.length, price_lists },
  }));
}

function partsOf(priceLists: Iterable<PriceListRecord>): readonly PriceListRecord[][] {
  const parts: PriceListRecord[][] = [[]];
  let left = charactersMax;
  for (const list of priceLists) {
    const { length } = JSON.stringify(list);
    const last = parts.at(-1);
    if (last !== undefined && (last.length === 0 || (length <= left && last.length < listedPricesMax))) {
      last.push(list);
      left -= length;
    } else {
      parts.push([list]);
      left = charactersMax - length;
    }
  }
  return parts;
}
