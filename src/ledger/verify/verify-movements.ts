import type { DomainEvent } from '../../domain/event-catalogue.ts';
import type { MovementCause } from '../../domain/payments/movement-cause.ts';
import type { PaymentEvent } from '../../domain/payments/topup-events.ts';
import type { WalletEvent } from '../../domain/wallet-events.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

type Moved = Extract<WalletEvent, { type: 'WalletCredited' | 'WalletDebited' }>;

/** What has left a wallet and has not arrived. */
interface OnItsWay {
  readonly source: string;
  readonly destination: string;
  readonly amount_eur: string;
}

/**
 * Follows money between wallets: what a transfer credits was debited before, once, in the same amount, and goes to one of its
 * two ends; what a top-up credits the bank has received. Keeps only what is on its way.
 */
export class MovementsCheck {
  readonly #onTheirWay = new Map<string, OnItsWay>();
  readonly #received = new Map<string, PaymentEvent['data']>();

  /** How many transfers are debited and not credited. */
  get open(): number {
    return this.#onTheirWay.size;
  }

  /** What is wrong with an event of a wallet, or of a payment; `null`: nothing, or it is none of these. */
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
    if (this.#onTheirWay.has(id)) return mismatch('transfer', `transfer ${id} to be debited once`, 'a second debit');
    this.#onTheirWay.set(id, { source, destination, amount_eur: data.amount_eur });
    return null;
  }

  #credit({ data }: Moved, { id }: MovementCause, walletId: string): Mismatch | null {
    const sent = this.#onTheirWay.get(id);
    if (sent === undefined) return mismatch('transfer', `transfer ${id} to be debited before`, 'a credit of it');
    if (sent.amount_eur !== data.amount_eur) return mismatch('transfer', sent.amount_eur, data.amount_eur);
    if (walletId !== sent.destination && walletId !== sent.source) {
      return mismatch('transfer', `${sent.destination} or ${sent.source}`, walletId);
    }
    this.#onTheirWay.delete(id);
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
