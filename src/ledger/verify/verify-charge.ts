import { RecentMap } from '../../limits/recent-map.ts';
import type { WalletEventOf } from '../../domain/wallet-events.ts';
import { exactAmount, roundExact } from '../../domain/cost.ts';
import { eurFromNano, nanoFromEur } from '../../domain/money.ts';
import {
  createPriceList,
  pricedCounters,
  pricesForTier,
  unitPriceEur,
  type PricedCounter,
  type PriceList,
  type UnitPrices,
} from '../../domain/price-list.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** The fields that both kinds of charge share. */
export type Charge = Pick<
  WalletEventOf<'ReleasedReservationCharged'>['data'],
  'cost_eur' | 'lines' | 'price_list_id' | 'price_list_version' | 'service_tier' | 'usage_source'
>;

/**
 * Checks that a charge adds up: each line is its quantity times its price, rounded once over the whole; the lines sum
 * to the cost; prices and version are those of the reservation. Only a charge of the whole hold and an amount set by an
 * operator have no lines.
 */
export function chargeMismatch(charge: Charge, priceList: PriceList): Mismatch | null {
  return linesMismatch(charge) ?? priceMismatch(charge, priceList);
}

/** Checks that the amounts of a selection add up to its hold, of which `cap` was for the selection. */
export function selectionMismatch(
  data: WalletEventOf<'SelectionCharged'>['data'],
  { hold, cap }: { readonly hold: bigint; readonly cap: bigint },
): Mismatch | null {
  const answerHold = nanoFromEur(data.answer_hold_eur);
  const overrun = nanoFromEur(data.overrun_eur);
  const fromHold = nanoFromEur(data.cost_eur) - overrun;
  const held = fromHold + nanoFromEur(data.released_eur) + answerHold;
  if (held !== hold) return mismatch('reservation_amount', eurFromNano(hold), eurFromNano(held));
  const isWithin = fromHold <= cap && answerHold <= hold - cap;
  if (isWithin && (overrun === 0n || fromHold === cap)) return null;
  const found = `${data.cost_eur}, ${data.overrun_eur} of it beyond, and ${data.answer_hold_eur} for the answer`;
  return mismatch('reservation_amount', `choosing within ${eurFromNano(cap)}`, found);
}

function linesMismatch({ cost_eur, lines, usage_source }: Charge): Mismatch | null {
  let exactSum = 0n;
  let total = 0n;
  for (const { counter, quantity, unit_price_eur, amount_eur } of lines) {
    // An unknown counter is reported by its price; here it is summed like any other.
    exactSum += exactAmount(countersByName.get(counter) ?? 'input', quantity, nanoFromEur(unit_price_eur));
    const roundedSum = roundExact(exactSum);
    const amount = eurFromNano(roundedSum - total);
    if (amount !== amount_eur) return mismatch('charge_line', `${counter} ${amount}`, `${counter} ${amount_eur}`);
    total = roundedSum;
  }
  if (lines.length === 0 && (usage_source === 'hold' || usage_source === 'operator')) return null;
  const cost = nanoFromEur(cost_eur);
  if (lines.length === 0 && cost > 0n) return mismatch('charge_without_lines', 'lines', `${cost_eur} without any`);
  return total === cost ? null : mismatch('charge_sum', eurFromNano(total), cost_eur);
}

function priceMismatch(charge: Charge, priceList: PriceList): Mismatch | null {
  const { price_list_id, price_list_version, service_tier, lines } = charge;
  const { id, version } = priceList;
  if (id !== price_list_id || version !== price_list_version) {
    return mismatch('charge_price', `${id} ${version}`, `${price_list_id} ${price_list_version}`);
  }
  const prices = priceTexts(pricesForTier(priceList, service_tier));
  for (const { counter, unit_price_eur } of lines) {
    const price = prices.get(counter) ?? 'no price';
    if (price === unit_price_eur) continue;
    return mismatch('charge_price', `${counter} ${price}`, `${counter} ${unit_price_eur}`);
  }
  return null;
}

const countersByName: ReadonlyMap<string, PricedCounter> = new Map(pricedCounters.map((counter) => [counter, counter]));

/** Prices as lines write them, by counter. Computed once for each list. */
const textsOfPrices = new WeakMap<UnitPrices, ReadonlyMap<string, string>>();

function priceTexts(prices: UnitPrices): ReadonlyMap<string, string> {
  const known = textsOfPrices.get(prices);
  if (known !== undefined) return known;
  const texts = new Map(pricedCounters.map((counter) => [counter, unitPriceEur(prices, counter)]));
  textsOfPrices.set(prices, texts);
  return texts;
}

const priceListsMax = 1_000;

function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  let members = 0;
  for (const name in left) {
    if (!isSameJson(left[name], right[name])) return false;
    members += 1;
  }
  for (const _name in right) members -= 1;
  return members === 0;
}

/** Price lists by id and version: holds with the same list share one resolved list. */
export class PriceListShelf {
  readonly #lists = new RecentMap<string, PriceList>(priceListsMax);

  take(record: WalletEventOf<'CreditReserved'>['data']['price_list']): PriceList {
    // Most holds have the list of the one before, and few lists share an id and a version.
    const edition = `${record.id} ${record.version}`;
    const known = this.#lists.get(edition);
    if (known !== undefined && isSameJson(known.record, record)) return known;
    const list = createPriceList(record);
    this.#lists.set(edition, list);
    return list;
  }
}
