import { nanoFromSum, type NanoEur } from '../../domain/money.ts';
import type { StatementEntry } from '../../ports/bank-statement.ts';

interface Balance {
  readonly currency: string;
  readonly amount: NanoEur;
}

/**
 * Follows the balances of MT940: whether each entry stands between an opening and a closing balance of one currency that
 * differ by the entries between them. An entry that a payer wrote, in a text that the bank breaks into lines, makes them
 * differ, unless another one outweighs it.
 */
export class Mt940Balances {
  /** What the account has after the entries so far; `null`: no balance is open. */
  #open: Balance | null = null;
  #agree = true;

  /** An opening balance, of a statement or of a page. */
  open(written: string): void {
    if (this.#open !== null) this.#agree = false;
    this.#open = balanceOf(written);
  }

  add({ direction, amount }: StatementEntry): void {
    const moved = nanoOf(amount);
    if (this.#open === null) this.#agree = false;
    else this.#open = { ...this.#open, amount: this.#open.amount + (direction === 'incoming' ? moved : -moved) };
  }

  /** A closing balance. */
  close(written: string): void {
    const closing = balanceOf(written);
    const isReached = closing?.amount === this.#open?.amount && closing?.currency === this.#open?.currency;
    if (closing === null || !isReached) this.#agree = false;
    this.#open = null;
  }

  /** Whether all agree, once everything was read. */
  agree(): boolean {
    return this.#agree && this.#open === null;
  }
}

function balanceOf(written: string): Balance | null {
  const found = /^([CD])\d{6}([A-Z]{3})(\d{1,15},?\d{0,9})$/.exec(written.trim());
  if (found === null) return null;
  const [, mark, currency = '', amount = ''] = found;
  const nano = nanoOf(amount.replace(',', '.'));
  return { currency, amount: mark === 'C' ? nano : -nano };
}

function nanoOf(amount: string): NanoEur {
  const [whole = '', decimals = ''] = amount.split('.');
  return nanoFromSum(`${whole}.${decimals.padEnd(9, '0')}`);
}
