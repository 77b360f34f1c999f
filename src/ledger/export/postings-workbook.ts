import { eurFromNano, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import { sheetRowsMax, WorkbookTooLarge, type SheetRow, type Workbook } from '../../ports/workbook.ts';
import type { Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';
import { postingColumns, postingRows } from './postings-table.ts';

interface AccountTotals {
  opening: NanoEur;
  debits: NanoEur;
  credits: NanoEur;
}

/**
 * The movements as a workbook: a sheet of postings, and one of accounts. It is complete when all movements are told, so
 * that it yields no text by itself. Raises `WorkbookTooLarge` at the first posting that is too many.
 */
export class PostingsWorkbook implements MovementsFormat {
  readonly #rows: SheetRow[] = [];
  readonly #accounts = new Map<string, AccountTotals>();

  begin(): string {
    return '';
  }

  opening(_day: string, balances: readonly (readonly [account: string, balance: NanoEur])[]): string {
    for (const [account, balance] of balances) this.#totalsOf(account).opening = balance;
    return '';
  }

  movements(movements: Movements): string {
    for (const row of postingRows(movements)) this.#rows.push(row);
    if (this.#rows.length > sheetRowsMax) throw new WorkbookTooLarge();
    for (const { debit_account, credit_account, amount_eur } of movements.postings) {
      this.#totalsOf(debit_account).debits += nanoFromEur(amount_eur);
      this.#totalsOf(credit_account).credits += nanoFromEur(amount_eur);
    }
    return '';
  }

  workbook(about: Workbook['about']): Workbook {
    const accounts = [...this.#accounts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const amount = (name: string) => ({ name, kind: 'amount' }) as const;
    return {
      about,
      sheets: [
        { name: 'postings', columns: postingColumns, rows: this.#rows },
        {
          name: 'accounts',
          columns: [
            { name: 'account', kind: 'text' },
            ...['opening_eur', 'debits_eur', 'credits_eur', 'balance_eur'].map(amount),
          ],
          rows: accounts.map(([account, { opening, debits, credits }]) => ({
            account,
            opening_eur: eurFromNano(opening),
            debits_eur: eurFromNano(debits),
            credits_eur: eurFromNano(credits),
            balance_eur: eurFromNano(opening + debits - credits),
          })),
        },
      ],
    };
  }

  #totalsOf(account: string): AccountTotals {
    const known = this.#accounts.get(account) ?? { opening: 0n, debits: 0n, credits: 0n };
    this.#accounts.set(account, known);
    return known;
  }
}
