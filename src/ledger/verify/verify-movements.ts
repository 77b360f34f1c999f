import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { MovementCause } from '../../domain/payments/movement-cause.ts';
import type { PayoutEvent } from '../../domain/payments/payout-events.ts';
import type { PaymentEvent, TopupEvent } from '../../domain/payments/topup-events.ts';
import type { WalletEvent } from '../../domain/wallet-events.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';
import { carriedLots } from './carried-lots.ts';
import { BankEntriesCheck } from './verify-bank-entries.ts';
import { PayoutsCheck } from './verify-payouts.ts';

type Moved = Extract<WalletEvent, { type: 'WalletCredited' | 'WalletDebited' }>;
type Received = Extract<PaymentEvent, { type: 'PaymentReceived' }>['data'];

/** A transfer that was debited and not yet credited. */
interface DebitedTransfer {
  readonly source: string;
  readonly destination: string;
  readonly amount_eur: string;
  readonly lots: string;
}

/** A payment of a top-up, or a return, that has to be booked on a wallet. */
interface Awaited {
  readonly type: 'WalletCredited' | 'WalletDebited';
  readonly cause: MovementCause;
  readonly wallet_id: string;
  readonly amount_eur: string;
}

/**
 * Checks money between wallets: a transfer is debited once before it is credited, with the same amount, and credited to
 * its destination or back to its source; a wallet is credited with each payment of a top-up once, and debited with each
 * return of one; and all events tell the same of a payment. Keeps open transfers, and all payments and returns.
 */
export class MovementsCheck {
  readonly #payouts = new PayoutsCheck();
  readonly #bankEntries = new BankEntriesCheck();
  readonly #debited = new Map<string, DebitedTransfer>();
  /** Payments not credited, and returns not debited yet, by id. */
  readonly #awaited = new Map<string, Awaited>();
  /** What is known of each payment and return, by id: its top-up, wallet and amount. */
  readonly #told = new Map<string, string>();

  /** Number of transfers debited and not yet credited. */
  get open(): number {
    return this.#debited.size;
  }

  /** What is wrong with a movement or a payment; `null`: nothing, or the event is neither. */
  check(event: DomainEvent, walletId: string): Mismatch | null {
    if (event.type === 'BankEntryClaimed' || event.type === 'BankEntryRefused') return this.#bankEntries.claim(event);
    if (event.type === 'PaymentIssued') return this.#payouts.issued(event.data);
    if (event.type === 'PaymentReceived') return this.#received(event.data);
    if (event.type.startsWith('Payout')) return this.#payouts.check(event as PayoutEvent); // their types begin so
    if (event.type.startsWith('Topup')) return this.#topup(event as TopupEvent); // the types of top-ups begin so
    if (event.type !== 'WalletCredited' && event.type !== 'WalletDebited') return null;
    const { cause } = event.data;
    const id = event.type === 'WalletCredited' ? event.data.credit_id : event.data.debit_id;
    if (cause?.kind === 'payout') return this.#payouts.move(event, cause.id, walletId);
    if (cause?.kind === 'topup' || this.#awaited.has(id)) return this.#book(event, id, walletId);
    if (cause?.kind !== 'transfer' && cause?.kind !== 'allocation') return null;
    return event.type === 'WalletDebited' ? this.#debit(event, cause, walletId) : this.#credit(event, cause, walletId);
  }

  #debit({ data }: Moved, { id, wallet_id: destination = '' }: MovementCause, source: string): Mismatch | null {
    if (this.#debited.has(id)) return mismatch('transfer', `transfer ${id} to be debited once`, 'a second debit');
    this.#debited.set(id, { source, destination, amount_eur: data.amount_eur, lots: carriedLots(data.lots) });
    return null;
  }

  #credit({ data }: Moved, { id }: MovementCause, walletId: string): Mismatch | null {
    const sent = this.#debited.get(id);
    if (sent === undefined) return mismatch('transfer', `transfer ${id} to be debited before`, 'a credit of it');
    if (sent.amount_eur !== data.amount_eur) return mismatch('transfer', sent.amount_eur, data.amount_eur);
    if (sent.lots !== carriedLots(data.lots)) return mismatch('transfer', sent.lots, carriedLots(data.lots));
    if (walletId !== sent.destination && walletId !== sent.source) {
      return mismatch('transfer', `${sent.destination} or ${sent.source}`, walletId);
    }
    this.#debited.delete(id);
    return null;
  }

