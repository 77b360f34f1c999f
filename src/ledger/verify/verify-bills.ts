import { billDigest } from '../../domain/bills/bill-digest.ts';
import { billEventSchemas, type ClosedBill } from '../../domain/bills/bill-events.ts';
import { BillInMaking, BillTooLarge } from '../../domain/bills/bill-in-making.ts';
import { BilledHolds, type BilledHold } from '../../domain/bills/billed-holds.ts';
import { daysOfMonth, mayFollow, monthAfter } from '../../domain/bills/bill.ts';
import { spanOf } from '../../domain/charges/calendar.ts';
import { wallet } from '../../domain/wallet.ts';
import type { WalletEvent } from '../../domain/wallet-events.ts';
import type { WalletState } from '../../domain/wallet-state.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/** A bill that is made again while the events of its wallets are replayed. */
interface Remade {
  readonly bill: ClosedBill;
  readonly making: BillInMaking;
  /** Wallets whose last event in the bill has not come yet. */
  left: number;
  /** Why it cannot be made; `null`: it can so far. */
  fault: string | null;
}

/** Which events of a wallet a bill has. */
interface Part {
  readonly remade: Remade;
  readonly after: number;
  readonly revision: number;
}

/** The bills of a wallet in the order of its events, and how many of them are passed. */
interface Parts {
  readonly parts: Part[];
  passed: number;
}

/** An event of a wallet that was found correct, with the state after it. */
export interface BilledEvent {
  readonly walletId: string;
  readonly event: WalletEvent;
  readonly revision: number;
  readonly recordedAt: string;
  readonly state: WalletState;
  /** How checkpoints name the log; `null`: this is its first event. */
  readonly origin: string | null;
}

/** A charge of which no hold is known. */
class UnknownHold extends Error {
  override readonly name = 'UnknownHold';
}

/**
 * Makes every closed bill again from the events of its wallets: it begins where the one before it ended, and is what was
 * frozen. Of a bill that was closed in another ledger, of which this one is a copy with other times, the balances alone are
 * compared. Keeps the bills that are being made, and the holds of their wallets that may still be charged.
 */
export class BillsCheck {
  readonly #holds = new BilledHolds();
  readonly #bills = new Map<string, Remade>();
  readonly #wallets = new Map<string, Parts>();
  readonly #last = new Map<string, ClosedBill>();
  /** Bills that were copied before the events of their wallets. */
  readonly #awaited: Remade[] = [];

  /** `texts`: the data of the events that close bills, unchecked, those of each tenant in their order. */
  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const bill = billIn(text);
      if (bill !== null && !this.#bills.has(nameOf(bill))) this.#expect(bill);
    }
  }

  /** Takes the next event of a wallet. */
  take(billed: BilledEvent): void {
    const own = this.#wallets.get(billed.walletId);
    if (own === undefined) return;
    this.#holds.begin(billed.event, billed.recordedAt);
    for (let part = own.parts[own.passed]; part !== undefined && billed.revision >= part.after;) {
      addTo(part, billed);
      if (billed.revision < part.revision) break;
      own.passed += 1;
      part = own.parts[own.passed];
    }
    this.#holds.end(billed.event);
  }

  /** What is wrong with a bill that is closed in a log of this origin; `null`: nothing so far. */
  check(bill: ClosedBill, origin: string | null): Mismatch | null {
    const { tenant_id } = bill;
    const last = this.#last.get(tenant_id);
    this.#last.set(tenant_id, bill);
    const found = repeatedMismatch(bill) ?? (last === undefined ? null : successionMismatch(last, bill));
    // One that was closed during the replay is not made again.
    const remade = this.#bills.get(nameOf(bill));
    if (found !== null || remade === undefined) return found;
    this.#bills.delete(nameOf(bill));
    if (bill.origin === origin || remade.left === 0 || remade.fault !== null) return remadeMismatch(remade, origin);
    this.#awaited.push(remade);
    return null;
  }

  /** To be called after the last event. */
  end(origin: string | null): Mismatch | null {
    for (const remade of this.#awaited) {
      const found = remadeMismatch(remade, origin);
      if (found !== null) return found;
    }
    return null;
  }

  #expect(bill: ClosedBill): void {
    const holdOf = (id: string): BilledHold => {
      const hold = this.#holds.of(id);
      if (hold === undefined) throw new UnknownHold(`${id} is charged without a hold`);
      return hold;
    };
    const making = new BillInMaking(bill.zone, holdOf);
    const remade: Remade = { bill, making, left: bill.wallets.length, fault: null };
    this.#bills.set(nameOf(bill), remade);
    for (const { wallet_id, after, revision } of bill.wallets) {
      const own = this.#wallets.get(wallet_id) ?? { parts: [], passed: 0 };
      own.parts.push({ remade, after, revision });
      this.#wallets.set(wallet_id, own);
      if (after < 0) making.begin(wallet_id, wallet.initialState);
    }
  }
}

