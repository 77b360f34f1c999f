import { closedAlert } from '../domain/alerts/closed-alerts.ts';
import { lotFigures, type LotFigures } from '../domain/lots/lot-figures.ts';
import { eurFromNano } from '../domain/money.ts';
import { walletFigures, type WalletFigures } from '../domain/wallet-entries/wallet-figures.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import { keptAmount } from '../ledger/kept-ids.ts';
import { walletStream } from '../ledger/stream-names.ts';
import { WalletFold, type ReadPage } from '../ledger/wallet-fold.ts';
import { walletStateAfter } from '../ledger/wallet-statement.ts';
import type { EventLog } from '../ports/event-log.ts';
import { refused } from './cli-error.ts';

/** What a key has spent from its wallet and currently reserves. */
interface SpendOfKey {
  readonly key_id: string;
  readonly settled_eur: string;
  readonly reserved_eur: string;
  /** The alert on its budget; absent: none was set. */
  readonly alert?: object;
}

/** A wallet folded from its own events, up to the last one recorded. */
export interface WalletAccount extends WalletFigures {
  readonly lots: readonly LotFigures[];
  readonly keys: readonly SpendOfKey[];
  /** The alert on its balance; `null`: none was set. */
  readonly alert: { readonly below_eur: string; readonly low: boolean } | null;
}

/**
 * Reads a wallet from its stream, from its newest closing on, without read models: as it is, or as it was after a revision.
 * Refuses with `wallet_not_found` and `revision_not_found`.
 */
export async function walletAccount(
  log: EventLog,
  walletId: string,
  asOf: number | null = null,
): Promise<WalletAccount> {
  const { state: latest, revision } = await folded(log, walletId);
  if (revision === -1) throw walletNotFound(walletId);
  if (asOf !== null && asOf > revision) throw refused('revision_not_found', `its last revision is ${revision}`);
  const read: ReadPage = (options) => log.readStream(walletStream(walletId), options);
  const state = asOf === null ? latest : await walletStateAfter(read, asOf);
  const keys = [...state.spendByKey.entries()].map(([keyId, spend]) => ({
    key_id: keyId,
    settled_eur: eurFromNano(spend.settled),
    reserved_eur: eurFromNano(spend.reserved),
    ...closedAlert(spend),
  }));
  return {
    ...walletFigures(walletId, state),
    lots: lotFigures(state.lots),
    keys: keys.toSorted((a, b) => (a.key_id < b.key_id ? -1 : 1)),
    alert: state.lowBelow === null ? null : { below_eur: eurFromNano(state.lowBelow), low: state.isLow },
  };
}

/** The tenant of a wallet; `null`: there is no such wallet. */
export async function tenantOfWallet(log: EventLog, walletId: string): Promise<string | null> {
  return (await folded(log, walletId)).state.tenantId;
}

/** The amount credited under an id, in euro; `null`: none. */
export async function postedCredit(log: EventLog, walletId: string, creditId: string): Promise<string | null> {
  const { state } = await folded(log, walletId);
  const amount = state.creditIds.get(creditId) ?? (await keptAmount(log, { kind: 'credit', walletId, id: creditId }));
  return amount === null ? null : eurFromNano(amount);
}

export function walletNotFound(walletId: string) {
  return refused('wallet_not_found', `there is no wallet ${walletId}: waybill wallets list shows all wallets`);
}

async function folded(
  log: EventLog,
  walletId: string,
): Promise<{ readonly state: WalletState; readonly revision: number }> {
  const fold = new WalletFold();
  await fold.readTail((page) => log.readStream(walletStream(walletId), page));
  return fold;
}
