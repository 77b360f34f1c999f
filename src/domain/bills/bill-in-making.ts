import { recordedIn } from '../charges/calendar.ts';
import { lotFigures } from '../lots/lot-figures.ts';
import { divideHalfEven, eurFromNano, nanoFromEur, nanoPerCent, nanoFromSum, type NanoEur } from '../money.ts';
import { writtenTags, type Tags } from '../tags/tags.ts';
import { statementLines, type StatementLine } from '../wallet-entries/statement-lines.ts';
import type { WalletEvent } from '../wallet-events.ts';
import type { WalletState } from '../wallet-state.ts';
import {
  billSums,
  type BillCharge,
  type BillFigures,
  type BillLine,
  type BillLot,
  type BillMovement,
  type BillSum,
  type LateCharge,
} from './bill-figures.ts';
import type { BilledHold } from './billed-holds.ts';

/** Most rows of each part of a bill: it is made in memory, and read by people. */
const billRowsMax = 50_000;

/** A bill has more rows than {@link billRowsMax}. */
export class BillTooLarge extends Error {
  override readonly name = 'BillTooLarge';
}

interface Charged {
  readonly day: string;
  readonly model: string;
  readonly tags: Tags | undefined;
  charges: number;
  cost: NanoEur;
}

/** What a bill has of one wallet. */
interface BilledWallet {
  readonly opening: NanoEur;
  closing: NanoEur;
  lots: readonly BillLot[];
  readonly movements: BillMovement[];
  readonly late: LateCharge[];
}

/** Of which tenant and which month a bill is. */
export type BillPlace = Pick<BillFigures, 'tenant_id' | 'month' | 'zone' | 'from_time' | 'before_time'>;

/** A bill while the events of its wallets are read: those of each wallet in their order, the wallets in any. */
export class BillInMaking {
  readonly #zone: string;
  readonly #holdOf: (reservationId: string) => BilledHold;
  readonly #sums = new Map<BillSum, NanoEur>(billSums.map((sum) => [sum, 0n]));
  readonly #wallets = new Map<string, BilledWallet>();
  readonly #charged = new Map<string, Charged>();
  #movements = 0;
  #late = 0;

  /** `holdOf`: the hold of a charge. */
  constructor(zone: string, holdOf: (reservationId: string) => BilledHold) {
    this.#zone = zone;
    this.#holdOf = holdOf;
  }

  /** Begins a wallet, with its state before its first event in the bill. */
  begin(walletId: string, { posted }: WalletState): void {
    this.#wallets.set(walletId, { opening: posted, closing: posted, lots: [], movements: [], late: [] });
  }

