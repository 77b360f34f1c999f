import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { MovementCause } from '../../domain/payments/movement-cause.ts';
import type { PaymentEvent } from '../../domain/payments/topup-events.ts';
import type { WalletEvent } from '../../domain/wallet-events.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

type Moved = Extract<WalletEvent, { type: 'WalletCredited' | 'WalletDebited' }>;

/** A transfer that was debited and not yet credited. */
interface DebitedTransfer {
  readonly source: string;
  readonly destination: string;
  readonly amount_eur: string;
}

/**
 * Checks money between wallets: a transfer is debited once before it is credited, with the same amount, and credited to
 * its destination or back to its source; a top-up is credited only for a received payment. Keeps only open transfers
 * and payments.
 */
export class MovementsCheck {
  readonly #debited = new Map<string, DebitedTransfer>();
  readonly #received = new Map<string, PaymentEvent['data']>();

  /** Number of transfers debited and not yet credited. */
  get open(): number {
    return this.#debited.size;
  }

  /** What is wrong with a movement or a payment; `null`: nothing, or the event is neither. */
  check(event: DomainEvent, walletId: string): Mismatch | null {
    if (event.type === 'PaymentReceived') {
      this.#received.set(event.data.topup_id, event.data);
      return null;
    }
    if (event.type !== 'WalletCredited' && event.type !== 'WalletDebited') return null;
    const { cause } = event.data;
    if (cause?.kind === 'topup') return this.#topup(event, cause, walletId);
    if (cause?.kind !== 'transfer' && cause?.kind !== 'allocation') return null;
    return event.type === 'WalletDebited' ? this.#debit(event, cause, walletId) : this.#credit(event, cause, walletId);
  }

  #debit({ data }: Moved, { id, wallet_id: destination = '' }: MovementCause, source: string): Mismatch | null {
    if (this.#debited.has(id)) return mismatch('transfer', `transfer ${id} to be debited once`, 'a second debit');
    this.#debited.set(id, { source, destination, amount_eur: data.amount_eur });
    return null;
  }

  #credit({ data }: Moved, { id }: MovementCause, walletId: string): Mismatch | null {
    const sent = this.#debited.get(id);
    if (sent === undefined) return mismatch('transfer', `transfer ${id} to be debited before`, 'a credit of it');
    if (sent.amount_eur !== data.amount_eur) return mismatch('transfer', sent.amount_eur, data.amount_eur);
    if (walletId !== sent.destination && walletId !== sent.source) {
      return mismatch('transfer', `${sent.destination} or ${sent.source}`, walletId);
    }
    this.#debited.delete(id);
    return null;
  }

  #topup({ type, data }: Moved, { id }: MovementCause, walletId: string): Mismatch | null {
    const received = this.#received.get(id);
    if (type !== 'WalletCredited' || received === undefined) {
      return mismatch('topup', `a payment for top-up ${id}`, `${type} without one`);
    }
    if (received.wallet_id !== walletId || received.received_eur !== data.amount_eur) {
      return mismatch(
        'topup',
        `${received.received_eur} in ${received.wallet_id}`,
        `${data.amount_eur} in ${walletId}`,
      );
    }
    this.#received.delete(id);
    return null;
  }
}
