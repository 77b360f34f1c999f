import { nanoFromEur } from '../../src/domain/money.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';

/** Balances of accounts, booked from the postings of events and from nothing else, as an outside program would. */
export function bookPostings(events: readonly WalletEvent[]): ReadonlyMap<string, bigint> {
  const balances = new Map<string, bigint>();
  const add = (account: string, amount: bigint): void => {
    balances.set(account, (balances.get(account) ?? 0n) + amount);
  };
  for (const { data } of events) {
    if (!('postings' in data)) continue;
    for (const { debit_account, credit_account, amount_eur } of data.postings) {
      add(debit_account, -nanoFromEur(amount_eur));
      add(credit_account, nanoFromEur(amount_eur));
    }
  }
  return balances;
}