  /** Takes the next event of a wallet. Raises {@link BillTooLarge}, and what `holdOf` raises. */
  take(walletId: string, event: WalletEvent, recordedAt: string): void {
    if (!('postings' in event.data) || event.data.postings.length === 0) return;
    const day = this.#dayOf(recordedAt);
    let charge = 0n;
    for (const line of statementLines(walletId, event)) {
      if (line.kind === 'charge') charge -= line.change.posted;
      else if (line.change.posted !== 0n) this.#move(walletId, event, { line, day });
    }
    if (charge !== 0n && 'reservation_id' in event.data) {
      this.#charge(walletId, event.data.reservation_id, { cost: charge, day });
    }
    const most = Math.max(this.#movements, this.#charged.size, this.#late);
    if (most > billRowsMax) throw new BillTooLarge(`a bill has at most ${billRowsMax} rows of a kind`);
  }

  /** Ends a wallet, with its state after its last event in the bill. */
  end(walletId: string, { posted, lots }: WalletState): void {
    const wallet = this.#wallets.get(walletId);
    if (wallet === undefined) return;
    wallet.closing = posted;
    wallet.lots = lotFigures(lots).map(({ lot_id, kind, expires_at, available_eur, reserved_eur }) => {
      const left_eur = eurFromNano(nanoFromEur(available_eur) + nanoFromEur(reserved_eur));
      return { wallet_id: walletId, lot_id, kind, expires_at, left_eur };
    });
  }

  /** The bill of what was taken. */
  figures(place: BillPlace): BillFigures {
    const wallets = [...this.#wallets].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const charges = [...this.#charged].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, charged]) => charged);
    const lines = linesOf(charges);
    const inCents = lines.reduce((sum, { amount_eur }) => sum + nanoFromSum(amount_eur), 0n);
    const exact = charges.reduce((sum, { cost }) => sum + cost, 0n);
    const sums = billSums.map((name) => [`${name}_eur`, eurFromNano(this.#sums.get(name) ?? 0n)] as const);
    return {
      ...place,
      opening_eur: eurFromNano(wallets.reduce((sum, [, { opening }]) => sum + opening, 0n)),
      closing_eur: eurFromNano(wallets.reduce((sum, [, { closing }]) => sum + closing, 0n)),
      wallets: wallets.map(([wallet_id, { opening, closing }]) => {
        return { wallet_id, opening_eur: eurFromNano(opening), closing_eur: eurFromNano(closing) };
      }),
      lots: wallets.flatMap(([, { lots }]) => lots),
      sums: Object.fromEntries(sums) as BillFigures['sums'],
      movements: wallets
        .flatMap(([, { movements }]) => movements)
        .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
      charges: charges.map(shownCharge),
      lines,
      lines_eur: eurFromNano(inCents),
      rounding_eur: eurFromNano(inCents - exact),
      late_charges: wallets.flatMap(([, { late }]) => late),
    };
  }

  #dayOf(recordedAt: string): string {
    return recordedIn(this.#zone, recordedAt).slice(0, 10);
  }

  #move(
    wallet_id: string,
    event: WalletEvent,
    { line, day }: { readonly line: StatementLine; readonly day: string },
  ): void {
    const amount = line.change.posted;
    const cause = event.type === 'WalletCredited' || event.type === 'WalletDebited' ? event.data.cause : undefined;
    const sum = sumOf(event, line);
    this.#add(sum, amount);
    const about = { id: idOf(event), cause_id: cause?.id ?? null };
    this.#movements += 1;
    this.#wallets.get(wallet_id)?.movements.push({ day, sum, wallet_id, ...about, amount_eur: eurFromNano(amount) });
  }

  #charge(walletId: string, id: string, { cost, day }: { readonly cost: NanoEur; readonly day: string }): void {
    const { model, tags, heldAt } = this.#holdOf(id);
    this.#add('charges', -cost);
    const key = JSON.stringify([day, model, tags === undefined ? '' : writtenTags(tags, ';')]);
    const known = this.#charged.get(key) ?? { day, model, tags, charges: 0, cost: 0n };
    known.charges += 1;
    known.cost += cost;
    this.#charged.set(key, known);
    const held_on = this.#dayOf(heldAt);
    if (held_on === day) return;
    this.#late += 1;
    const late = { reservation_id: id, booked_on: day, held_on, model, cost_eur: eurFromNano(cost) };
    this.#wallets.get(walletId)?.late.push(late);
  }

  #add(sum: BillSum, amount: NanoEur): void {
    this.#sums.set(sum, (this.#sums.get(sum) ?? 0n) + amount);
  }
}

function sumOf(event: WalletEvent, { kind }: StatementLine): Exclude<BillSum, 'charges'> {
  if (kind === 'expiry') return 'expired';
  if (event.type !== 'WalletCredited' && event.type !== 'WalletDebited') return 'by_hand';
  // Nothing else takes so what the bank paid back.
  if (event.type === 'WalletDebited' && event.data.takes === 'paid_first') return 'returns';
  switch (event.data.cause?.kind) {
    case 'topup':
      return 'topups';
    case 'payout':
      return 'payouts';
    case 'grant':
      return 'grants';
    case 'correction':
      return 'corrections';
    case 'transfer':
    case 'allocation':
      return 'transfers';
    case undefined:
      return 'by_hand';
  }
}

function idOf({ data }: WalletEvent): string {
  if ('credit_id' in data) return data.credit_id;
  if ('debit_id' in data) return data.debit_id;
  return 'lot_id' in data ? data.lot_id : '';
}

function shownCharge({ day, model, tags, charges, cost }: Charged): BillCharge {
  return { day, model, ...(tags !== undefined && { tags }), charges, cost_eur: eurFromNano(cost) };
}

/** A line for each day and model, rounded to cents: half a cent to the even one. */
function linesOf(charges: readonly Charged[]): readonly BillLine[] {
  const exact = new Map<string, { readonly day: string; readonly model: string; cost: NanoEur }>();
  for (const { day, model, cost } of charges) {
    const key = JSON.stringify([day, model]);
    const known = exact.get(key) ?? { day, model, cost: 0n };
    exact.set(key, { ...known, cost: known.cost + cost });
  }
  return [...exact.values()].map(({ day, model, cost }) => ({
    day,
    model,
    amount_eur: eurFromNano(divideHalfEven(cost, nanoPerCent) * nanoPerCent),
    exact_eur: eurFromNano(cost),
  }));
}
