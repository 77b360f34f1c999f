import type { DomainEvent } from '../../domain/event-catalogue.ts';
import { nanoFromEur, type NanoEur } from '../../domain/money.ts';
import { createPriceList, priceListSchema, type PriceList, type PriceListRecord } from '../../domain/price-list.ts';
import type { DerivedPriceList } from '../../domain/prices/derived-list-events.ts';
import { derivedKeyOf, isCharging, marginOf, type Charging } from '../../domain/prices/margin.ts';
import { marginEventSchemas, type MarginEvent } from '../../domain/prices/margin-events.ts';
import { keyInVersion, ownPriceList } from '../../domain/prices/own-price-list.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** A derived list, and the one above it resolved. */
interface Derived {
  readonly list: DerivedPriceList;
  readonly above: PriceList;
}

/**
 * Checks that each derived price list follows from the one above it, that holds name only those that are recorded, and
 * that each charge by one has the right margin, once. Keeps the lists, and the charges whose margin is not recorded yet.
 */
export class PricesCheck {
  readonly #derived = new Map<string, Derived>();
  readonly #owed = new Map<string, { readonly walletId: string; readonly charging: Charging; readonly by: Derived }>();
  #margin: NanoEur = 0n;

  /** The sum of all margins that are recorded. */
  get margin(): NanoEur {
    return this.#margin;
  }

  /** How many charges have no margin yet. */
  get owed(): number {
    return this.#owed.size;
  }

  /** What is wrong with an event; `null`: nothing, or it has no prices. */
  check(event: DomainEvent, walletId: string): Mismatch | null {
    const { type, data } = event;
    if (isCharging(event)) this.#charge(event, walletId);
    if (type === 'MarginRecorded') return this.#record(event);
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
    if (different === null) this.#derived.set(key, { list: data, above: createPriceList(above) });
    return different;
  }

  #known(list: PriceListRecord | undefined): Mismatch | null {
    const key = list === undefined ? null : keyInVersion(list.version);
    if (list === undefined || key === null) return null;
    const derived = this.#derived.get(key);
    if (derived === undefined) return mismatch('derived_price_list', 'a list that is recorded', list.version);
    return difference(derived.list.price_list, list);
  }

  #charge(charging: Charging, walletId: string): void {
    const by = this.#derived.get(derivedKeyOf(charging) ?? '');
    if (by === undefined || by.list.reseller_id === null) return;
    this.#owed.set(chargeOf(charging.data.reservation_id, charging.type), { walletId, charging, by });
  }

  #record({ data }: MarginEvent): Mismatch | null {
    const charge = chargeOf(data.reservation_id, data.charged_by);
    const owed = this.#owed.get(charge);
    if (owed === undefined) return mismatch('margin', 'a charge without a margin', charge);
    const { walletId, charging, by } = owed;
    const expected = marginOf({ walletId, charging, list: by.list, above: by.above });
    const [one, other] = [expected.data, data].map((margin) =>
      JSON.stringify(marginEventSchemas.MarginRecorded.parse(margin)),
    );
    if (one !== other) return mismatch('margin', one, other);
    this.#owed.delete(charge);
    this.#margin += signedNano(data.margin_eur);
    return null;
  }
}

function chargeOf(reservationId: string, chargedBy: Charging['type']): string {
  return `${chargedBy} of ${reservationId}`;
}

function signedNano(eur: string): NanoEur {
  return eur.startsWith('-') ? -nanoFromEur(eur.slice(1)) : nanoFromEur(eur);
}

function difference(expected: PriceListRecord, found: PriceListRecord): Mismatch | null {
  const [one, other] = [expected, found].map((list) => JSON.stringify(priceListSchema.parse(list)));
  return one === other ? null : mismatch('derived_price_list', one, other);
}
