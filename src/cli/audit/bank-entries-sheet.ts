import { bookedEntry } from '../../ledger/administration/booked-entry.ts';
import { matchOf, type BankPayment } from '../../ledger/audit/bank-payments-sheet.ts';
import { columnsOf, noRows, type PackSheet } from '../../ledger/audit/pack-sheet.ts';
import type { BankStatement, StatementEntry } from '../../ports/bank-statement.ts';
import type { SheetRow } from '../../ports/workbook.ts';

/** Where a bank gave no reference, an import makes one with a key that an auditor does not have. */
const noHasher = { hash: () => '' };

/** The entries of the bank's own statements against the payments of the ledger. */
export class BankEntriesSheet implements PackSheet {
  readonly name = 'bank_entries';
  readonly columns = [
    ...columnsOf('text', 'match', 'direction', 'day'),
    ...columnsOf('text', 'amount', 'currency', 'bank_reference', 'topup_id', 'payment_id', 'why'),
  ];
  readonly how =
    'A row for each entry of the statements that were given, and for each payment of the ledger that none of them has. `match`: `matched` where the reference of the bank and the amount are those of a payment, `alike` where the bank gave no reference and day and amount are; `not_in_ledger` for an entry that the ledger does not have, with `why` where it is no payment; `not_in_statements` for a payment that was recorded within the days and that no entry is of.';
  readonly #entries: readonly StatementEntry[];
  readonly #payments: () => readonly BankPayment[];
  readonly #now: number;

  constructor(statements: readonly BankStatement[], payments: () => readonly BankPayment[], now: number) {
    this.#entries = statements.flatMap(({ entries }) => entries);
    this.#payments = payments;
    this.#now = now;
  }

  take(): readonly SheetRow[] {
    return noRows;
  }

  *end(): Generator<SheetRow> {
    const banked = this.#payments().filter((payment) => payment.bank_reference !== '');
    const byReference = Map.groupBy(banked, (each) => `${each.bank_reference} ${each.amount_eur}`);
    const byDay = Map.groupBy(banked, (each) => `${each.bank_date} ${each.amount_eur}`);
    const taken = new Set<BankPayment>();
    const first = (found: readonly BankPayment[] = []) => found.find((each) => !taken.has(each));
    for (const entry of this.#entries) {
      const { bankReference, why, payment } = bookedEntry(entry, { keyHasher: noHasher, now: this.#now });
      const isMade = bankReference.startsWith('ENTRY-');
      const signed = entry.direction === 'outgoing' ? `-${payment.received_eur}` : payment.received_eur;
      const exact = isMade ? undefined : first(byReference.get(`${bankReference} ${signed}`));
      const found = exact ?? (isMade ? first(byDay.get(`${payment.bank_date} ${signed}`)) : undefined);
      if (found !== undefined) taken.add(found);
      yield {
        match: found === undefined ? 'not_in_ledger' : exact === undefined ? 'alike' : 'matched',
        direction: entry.direction,
        day: entry.day,
        amount: entry.amount,
        currency: entry.currency,
        bank_reference: isMade ? '' : bankReference,
        topup_id: found?.topup_id ?? '',
        payment_id: found?.id ?? '',
        why: why ?? '',
      };
    }
    for (const payment of banked) {
      if (taken.has(payment) || !payment.isWithin) continue;
      const { bank_date: day, amount_eur, bank_reference, topup_id, id: payment_id } = payment;
      const direction = amount_eur.startsWith('-') ? 'outgoing' : 'incoming';
      const told = { direction, day, amount: amount_eur, currency: 'EUR', bank_reference, topup_id, payment_id };
      yield { match: 'not_in_statements', ...told, why: matchOf(payment) };
    }
  }
}
