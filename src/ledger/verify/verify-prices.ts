import type { DomainEvent } from '../../domain/event-catalogue.ts';
import { nanoFromSum, type NanoEur } from '../../domain/money.ts';
import { createPriceList, priceListSchema, type PriceList, type PriceListRecord } from '../../domain/price-list.ts';
import type { DerivedPriceList } from '../../domain/prices/derived-list-events.ts';
import { derivedKeyOf, isCharging, marginOf, type Charging } from '../../domain/prices/margin.ts';
import { marginEventSchemas, type MarginEvent } from '../../domain/prices/margin-events.ts';
import { keyInVersion, ownPriceList } from '../../domain/prices/own-price-list.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** A derived list, and both it and the one above it resolved. */
interface Derived {
  readonly list: DerivedPriceList;
  readonly own: PriceList;
  readonly above: PriceList;
}

/** A charge by a list that was made from another, and its margin; absent: not read yet. */
interface Margined {
  readonly charge?: { readonly walletId: string; readonly charging: Charging; readonly key: string };
  readonly margin?: MarginEvent['data'];
}

/**
 * Checks that each derived price list follows from the one above it, that holds name only those that are recorded, and
 * that each charge by one has the right margin, once. A list, a hold, a charge and its margin are in four streams, whose
 * order a copy of a ledger need not keep. Keeps the lists, and the charges whose margin is not read yet.
 */
export class PricesCheck {
  readonly #derived = new Map<string, Derived>();
  /** Lists that were named before they were made, by key. */
  readonly #named = new Map<string, PriceListRecord>();
  readonly #open = new Map<string, Margined>();
  #margin: NanoEur = 0n;

  /** The sum of all margins that are recorded. */
  get margin(): NanoEur {
    return this.#margin;
  }

  /** How many charges have no margin yet. */
  get owed(): number {
    return [...this.#open.values()].filter(
      ({ charge }) => (this.#listOf(charge?.key)?.list.reseller_id ?? null) !== null,
    ).length;
  }

  /** What is wrong with an event; `null`: nothing so far, or it has no prices. */
  check(event: DomainEvent, walletId: string): Mismatch | null {
    const { type, data } = event;
    if (isCharging(event)) this.#charge(event, walletId);
    if (type === 'MarginRecorded') return this.#record(data);
    if (type === 'PriceListDerived') return this.#derive(data);
    if (type === 'CreditReserved') return this.#known(data.price_list) ?? this.#known(data.selection?.call?.price_list);
    if (type === 'AttemptFailed') return this.#known(data.next.price_list);
    return type === 'SelectionCharged' ? this.#known(data.answer?.price_list) : null;
  }

  /** To be called after the last event: reports lists that were never made, and margins that are wrong or of no charge. */
  end(): Mismatch | null {
    const [named] = this.#named.values();
    if (named !== undefined) return mismatch('derived_price_list', 'a list that is recorded', named.version);
    for (const [name, found] of this.#open) {
      const wrong = found.margin === undefined ? null : this.#marginMismatch(name, found.margin, found.charge);
      if (wrong !== null) return wrong;
    }
    return null;
  }

  #derive(data: DerivedPriceList): Mismatch | null {
    const { key, above, prices, price_list } = data;
    const wrongAbove = this.#known(above);
    if (wrongAbove !== null) return wrongAbove;
    if (this.#derived.has(key)) return mismatch('derived_price_list', 'a list to be derived once', `${key} again`);
    const wrong = difference(ownPriceList(above, prices, key), price_list);
    if (wrong !== null) return wrong;
    this.#derived.set(key, { list: data, own: createPriceList(price_list), above: createPriceList(above) });
    const named = this.#named.get(key);
    this.#named.delete(key);
    return named === undefined ? null : difference(price_list, named);
  }

  #known(list: PriceListRecord | undefined): Mismatch | null {
    const key = list === undefined ? null : keyInVersion(list.version);
    if (list === undefined || key === null) return null;
    const made = this.#derived.get(key)?.list.price_list ?? this.#named.get(key);
    if (made !== undefined) return difference(made, list);
    this.#named.set(key, list);
    return null;
  }

  #listOf(key: string | undefined): Derived | undefined {
    return key === undefined ? undefined : this.#derived.get(key);
  }

  #charge(charging: Charging, walletId: string): void {
    const key = derivedKeyOf(charging);
    if (key === null || this.#listOf(key)?.list.reseller_id === null) return;
    const name = chargeOf(charging.data.reservation_id, charging.type);
    this.#open.set(name, { ...this.#open.get(name), charge: { walletId, charging, key } });
  }

  #record(data: MarginEvent['data']): Mismatch | null {
    const name = chargeOf(data.reservation_id, data.charged_by);
    const found = this.#open.get(name);
    if (found?.margin !== undefined) return mismatch('margin', 'one margin', `a second of ${name}`);
    this.#margin += nanoFromSum(data.margin_eur);
    if (this.#listOf(found?.charge?.key) === undefined) {
      this.#open.set(name, { ...found, margin: data });
      return null;
    }
    this.#open.delete(name);
    return this.#marginMismatch(name, data, found?.charge);
  }

  #marginMismatch(name: string, data: MarginEvent['data'], charge: Margined['charge']): Mismatch | null {
    const by = this.#listOf(charge?.key);
    if (charge === undefined || by === undefined || by.list.reseller_id === null)
      return mismatch('margin', 'a charge without a margin', name);
    const expected = marginOf({ ...charge, ...by });
    const [one, other] = [expected.data, data].map((each) =>
      JSON.stringify(marginEventSchemas.MarginRecorded.parse(each)),
    );
    return one === other ? null : mismatch('margin', one, other);
  }
}

function chargeOf(reservationId: string, chargedBy: Charging['type']): string {
  return `${chargedBy} of ${reservationId}`;
}

function difference(expected: PriceListRecord, found: PriceListRecord): Mismatch | null {
  const [one, other] = [expected, found].map((list) => JSON.stringify(priceListSchema.parse(list)));
  return one === other ? null : mismatch('derived_price_list', one, other);
}
