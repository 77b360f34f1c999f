import { wallet } from '../../src/domain/wallet.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import type { WalletState } from '../../src/domain/wallet-state.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { Mismatch } from '../../src/ledger/verify/ledger-difference.ts';
import { ClosingCheck } from '../../src/ledger/verify/verify-closing.ts';
import { WalletFold } from '../../src/ledger/wallet-fold.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { plainState } from './wallet-history.ts';

/** Wallets whose periods were closed, beside what they would be if they never had been. */

/** All events of a wallet, from its first. */
export async function eventsOf(log: EventLog, walletId: string): Promise<readonly WalletEvent[]> {
  const events: WalletEvent[] = [];
  for (;;) {
    const page = await log.readStream(walletStream(walletId), { fromRevision: events.length, limit: 1_000 });
    events.push(...page.map((recorded) => decodeEvent(recorded) as WalletEvent));
    if (page.length < 1_000) return events;
  }
}

export const closingsIn = (events: readonly WalletEvent[]): number =>
  events.filter((event) => event.type === 'WalletPeriodClosed' && event.data.part === event.data.parts).length;

/** The fold of every event as if nothing had ever been closed. */
export const foldedFromTheBeginning = (events: readonly WalletEvent[]): WalletState =>
  events.filter(({ type }) => type !== 'WalletPeriodClosed').reduce(wallet.evolve, wallet.initialState);

/** A wallet as a process that has just started sees it, and how many events it read for that. */
export async function coldFold(
  log: EventLog,
  walletId: string,
): Promise<{ readonly fold: WalletFold; readonly read: number }> {
  const fold = new WalletFold();
  let read = 0;
  await fold.readTail(async (page) => {
    const events = await log.readStream(walletStream(walletId), page);
    read += events.length;
    return events;
  });
  return { fold, read };
}

/** Everything that decides anything, apart from ids that have streams of their own: those are counted. */
export function decidingState(state: WalletState): unknown {
  const { creditIds, debitIds, creditsKept, debitsKept, closingParts } = state;
  return {
    ...(plainState(state) as object),
    creditIds: creditIds.size + creditsKept,
    debitIds: debitIds.size + debitsKept,
    creditsKept: null,
    debitsKept: null,
    closingParts: closingParts.length,
  };
}

/** In what closings differ from the fold of the events before them. */
export function closingFaults(events: readonly WalletEvent[]): readonly Mismatch[] {
  const check = new ClosingCheck();
  let state = wallet.initialState;
  return events.flatMap((event, index) => {
    const fault = event.type === 'WalletPeriodClosed' ? check.close(event.data, state, index) : null;
    state = wallet.evolve(state, event);
    return fault ?? [];
  });
}
