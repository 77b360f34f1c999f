import { walletBalances, type WalletBalance } from '../../projections/wallet-balances.ts';
import { eurFromNano } from '../domain/money.ts';
import { wallet } from '../domain/wallet.ts';
import type { WalletEvent } from '../domain/wallet-events.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import { decodeEvent } from '../ledger/codec.ts';
import { walletStream } from '../ledger/stream-names.ts';
import type { EventLog } from '../ports/event-log.ts';
import { refused } from './cli-error.ts';

const pageEvents = 1_000;

/** What a key has cost its wallet, and holds now. */
interface SpendOfKey {
  readonly key_id: string;
  readonly settled_eur: string;
  readonly reserved_eur: string;
}

/** A wallet as its own events tell it, to the last one recorded. */
export type WalletAccount = Omit<WalletBalance, 'flagged_reservation_ids'> & { readonly keys: readonly SpendOfKey[] };

/** Folds a wallet from its stream: exact without any read model. Refuses with `wallet_not_found`. */
export async function walletAccount(log: EventLog, walletId: string): Promise<WalletAccount> {
  let state: WalletState = wallet.initialState;
  let balance: WalletBalance | null = null;
  for await (const { recorded, event } of eventsOf(log, walletId)) {
    state = wallet.evolve(state, event);
    balance = walletBalances.evolve(balance, { ...recorded, event });
  }
  if (balance === null) throw walletNotFound(walletId);
  const { flagged_reservation_ids: _, ...figures } = balance;
  const keys = [...state.spendByKey.entries()].map(([keyId, { settled, reserved }]) => ({
    key_id: keyId,
    settled_eur: eurFromNano(settled),
    reserved_eur: eurFromNano(reserved),
  }));
  return { ...figures, keys: keys.sort((a, b) => (a.key_id < b.key_id ? -1 : 1)) };
}

/** The credit that was posted under an id, in euro; `null` when there is none. */
export async function postedCredit(log: EventLog, walletId: string, creditId: string): Promise<string | null> {
  for await (const { event } of eventsOf(log, walletId)) {
    if (event.type === 'WalletCredited' && event.data.credit_id === creditId) return event.data.amount_eur;
  }
  return null;
}

export function walletNotFound(walletId: string) {
  return refused('wallet_not_found', `there is no wallet ${walletId}: waybill wallets list shows them all`);
}

async function* eventsOf(log: EventLog, walletId: string) {
  for (let fromRevision = 0; ;) {
    const page = await log.readStream(walletStream(walletId), { fromRevision, limit: pageEvents });
    // A wallet's stream holds wallet events only.
    for (const recorded of page) yield { recorded, event: decodeEvent(recorded) as WalletEvent };
    const last = page.at(-1);
    if (last === undefined || page.length < pageEvents) return;
    fromRevision = last.revision + 1;
  }
}