  #topup(event: TopupEvent): Mismatch | null {
    switch (event.type) {
      case 'TopupConfirmed': {
        const { payment_id, topup_id, wallet_id, received_eur } = event.data;
        const cause = { kind: 'topup', id: topup_id } as const;
        this.#awaited.set(payment_id, { type: 'WalletCredited', cause, wallet_id, amount_eur: received_eur });
        this.#told.set(payment_id, toldOf({ topup_id, wallet_id, amount_eur: received_eur }));
        this.#bankEntries.confirm(event.data);
        return null;
      }
      case 'TopupReturned': {
        const { topup_id, return_id, payment_id, wallet_id, returned_eur } = event.data;
        const cause = { kind: 'correction', id: return_id, corrects: payment_id } as const;
        this.#awaited.set(return_id, { type: 'WalletDebited', cause, wallet_id, amount_eur: returned_eur });
        const told = toldOf({ topup_id, wallet_id, amount_eur: returned_eur });
        this.#told.set(return_id, told);
        return this.#isAsTold(payment_id, told);
      }
      case 'TopupReopened':
        this.#awaited.delete(event.data.payment_id);
        return null;
      case 'TopupCredited':
        return this.#booked(event.data.payment_id, event.data.received_eur);
      case 'TopupReversed':
        return this.#booked(event.data.return_id, event.data.returned_eur);
      case 'TopupRequested':
      case 'TopupPaymentRecognised':
      case 'TopupCancelled':
      case 'TopupExpired':
        return null;
    }
  }

  #booked(id: string, amount_eur: string): Mismatch | null {
    const open = this.#awaited.get(id);
    if (open !== undefined) return mismatch('topup', `${open.type} ${id} before`, 'none');
    const told = this.#told.get(id) ?? 'nothing';
    return told.startsWith(`${amount_eur} `) ? null : mismatch('topup', told, amount_eur);
  }

  #received({ topup_id, wallet_id, payment_id, received_eur }: Received): Mismatch | null {
    return this.#isAsTold(payment_id, toldOf({ topup_id, wallet_id, amount_eur: received_eur }));
  }

  #isAsTold(paymentId: string, found: string): Mismatch | null {
    const told = this.#told.get(paymentId) ?? `a payment ${paymentId}`;
    return told === found ? null : mismatch('topup', told, found);
  }

  #book({ type, data }: Moved, id: string, walletId: string): Mismatch | null {
    const open = this.#awaited.get(id);
    if (open === undefined || open.type !== type) {
      return mismatch('topup', open === undefined ? `a payment ${id}` : `${open.type} ${id}`, `${type} without one`);
    }
    const [expected, found] = [open.cause, data.cause].map(causeText);
    if (expected !== found) return mismatch('topup', expected, found);
    if (open.wallet_id !== walletId || open.amount_eur !== data.amount_eur) {
      return mismatch('topup', `${open.amount_eur} in ${open.wallet_id}`, `${data.amount_eur} in ${walletId}`);
    }
    this.#awaited.delete(id);
    return this.#bankEntries.credit(id);
  }
}

function toldOf({
  topup_id,
  wallet_id,
  amount_eur,
}: Readonly<Record<'topup_id' | 'wallet_id' | 'amount_eur', string>>) {
  return `${amount_eur} in ${wallet_id} for ${topup_id}`;
}

function causeText(cause: MovementCause | undefined): string {
  return cause === undefined ? 'no cause' : [cause.kind, cause.id, cause.corrects ?? ''].join(' ').trimEnd();
}
