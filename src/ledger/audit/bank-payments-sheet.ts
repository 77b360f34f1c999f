import type { SheetRow } from '../../ports/workbook.ts';
import type { DomainEvent } from '../../domain/event-catalogue.ts';
import { payoutEventSchemas, type PayoutEvent } from '../../domain/payments/payout-events.ts';
import { topupEventSchemas, type TopupEvent } from '../../domain/payments/topup-events.ts';
import type { WalletEvent, WalletEventOf } from '../../domain/wallet-events.ts';
import { walletIdOf } from '../stream-names.ts';
import { columnsOf, noRows, type PackedEvent, type PackSheet } from './pack-sheet.ts';

/** A payment at the bank, or a credit that should have one. */
export interface BankPayment {
  readonly kind: 'payment' | 'return' | 'payout' | 'request' | 'credit' | 'debit';
  readonly id: string;
  readonly topup_id: string;
  readonly tenant_id: string;
  readonly wallet_id: string;
  readonly reference: string;
  readonly recorded_at: string;
  /** Below zero: it left the account. */
  readonly amount_eur: string;
  readonly bank_reference: string;
  readonly bank_date: string;
  readonly by_hand: string;
  readonly actor: string;
  /** When the wallet got it, or lost it; empty: it has not. */
  booked_at: string;
  /** Whether it happened within the days. */
  isWithin: boolean;
}

/** A credit or a debit without a cause: somebody moved money by hand. */
const byHand = { topup_id: '', reference: '', bank_reference: '', bank_date: '', by_hand: 'yes' };

/** Top-ups, returns and payouts against what the bank booked, and wallets' credits that no payment stands behind. */
export class BankPaymentsSheet implements PackSheet {
  readonly name = 'bank_payments';
  readonly columns = [
    ...columnsOf('text', 'match', 'kind', 'id', 'topup_id', 'tenant_id', 'wallet_id', 'reference'),
    ...columnsOf('time', 'recorded_at'),
    ...columnsOf('amount', 'amount_eur'),
    ...columnsOf('text', 'bank_reference'),
    ...columnsOf('day', 'bank_date'),
    ...columnsOf('time', 'booked_at'),
    ...columnsOf('text', 'by_hand', 'actor'),
  ];
  readonly how =
    'A row for each payment, return and payout at the bank that was recorded within the days, each request of a top-up that is not paid, each credit and debit by hand, and everything that is unmatched at their end. `match`: `matched` where the bank and the wallet have the same payment with the same amount; `not_booked` where the wallet does not have it; `unpaid` for a request without a payment; `no_bank_entry` for a movement of a wallet that names no payment. Amounts below zero left the bank account.';
  readonly #payments = new Map<string, BankPayment>();
  readonly #references = new Map<string, string>();

