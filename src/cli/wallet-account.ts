import { eurFromNano } from '../domain/money.ts';
import { availableNano, type WalletState } from '../domain/wallet-state.ts';
import { keptAmount } from '../ledger/kept-ids.ts';
import { walletStream } from '../ledger/stream-names.ts';
import { WalletFold } from '../ledger/wallet-fold.ts';
import type { EventLog } from '../ports/event-log.ts';
import { refused } from './cli-error.ts';

/** What a key has cost its wallet, and holds now. */
interface SpendOfKey {
  readonly key_id: string;
  readonly settled_eur: string;
  readonly reserved_eur: string;
}

/** A wallet as its own events tell it, to the last one recorded. */
export interface WalletAccount {
  readonly wallet_id: string;
  /** `null` for a wallet whose opening was never recorded. */
  readonly tenant_id: string | null;
  readonly posted_eur: string;
  readonly reserved_eur: string;
  readonly available_eur: string;
  readonly restricted: boolean;
  readonly open_reservations: number;
  readonly flagged_reservations: number;
  readonly credited_eur: string;
  readonly debited_eur: string;
  readonly settled_eur: string;
  /** The part of it that was paid for choosing who answers. */
  readonly selection_eur: string;
  readonly overrun_eur: string;
  readonly keys: readonly SpendOfKey[];
}

/** A wallet from its stream, from its newest closing on: exact without any read model. Refuses with `wallet_not_found`. */
export async function walletAccount(log: EventLog, walletId: string): Promise<WalletAccount> {
  const { state, revision } = await folded(log, walletId);
  if (revision === -1) throw walletNotFound(walletId);
  const flagged = state.reservations.entries().filter(([, { flag }]) => flag !== null);
  const keys = [...state.spendByKey.entries()].map(([keyId, { settled, reserved }]) => ({
    key_id: keyId,
    settled_eur: eurFromNano(settled),
    reserved_eur: eurFromNano(reserved),
  }));
  return {
    wallet_id: walletId,
    tenant_id: state.tenantId,
    posted_eur: eurFromNano(state.posted),
    reserved_eur: eurFromNano(state.reserved),
    available_eur: eurFromNano(availableNano(state)),
    restricted: state.isRestricted,
    open_reservations: state.reservations.size,
    flagged_reservations: [...flagged].length,
    credited_eur: eurFromNano(state.credited),
    debited_eur: eurFromNano(state.debited),
    settled_eur: eurFromNano(state.settled),
    selection_eur: eurFromNano(state.selectionSettled),
    overrun_eur: eurFromNano(state.overrun),
    keys: keys.toSorted((a, b) => (a.key_id < b.key_id ? -1 : 1)),
  };
}

/** The tenant that a wallet was opened for; `null`: there is no such wallet. */
export async function tenantOfWallet(log: EventLog, walletId: string): Promise<string | null> {
  return (await folded(log, walletId)).state.tenantId;
}

/** The credit that was posted under an id, in euro; `null` when there is none. */
export async function postedCredit(log: EventLog, walletId: string, creditId: string): Promise<string | null> {
  const { state } = await folded(log, walletId);
  const amount = state.creditIds.get(creditId) ?? (await keptAmount(log, { kind: 'credit', walletId, id: creditId }));
  return amount === null ? null : eurFromNano(amount);
}

export function walletNotFound(walletId: string) {
  return refused('wallet_not_found', `there is no wallet ${walletId}: waybill wallets list shows them all`);
}

async function folded(
  log: EventLog,
  walletId: string,
): Promise<{ readonly state: WalletState; readonly revision: number }> {
  const fold = new WalletFold();
  await fold.readTail((page) => log.readStream(walletStream(walletId), page));
  return fold;
}
