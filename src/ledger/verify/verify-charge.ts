import { RecentMap } from '../../limits/recent-map.ts';
import type { WalletEventOf } from '../../domain/wallet-events.ts';
import { exactAmount, isInputCounter, roundExact } from '../../domain/cost.ts';
import { eurFromNano, nanoFromEur } from '../../domain/money.ts';
import {
  createPriceList,
  isPricedCounter,
  pricedCounters,
  tariffOf,
  type PriceList,
  type Tariff,
  type UnitPrices,
} from '../../domain/price-list.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** The fields that both kinds of charge share. */
export type Charge = Pick<
  WalletEventOf<'ReleasedReservationCharged'>['data'],
  'cost_eur' | 'lines' | 'context_tiers' | 'price_list_id' | 'price_list_version' | 'service_tier' | 'usage_source'
>;

/**
 * Checks that a charge adds up: each line is its quantity times its price, rounded once over the whole; the lines sum
 * to the cost; prices and version are those of the reservation, in the context tiers of the input. Only a charge of
 * the whole hold and an amount set by an operator have no lines.
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
    exactSum += exactAmount(isPricedCounter(counter) ? counter : 'input', quantity, nanoFromEur(unit_price_eur));
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
  const tariff = tariffOf(priceList, service_tier);
  for (const { counter, unit_price_eur, above_input_tokens } of lines) {
    const context =
      above_input_tokens === undefined
        ? tariff
        : tariff.above.find(({ aboveInputTokens }) => aboveInputTokens === above_input_tokens);
    const price = (context && priceTexts(context.prices).get(counter)) ?? 'no price';
    if (price === unit_price_eur) continue;
    return mismatch('charge_price', `${counter} ${price}`, `${counter} ${unit_price_eur}`);
  }
  return tariff.above.length === 0 && charge.context_tiers === undefined ? null : contextMismatch(charge, tariff);
}

/**
 * Checks that the input of each context tier can be that of its model calls: each is above the threshold of the tier,
 * and not above the next one. An estimate may have the dearer prices of a tier below.
 */
function contextMismatch({ lines, context_tiers, usage_source }: Charge, { above }: Tariff): Mismatch | null {
  const told = context_tiers ?? [{ above_input_tokens: 0, calls: 1 }];
  const calls = new Map(told.map((tier) => [tier.above_input_tokens, tier.calls]));
  const thresholds = [0, ...above.map(({ aboveInputTokens }) => aboveInputTokens)];
  const charged = lines.map(({ above_input_tokens = 0 }) => above_input_tokens);
  for (const threshold of new Set([...calls.keys(), ...charged])) {
    const inTier = lines.filter(({ above_input_tokens = 0 }) => above_input_tokens === threshold);
    const input = inTier.reduce((sum, { counter, quantity }) => sum + (isInputCounter(counter) ? quantity : 0), 0);
    const count = calls.get(threshold) ?? 0;
    const next = usage_source === 'estimate' ? undefined : thresholds[thresholds.indexOf(threshold) + 1];
    const isReached = threshold === 0 || (count > 0 && input > count * threshold);
    const isPassed = next !== undefined && input > count * next;
    if (thresholds.includes(threshold) && isReached && !isPassed) continue;
    const expected = `${count} calls above ${threshold}${next === undefined ? '' : ` and up to ${next}`} input tokens`;
    return mismatch('charge_price', expected, `${input} input tokens`);
  }
  return null;
}

/** Prices as lines write them, by counter. Computed once for each list. */
const textsOfPrices = new WeakMap<UnitPrices, ReadonlyMap<string, string>>();

function priceTexts(prices: UnitPrices): ReadonlyMap<string, string> {
  const known = textsOfPrices.get(prices);
  if (known !== undefined) return known;
  const texts = new Map(pricedCounters.map((counter) => [counter, eurFromNano(prices[counter])]));
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