  /** What is known at the end of the days, in the order of the log. */
  get payments(): readonly BankPayment[] {
    return [...this.#payments.values()];
  }

  take({ event, recorded, when }: PackedEvent): readonly SheetRow[] {
    if (when === 'after') return noRows;
    const at = { recorded_at: recorded.recordedAt, isWithin: when === 'within' };
    if (isOf(event, topupEventSchemas)) this.#takeTopup(event, at);
    else if (isOf(event, payoutEventSchemas)) this.#takePayout(event, at);
    else if (event.type === 'WalletCredited' || event.type === 'WalletDebited') {
      this.#takeMovement(event, walletIdOf(recorded.stream), at);
    }
    return noRows;
  }

  *end(): Generator<SheetRow> {
    for (const payment of this.#payments.values()) {
      const match = matchOf(payment);
      if (!payment.isWithin && (match === 'matched' || match === 'no_bank_entry')) continue;
      const { isWithin: _, ...row } = payment;
      yield { match, ...row };
    }
  }

  #takeTopup(event: TopupEvent, at: At): void {
    const { topup_id, tenant_id } = event.data;
    const common = { ...at, topup_id, tenant_id, reference: this.#references.get(topup_id) ?? '', booked_at: '' };
    switch (event.type) {
      case 'TopupRequested': {
        const { wallet_id, reference, amount_eur, actor = '' } = event.data;
        this.#references.set(topup_id, reference);
        const none = { bank_reference: '', bank_date: '', by_hand: '' };
        const requested = { ...common, ...none, kind: 'request', id: topup_id, wallet_id, reference } as const;
        this.#payments.set(`request ${topup_id}`, { ...requested, amount_eur, actor });
        return;
      }
      case 'TopupConfirmed': {
        const { wallet_id, payment_id: id, bank_reference, bank_date, received_eur, by_hand, actor = '' } = event.data;
        this.#payments.delete(`request ${topup_id}`);
        const told = { bank_reference, bank_date, by_hand: by_hand ? 'yes' : 'no', actor };
        this.#payments.set(id, {
          ...common,
          kind: 'payment',
          id,
          wallet_id,
          amount_eur: received_eur,
          ...told,
        });
        return;
      }
      case 'TopupReturned': {
        const { wallet_id, return_id: id, bank_reference, bank_date, returned_eur, actor = '' } = event.data;
        const told = { bank_reference, bank_date, by_hand: 'no', actor };
        this.#payments.set(id, {
          ...common,
          kind: 'return',
          id,
          wallet_id,
          amount_eur: `-${returned_eur}`,
          ...told,
        });
        return;
      }
      case 'TopupReopened':
        this.#payments.delete(event.data.payment_id);
        return;
      case 'TopupCancelled':
      case 'TopupExpired':
        this.#payments.delete(`request ${topup_id}`);
        return;
      // What the wallet says of these counts.
      case 'TopupCredited':
      case 'TopupReversed':
      case 'TopupPaymentRecognised':
    }
  }

  #takePayout(event: PayoutEvent, at: At): void {
    const { payout_id: id, tenant_id } = event.data;
    const known = this.#payments.get(id);
    if (event.type === 'PayoutRequested') {
      const { wallet_id, amount_eur, actor = '' } = event.data;
      const none = { topup_id: '', reference: '', bank_reference: '', bank_date: '' };
      // The wallet was debited before the payout was recorded.
      const payout = { ...at, ...none, kind: 'payout', id, tenant_id, wallet_id, by_hand: 'yes', actor } as const;
      this.#payments.set(id, { ...payout, amount_eur: `-${amount_eur}`, booked_at: at.recorded_at });
    } else if (event.type === 'PayoutCancelled') this.#payments.delete(id);
    else if (known !== undefined) {
      const { bank_reference, bank_date, actor = known.actor } = event.data;
      this.#payments.set(id, { ...known, ...at, bank_reference, bank_date, actor });
    }
  }

  #takeMovement(event: Movement, wallet_id: string, at: At): void {
    const { amount_eur, cause, actor = '' } = event.data;
    const id = 'credit_id' in event.data ? event.data.credit_id : event.data.debit_id;
    const signed = event.type === 'WalletCredited' ? amount_eur : `-${amount_eur}`;
    const known = this.#payments.get(id);
    if (known !== undefined && known.amount_eur === signed) {
      known.booked_at = at.recorded_at;
      known.isWithin ||= at.isWithin;
    } else if (cause === undefined || (cause.kind === 'topup' && known === undefined)) {
      const kind = event.type === 'WalletCredited' ? 'credit' : 'debit';
      const movement = { ...at, ...byHand, kind, id, tenant_id: '', wallet_id, actor } as const;
      this.#payments.set(`movement ${id}`, { ...movement, amount_eur: signed, booked_at: at.recorded_at });
    }
  }
}

/** Whether an event is of a kind of streams. */
function isOf<Type extends DomainEvent['type']>(
  event: DomainEvent,
  schemas: Readonly<Record<Type, unknown>>,
): event is Extract<DomainEvent, { readonly type: Type }> {
  return Object.hasOwn(schemas, event.type);
}

type Movement = WalletEventOf<'WalletCredited' | 'WalletDebited'> & WalletEvent;
type At = Pick<BankPayment, 'recorded_at' | 'isWithin'>;

/** Whether the bank and the wallet tell the same. */
export function matchOf({ kind, booked_at, bank_reference }: BankPayment): string {
  if (kind === 'request') return 'unpaid';
  if (bank_reference === '') return 'no_bank_entry';
  return booked_at === '' ? 'not_booked' : 'matched';
}
