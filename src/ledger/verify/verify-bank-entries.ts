import {
  bankEntry,
  claimsOf,
  placeOfClaim,
  type EntryClaim,
  type EntryClaims,
} from '../../domain/payments/bank-entry.ts';
import type { BankEntryEvent } from '../../domain/payments/bank-entry-events.ts';
import type { TopupEvent } from '../../domain/payments/topup-events.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

type Confirmed = Extract<TopupEvent, { type: 'TopupConfirmed' }>['data'];

/** A payment that was confirmed. */
interface KnownPayment {
  readonly told: string;
  readonly by: EntryClaim['by'];
  /** Places at days of its entry at which it has to claim before it is credited. */
  readonly open: Set<string>;
  isRefused: boolean;
}

/**
 * Checks the claims on the bank's entries: each is of a known payment, and was decided by those before it; a payment is
 * credited after it has claimed its entry, and never where that was refused. Keeps all claims.
 */
export class BankEntriesCheck {
  readonly #payments = new Map<string, KnownPayment>();
  /** By amount and day or reference. */
  readonly #claims = new Map<string, EntryClaims | null>();

  confirm(data: Confirmed): void {
    const { topup_id, payment_id, received_eur, identity, shown_eur } = data;
    const by = data.by_hand ? 'person' : 'statement';
    const claims = shown_eur === undefined ? [] : claimsOf({ topup_id, by }, data);
    const dated = claims.filter(({ kept_at }) => identity.days.includes(kept_at));
    const told = toldOf({ topup_id, received_eur });
    this.#payments.set(payment_id, { told, by, open: new Set(dated.map(placeOfClaim)), isRefused: false });
  }

  /** What is wrong with a claim; `null`: nothing. */
  claim(event: BankEntryEvent): Mismatch | null {
    const claim = event.data;
    const { payment_id, by } = claim;
    const known = this.#payments.get(payment_id);
    const expected = known?.told ?? `a payment ${payment_id}`;
    if (expected !== toldOf(claim)) return mismatch('bank_entry', expected, toldOf(claim));
    const isFirst = known?.open.delete(placeOfClaim(claim)) === true;
    const asked = by === 'recognised' && !isFirst ? by : (known?.by ?? '');
    if (by !== asked) return mismatch('bank_entry', `by ${asked}`, `by ${by}`);
    const state = this.#claims.get(placeOfClaim(claim)) ?? null;
    const decision = bankEntry.decide({ type: 'claim_entry', claim }, state);
    const decided = (decision.accepted && decision.events[0]?.type) || 'nothing more';
    if (decided !== event.type) return mismatch('bank_entry', decided, event.type);
    if (known !== undefined && decided === 'BankEntryRefused') known.isRefused = true;
    this.#claims.set(placeOfClaim(claim), bankEntry.evolve(state, event));
    return null;
  }

  /** What is missing before the wallet is credited with a payment; `null`: nothing. */
  credit(paymentId: string): Mismatch | null {
    const payment = this.#payments.get(paymentId);
    if (payment?.isRefused === true) return mismatch('bank_entry', 'no credit of what was refused', 'a credit');
    const open = payment?.open.values().next().value;
    return open === undefined ? null : mismatch('bank_entry', `a claim on ${open} before`, 'none');
  }
}

function toldOf({ topup_id, received_eur }: Pick<EntryClaim, 'topup_id' | 'received_eur'>): string {
  return `${received_eur} for ${topup_id}`;
}
