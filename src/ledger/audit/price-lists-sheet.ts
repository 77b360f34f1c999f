import { eurFromNano, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { PriceListRecord } from '../../domain/price-list.ts';
import type { WalletEventOf } from '../../domain/wallet-events.ts';
import type { SheetRow } from '../../ports/workbook.ts';
import { columnsOf, noRows, type PackedEvent, type PackSheet } from './pack-sheet.ts';

interface Listed {
  readonly list: PriceListRecord;
  readonly origin: 'configured' | 'platform' | 'reseller';
  readonly reseller_id: string;
  /** When it was first loaded or made; empty: no event says so. */
  first_seen_at: string;
  charges: number;
  charged: NanoEur;
}

type Charge = WalletEventOf<'ReservationSettled' | 'ReleasedReservationCharged'>['data'];

/** The price lists that charges of the days name, and those that gateways had. */
export class PriceListsSheet implements PackSheet {
  readonly name = 'price_lists';
  readonly columns = [
    ...columnsOf('text', 'id', 'version', 'origin', 'reseller_id'),
    ...columnsOf('time', 'first_seen_at'),
    ...columnsOf('count', 'charges'),
    ...columnsOf('amount', 'charged_eur'),
    ...columnsOf('text', 'prices'),
  ];
  readonly how =
    'A row for each price list that was in force on any of the days: `configured` as gateways loaded it, or made from the list of a level above (`platform`, `reseller`). `charges` and `charged_eur` count what was settled by it within the days; `prices` is the list as JSON, euro for a million tokens unless it says otherwise.';
  /** By id, version and prices: two lists of one name are two rows. */
  readonly #lists = new Map<string, Listed>();
  /** The keys of the last lists that a gateway had. */
  #loaded = new Set<string>();
  readonly #inForce = new Set<string>();
  /** By id and version, the first list of that name. */
  readonly #named = new Map<string, Listed>();

  take({ event, recorded: { recordedAt }, when }: PackedEvent): readonly SheetRow[] {
    if (when === 'after') return noRows;
    if (event.type === 'PriceListsLoaded') {
      const { part, price_lists: lists } = event.data;
      if (part === 1) this.#loaded = new Set();
      for (const list of lists) this.#loaded.add(this.#seen(list, { at: recordedAt, origin: 'configured' }));
      if (when === 'within') for (const key of this.#loaded) this.#inForce.add(key);
    } else if (event.type === 'PriceListDerived') {
      const { level: origin, reseller_id: resellerId, price_list: list } = event.data;
      const key = this.#seen(list, { at: recordedAt, origin, resellerId });
      if (when === 'within') this.#inForce.add(key);
    } else if (event.type === 'CreditReserved') {
      this.#seen(event.data.price_list, { at: '', origin: 'configured' });
    } else if (event.type === 'ReservationSettled' || event.type === 'ReleasedReservationCharged') {
      if (when === 'within') this.#charge(event.data);
    }
    return noRows;
  }

  *end(): Generator<SheetRow> {
    for (const [key, { list, charged, charges, ...rest }] of this.#lists) {
      if (charges === 0 && !this.#inForce.has(key) && !this.#loaded.has(key)) continue;
      const { id, version } = list;
      yield { id, version, ...rest, charges, charged_eur: eurFromNano(charged), prices: JSON.stringify(list) };
    }
  }

  #charge({ price_list_id: id, price_list_version: version, cost_eur }: Charge): void {
    const list = this.#named.get(JSON.stringify([id, version]));
    if (list === undefined) return;
    list.charges += 1;
    list.charged += nanoFromEur(cost_eur);
  }

  /** The key of a list. Most holds have one that is known. */
  #seen(
    list: PriceListRecord,
    { at, origin, resellerId = null }: { at: string; origin: Listed['origin']; resellerId?: string | null },
  ): string {
    const name = JSON.stringify([list.id, list.version]);
    if (at === '' && this.#named.has(name)) return name;
    const key = JSON.stringify(list);
    const known = this.#lists.get(key);
    if (known !== undefined) {
      if (known.first_seen_at === '') known.first_seen_at = at;
      return key;
    }
    const listed: Listed = { list, origin, reseller_id: resellerId ?? '', first_seen_at: at, charges: 0, charged: 0n };
    this.#lists.set(key, listed);
    if (!this.#named.has(name)) this.#named.set(name, listed);
    return key;
  }
}
