import { eurFromNano, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { SheetRow } from '../../ports/workbook.ts';
import { MovementsReader } from '../export/movements.ts';
import { postingColumns, postingRows } from '../export/postings-table.ts';
import { columnsOf, noRows, type PackedEvent, type PackSheet } from './pack-sheet.ts';

/** Every movement of money of the days. */
export class PostingsSheet implements PackSheet {
  readonly name = 'postings';
  readonly columns = postingColumns;
  readonly how =
    'A row for each posting of each event that was recorded within the days, in the order of the log. An amount leaves the debit account and arrives at the credit account.';
  readonly #reader = new MovementsReader();

  take({ recorded, event, when }: PackedEvent): readonly SheetRow[] {
    const movements = this.#reader.read(recorded, event);
    return movements === null || when !== 'within' ? noRows : postingRows(movements);
  }

  end(): readonly SheetRow[] {
    return noRows;
  }
}

interface Sums {
  opening: NanoEur;
  debits: NanoEur;
  credits: NanoEur;
}

/** Each account with its balance before the days, its turnover within them, and its balance after them. */
export class TrialBalanceSheet implements PackSheet {
  readonly name = 'trial_balance';
  readonly columns = [
    ...columnsOf('text', 'account'),
    ...columnsOf('amount', 'opening_eur', 'debits_eur', 'credits_eur', 'closing_eur'),
  ];
  readonly how =
    'The postings by account: those recorded before the days make the opening balance, those within them debits and credits. Closing is opening plus debits less credits; debits are positive. Opening and closing sum to zero over all accounts, and the opening balance is the closing balance of the days before.';
  readonly #accounts = new Map<string, Sums>();

  take({ event: { data }, when }: PackedEvent): readonly SheetRow[] {
    if (!('postings' in data) || when === 'after') return noRows;
    for (const { debit_account, credit_account, amount_eur } of data.postings) {
      const amount = nanoFromEur(amount_eur);
      const [debited, credited] = [this.#sumsOf(debit_account), this.#sumsOf(credit_account)];
      if (when === 'before') {
        debited.opening += amount;
        credited.opening -= amount;
      } else {
        debited.debits += amount;
        credited.credits += amount;
      }
    }
    return noRows;
  }

  *end(): Generator<SheetRow> {
    for (const [account, { opening, debits, credits }] of [...this.#accounts].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    )) {
      yield {
        account,
        opening_eur: eurFromNano(opening),
        debits_eur: eurFromNano(debits),
        credits_eur: eurFromNano(credits),
        closing_eur: eurFromNano(opening + debits - credits),
      };
    }
  }

  #sumsOf(account: string): Sums {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    const sums = { opening: 0n, debits: 0n, credits: 0n };
    this.#accounts.set(account, sums);
    return sums;
  }
}
