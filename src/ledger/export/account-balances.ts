import { nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { Posting } from '../../domain/wallet-entries/posting.ts';

/**
 * The balance of each account: its debits less its credits, as accountants count. The sum over all accounts is zero.
 */
export class AccountBalances {
  readonly #balances = new Map<string, NanoEur>();

  add({ debit_account, credit_account, amount_eur }: Posting): void {
    const amount = nanoFromEur(amount_eur);
    this.#balances.set(debit_account, (this.#balances.get(debit_account) ?? 0n) + amount);
    this.#balances.set(credit_account, (this.#balances.get(credit_account) ?? 0n) - amount);
  }

  /** Accounts whose balance is not zero, by name. */
  entries(): readonly (readonly [account: string, balance: NanoEur])[] {
    return [...this.#balances].filter(([, balance]) => balance !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1));
  }
}
