import type { PayoutEvent } from '../../domain/payments/payout-events.ts';
import type { PaymentEvent } from '../../domain/payments/topup-events.ts';
import type { WalletEvent } from '../../domain/wallet-events.ts';
import { carriedLots } from './carried-lots.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

type Moved = Extract<WalletEvent, { type: 'WalletCredited' | 'WalletDebited' }>;

/** A payout whose wallet was debited, until the bank has paid it or the wallet is credited again. */
interface DebitedPayout {
  readonly wallet_id: string;
  readonly amount_eur: string;
  readonly lots: string;
  status: 'debited' | 'requested' | 'cancelled';
}

/**
 * Checks payouts: a wallet is debited once before the request is recorded, with the same amount; and credited again, with
 * the same lots, only after it was cancelled. Keeps those that have not ended, and the amount of each.
 */
export class PayoutsCheck {
  readonly #debited = new Map<string, DebitedPayout>();
  readonly #amounts = new Map<string, string>();

  /** What is wrong with the debit or credit of a payout; `null`: nothing. */
  move({ type, data }: Moved, id: string, walletId: string): Mismatch | null {
    const known = this.#debited.get(id);
    const { amount_eur } = data;
    const lots = carriedLots(data.lots);
    if (type === 'WalletDebited') {
      if (known !== undefined) return mismatch('payout', `payout ${id} to be debited once`, 'a second debit');
      const isPaid = data.takes === 'paid' && data.lots?.some(({ kind }) => kind === 'granted') !== true;
      if (!isPaid) return mismatch('payout', 'paid credit alone', lots);
      this.#debited.set(id, { wallet_id: walletId, amount_eur, lots, status: 'debited' });
      return null;
    }
    if (known?.status !== 'cancelled')
      return mismatch('payout', `payout ${id} to be cancelled before`, 'a credit of it');
    const [expected, found] = [known, { wallet_id: walletId, amount_eur, lots }].map((each) =>
      [each.amount_eur, each.wallet_id, each.lots].join(' '),
    );
    if (expected !== found) return mismatch('payout', expected ?? '', found ?? '');
    this.#debited.delete(id);
    return null;
  }

  /** What is wrong with a reference of the bank that was stated for a payout; `null`: nothing. */
  issued({ payout_id, sent_eur }: Extract<PaymentEvent, { type: 'PaymentIssued' }>['data']): Mismatch | null {
    const asked = this.#amounts.get(payout_id);
    return asked === sent_eur ? null : mismatch('payout', asked ?? `payout ${payout_id}`, `${sent_eur} sent`);
  }

  /** What is wrong with an event of a payout itself; `null`: nothing. */
  check({ type, data }: PayoutEvent): Mismatch | null {
    const known = this.#debited.get(data.payout_id);
    const status = type === 'PayoutRequested' ? 'debited' : 'requested';
    if (known?.status !== status) {
      return mismatch('payout', `payout ${data.payout_id} to be ${status} before`, known?.status ?? 'nothing of it');
    }
    switch (type) {
      case 'PayoutRequested': {
        const [expected, found] = [known, data].map((each) => `${each.amount_eur} of ${each.wallet_id}`);
        if (expected !== found) return mismatch('payout', expected ?? '', found ?? '');
        known.status = 'requested';
        this.#amounts.set(data.payout_id, data.amount_eur);
        return null;
      }
      case 'PayoutCancelled':
        known.status = 'cancelled';
        return null;
      case 'PayoutConfirmed':
        this.#debited.delete(data.payout_id);
        return null;
    }
  }
}
