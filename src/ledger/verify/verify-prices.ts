import type { DomainEvent } from '../../domain/event-catalogue.ts';
import { priceListSchema, type PriceListRecord } from '../../domain/price-list.ts';
import type { DerivedPriceList } from '../../domain/prices/derived-list-events.ts';
import { keyInVersion, ownPriceList } from '../../domain/prices/own-price-list.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** Checks that each derived price list follows from the one above it, and that holds name only those that are recorded. */
export class PricesCheck {
  readonly #derived = new Map<string, DerivedPriceList>();

  /** What is wrong with an event; `null`: nothing, or it has no prices. */
  check(event: DomainEvent): Mismatch | null {
    const { type, data } = event;
    if (type === 'PriceListDerived') return this.#derive(data);
    if (type === 'CreditReserved') return this.#known(data.price_list) ?? this.#known(data.selection?.call?.price_list);
    if (type === 'AttemptFailed') return this.#known(data.next.price_list);
    return type === 'SelectionCharged' ? this.#known(data.answer?.price_list) : null;
  }

  #derive(data: DerivedPriceList): Mismatch | null {
    const { key, above, prices, price_list } = data;
    const unknown = this.#known(above);
    if (unknown !== null) return unknown;
    if (this.#derived.has(key)) return mismatch('derived_price_list', 'a list to be derived once', `${key} again`);
    const expected = ownPriceList(above, prices, key);
    const different = difference(expected, price_list);
    if (different === null) this.#derived.set(key, data);
    return different;
  }

  #known(list: PriceListRecord | undefined): Mismatch | null {
    const key = list === undefined ? null : keyInVersion(list.version);
    if (list === undefined || key === null) return null;
    const derived = this.#derived.get(key);
    if (derived === undefined) return mismatch('derived_price_list', 'a list that is recorded', list.version);
    return difference(derived.price_list, list);
  }
}

function difference(expected: PriceListRecord, found: PriceListRecord): Mismatch | null {
  const [one, other] = [expected, found].map((list) => JSON.stringify(priceListSchema.parse(list)));
  return one === other ? null : mismatch('derived_price_list', one, other);
}
