import type { Bill } from '../../domain/cost.ts';
import { RecentMap } from '../../limits/recent-map.ts';
import type { WalletEventOf } from '../../domain/wallet-events.ts';
import { eurFromNano, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import { billBy } from '../../domain/prices/bill-by.ts';
import { isEntered, type CountedRecord, type EnteredSource } from '../../domain/wallet-entries/cost-lines.ts';
import { createPriceList, type PriceList } from '../../domain/price-list.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** The fields that both kinds of charge share. */
export type Charge = Pick<
  WalletEventOf<'ReleasedReservationCharged'>['data'],
  | 'cost_eur'
  | 'counted'
  | 'lines'
  | 'context_tiers'
  | 'price_list_id'
  | 'price_list_version'
  | 'service_tier'
  | 'usage_source'
> &
  // A choice, and a late charge, do not say who decided.
  Partial<Pick<WalletEventOf<'ReservationSettled'>['data'], 'resolved_by'>>;

/** What a charge may come to. */
export interface ChargeBounds {
  /** What the reservation held when it ended. */
  readonly hold: NanoEur;
  /** The most that can be counted of it. */
  readonly bounds: CountedRecord;
}

/**
 * Checks that a charge is the bill that the price list of the reservation makes of what was counted. Only a charge of the
 * whole hold by rule and an amount set by an operator follow no counters: they have no lines, and the bounds of the hold.
 */
export function chargeMismatch(charge: Charge, priceList: PriceList, held: ChargeBounds): Mismatch | null {
  const { counted, usage_source, lines, price_list_id, price_list_version } = charge;
  const { id, version } = priceList;
  if (id !== price_list_id || version !== price_list_version)
    return mismatch('charge_price', `${id} ${version}`, `${price_list_id} ${price_list_version}`);
  const found = isEntered(usage_source) ? enteredMismatch(charge, usage_source, held) : null;
  if (found !== null) return found;
  const entered = { usageSource: usage_source, amount: nanoFromEur(charge.cost_eur), by: priceList };
  if (counted !== undefined) return billMismatch(charge, billBy(priceList, { ...entered, counted }));
  if (lines.length > 0) return mismatch('charge_price', 'what was counted', 'lines alone');
  return mismatch('charge_without_lines', 'what was counted', usage_source);
}

function enteredMismatch(
  { counted, cost_eur, resolved_by }: Charge,
  source: EnteredSource,
  { hold, bounds }: ChargeBounds,
): Mismatch | null {
  if (!isSameJson(bounds, counted ?? null))
    return mismatch('charge_price', JSON.stringify(bounds), JSON.stringify(counted ?? 'no bounds'));
  const by = source === 'hold' ? 'rule' : 'operator';
  if (resolved_by !== undefined && resolved_by !== by)
    return mismatch('charge_price', `${source} by ${by}`, `${source} by ${resolved_by ?? 'the request'}`);
  if (source !== 'hold' || nanoFromEur(cost_eur) === hold) return null;
  return mismatch('charge_sum', `the whole hold, ${eurFromNano(hold)}`, cost_eur);
}

/** Each line with its price and amount, the tiers, and the sum. */
function billMismatch(charge: Charge, { cost, serviceTier }: Bill): Mismatch | null {
  const { lines, cost_eur, service_tier, context_tiers } = charge;
  const total = eurFromNano(cost.total);
  if (lines.length === 0 && cost.lines.length > 0)
    return mismatch('charge_without_lines', 'lines', `${cost_eur} without any`);
  for (const [nth, line] of cost.lines.entries()) {
    const { amount_eur, quantity, ...priced } = lines[nth] ?? {};
    const { amount_eur: amount, quantity: count, ...price } = line;
    if (lines[nth] === undefined) break;
    if (!isSameJson(price, priced)) return mismatch('charge_price', JSON.stringify(price), JSON.stringify(priced));
    if (amount === amount_eur && count === quantity) continue;
    return mismatch(
      'charge_line',
      `${line.counter} ${amount} for ${count}`,
      `${line.counter} ${amount_eur} for ${quantity}`,
    );
  }
  if (total !== cost_eur || lines.length !== cost.lines.length)
    return mismatch('charge_sum', `${total} in ${cost.lines.length} lines`, `${cost_eur} in ${lines.length}`);
  const [made, found] = [
    { service_tier: serviceTier, context_tiers: cost.contextTiers },
    { service_tier, context_tiers },
  ].map((tiers) => JSON.stringify(tiers));
  return made === found ? null : mismatch('charge_price', made ?? '', found ?? '');
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