function billIn(text: string): ClosedBill | null {
  try {
    return billEventSchemas.BillClosed.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function nameOf({ tenant_id, month }: ClosedBill): string {
  return `${tenant_id} ${month}`;
}

function addTo({ remade, after, revision: last }: Part, { walletId, event, revision, ...rest }: BilledEvent): void {
  const { bill, making } = remade;
  const { recordedAt, state, origin } = rest;
  if (revision === after) making.begin(walletId, state);
  // In a copy, days are others.
  else if (revision <= last && bill.origin === origin)
    remade.fault ??= faultOf(() => making.take(walletId, event, recordedAt));
  if (revision !== last) return;
  making.end(walletId, state);
  remade.left -= 1;
  if (state.tenantId !== bill.tenant_id) remade.fault ??= `wallet ${walletId} of another tenant`;
}

/** What hinders a bill from being made; `null`: nothing. Raises errors of this program. */
function faultOf(make: () => void): string | null {
  try {
    make();
    return null;
  } catch (error) {
    // An unknown zone.
    if (error instanceof RangeError || error instanceof UnknownHold || error instanceof BillTooLarge)
      return error.message;
    throw error;
  }
}

function repeatedMismatch({ wallets }: ClosedBill): Mismatch | null {
  const named = new Set(wallets.map(({ wallet_id }) => wallet_id)).size;
  return named === wallets.length ? null : mismatch('bill', `${named} wallets, each once`, wallets.length);
}

/** The bills of a tenant are closed one month after another, and each begins where the last one ended. */
function successionMismatch(last: ClosedBill, bill: ClosedBill): Mismatch | null {
  const month = monthAfter(last.month);
  if (!mayFollow(last, bill.month)) return mismatch('bill', `the bill of ${month}`, `that of ${bill.month}`);
  // Behind a bill from before every event one may begin like the first.
  if (month !== bill.month) return null;
  if (last.closing_eur !== bill.opening_eur) {
    return mismatch('bill', `an opening of ${last.closing_eur}, as ${last.month} was closed`, bill.opening_eur);
  }
  const after = new Map(bill.wallets.map((billed) => [billed.wallet_id, billed.after]));
  const before = new Map(last.wallets.map(({ wallet_id, revision }) => [wallet_id, revision]));
  for (const [id] of [...before, ...after]) {
    const [expected, found] = [before.get(id) ?? -1, after.get(id) ?? 'none of it'];
    if (expected !== found) return mismatch('bill', `events of wallet ${id} after ${expected}`, found);
  }
  return null;
}

function remadeMismatch({ bill, making, left, fault }: Remade, origin: string | null): Mismatch | null {
  if (fault !== null) return mismatch('bill', 'a bill that can be made again', fault);
  if (left > 0) return mismatch('bill', 'the events of all its wallets', `${left} wallets without their last one`);
  const { tenant_id, month, zone } = bill;
  let made = { ...bill };
  const unknown = faultOf(() => {
    const { fromMs, beforeMs } = spanOf({ zone, ...daysOfMonth(month) });
    const [from_time, before_time] = [new Date(fromMs ?? 0).toISOString(), new Date(beforeMs ?? 0).toISOString()];
    const figures = making.figures({ tenant_id, month, zone, from_time, before_time });
    const { opening_eur, closing_eur } = figures;
    made = { ...bill, opening_eur, closing_eur };
    if (bill.origin === origin) made = { ...made, from_time, before_time, digest: billDigest(figures) };
  });
  if (unknown !== null) return mismatch('bill', 'a bill that can be made again', unknown);
  const [expected, found] = [wordsOf(made), wordsOf(bill)];
  return expected === found ? null : mismatch('bill', expected, found);
}

function wordsOf({ month, from_time, before_time, opening_eur, closing_eur, digest }: ClosedBill): string {
  return `${month} from ${from_time} until ${before_time}: ${opening_eur} to ${closing_eur}, SHA-256 ${digest}`;
}
