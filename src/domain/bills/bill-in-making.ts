import { divideHalfEven, eurFromNano, nanoFromSum, type NanoEur } from '../money.ts';
import type { MovementCause } from '../payments/movement-cause.ts';
import { writtenTags, type Tags } from '../tags/tags.ts';
import { statementLines, type StatementLine } from '../wallet-entries/statement-lines.ts';
import type { WalletEvent } from '../wallet-events.ts';
import {
  billSums,
  type BillCharge,
  type BillFigures,
  type BillLine,
  type BillMovement,
  type BillSum,
  type LateCharge,
} from './bill-figures.ts';

/** Most rows of each part of a bill: it is made in memory, and read by people. */
const billRowsMax = 50_000;

/** A bill has more rows than {@link billRowsMax}. */
export class BillTooLarge extends Error {
  override readonly name = 'BillTooLarge';
}

/** What a hold says of its charge. */
export interface BilledHold {
  /** The day on which it was made. */
  readonly day: string;
  readonly model: string;
  readonly tags?: Tags | undefined;
}

interface Charged {
  readonly day: string;
  readonly model: string;
  readonly tags: Tags | undefined;
  charges: number;
  cost: NanoEur;
}

const nanoPerCent = 10_000_000n;

/** A bill while the events of its wallets are read, wallet by wallet. */
export class BillInMaking {
  readonly #holdBefore: (reservationId: string) => BilledHold;
  readonly #sums = new Map<BillSum, NanoEur>(billSums.map((sum) => [sum, 0n]));
  readonly #movements: BillMovement[] = [];
  readonly #charged = new Map<string, Charged>();
  readonly #late: LateCharge[] = [];
  /** Of holds that have not ended. */
  #holds = new Map<string, BilledHold>();

  /** `holdBefore`: the hold of a charge that was held before the month. */
  constructor(holdBefore: (reservationId: string) => BilledHold) {
    this.#holdBefore = holdBefore;
  }

  /** Begins another wallet. */
  beginWallet(): void {
    this.#holds = new Map();
  }

  /** Takes the next event of a wallet, recorded on a day of the zone. Raises {@link BillTooLarge}. */
  take(walletId: string, event: WalletEvent, day: string): void {
    this.#noteHold(event, day);
    let charge = 0n;
    for (const line of statementLines(walletId, event)) {
      if (line.kind === 'charge') charge -= line.change.posted;
      else if (line.change.posted !== 0n) this.#move(walletId, event, { line, day });
    }
    if (charge !== 0n && 'reservation_id' in event.data) this.#charge(event.data.reservation_id, charge, day);
    if (isEnding(event)) this.#holds.delete(event.data.reservation_id);
    const most = Math.max(this.#movements.length, this.#charged.size, this.#late.length);
    if (most > billRowsMax) throw new BillTooLarge(`a bill has at most ${billRowsMax} rows of a kind`);
  }

  /** All but the place of the bill and its balances. */
  figures(): Pick<
    BillFigures,
    'sums' | 'movements' | 'charges' | 'lines' | 'lines_eur' | 'rounding_eur' | 'late_charges'
  > {
    const charges = [...this.#charged].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, charged]) => charged);
    const lines = linesOf(charges);
    const inCents = lines.reduce((sum, { amount_eur }) => sum + nanoFromSum(amount_eur), 0n);
    const exact = charges.reduce((sum, { cost }) => sum + cost, 0n);
    const sums = billSums.map((name) => [`${name}_eur`, eurFromNano(this.#sums.get(name) ?? 0n)] as const);
    return {
      sums: Object.fromEntries(sums) as BillFigures['sums'],
      movements: this.#movements.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
      charges: charges.map(shownCharge),
      lines,
      lines_eur: eurFromNano(inCents),
      rounding_eur: eurFromNano(inCents - exact),
      late_charges: this.#late,
    };
  }

  #noteHold(event: WalletEvent, day: string): void {
    if (event.type === 'CreditReserved') {
      const { reservation_id, inference } = event.data;
      this.#holds.set(reservation_id, { day, model: inference.profile, tags: inference.tags });
    } else if (event.type === 'SelectionCharged' && event.data.selected !== null) {
      const { reservation_id, selected } = event.data;
      const known = this.#holds.get(reservation_id);
      if (known !== undefined) this.#holds.set(reservation_id, { ...known, model: selected });
    }
  }

  #move(
    wallet_id: string,
    event: WalletEvent,
    { line, day }: { readonly line: StatementLine; readonly day: string },
  ): void {
    const amount = line.change.posted;
    const moved = event.type === 'WalletCredited' || event.type === 'WalletDebited';
    const cause = moved ? event.data.cause : undefined;
    const sum = line.kind === 'expiry' ? 'expired' : sumOf(cause, amount);
    this.#add(sum, amount);
    const about = { id: idOf(event), cause_id: cause?.id ?? null };
    this.#movements.push({ day, sum, wallet_id, ...about, amount_eur: eurFromNano(amount) });
  }

  #charge(id: string, cost: NanoEur, day: string): void {
    const { model, tags, day: heldOn } = this.#holds.get(id) ?? this.#holdBefore(id);
    this.#add('charges', -cost);
    const key = JSON.stringify([day, model, tags === undefined ? '' : writtenTags(tags, ';')]);
    const known = this.#charged.get(key) ?? { day, model, tags, charges: 0, cost: 0n };
    known.charges += 1;
    known.cost += cost;
    this.#charged.set(key, known);
    if (heldOn === day) return;
    this.#late.push({ reservation_id: id, booked_on: day, held_on: heldOn, model, cost_eur: eurFromNano(cost) });
  }

  #add(sum: BillSum, amount: NanoEur): void {
    this.#sums.set(sum, (this.#sums.get(sum) ?? 0n) + amount);
  }
}

/** A hold that a rule released may still be charged, and what an attempt left open is another hold. */
function isEnding(event: WalletEvent): event is Extract<WalletEvent, { readonly data: { reservation_id: string } }> {
  if (event.type === 'ReservationReleased') return event.data.resolved_by !== 'rule';
  return event.type === 'ReservationSettled' || event.type === 'ReleasedReservationCharged';
}

function sumOf(cause: MovementCause | undefined, amount: NanoEur): Exclude<BillSum, 'charges' | 'expired'> {
  switch (cause?.kind) {
    case 'topup':
      return amount < 0n ? 'returns' : 'topups';
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
