import { isMoney } from '../domain/money.ts';
import { isBankReference, isDay } from '../domain/payments/booked-payment.ts';
import {
  statementEntriesMax,
  StatementUnreadable,
  type BankStatement,
  type StatementEntry,
} from '../ports/bank-statement.ts';

const columns = ['bank_reference', 'bank_date', 'received_eur', 'remittance'] as const;

/**
 * Reads a statement as comma-separated values (RFC 4180): a heading with `bank_reference`, `bank_date`, `received_eur`
 * and `remittance` in any order, then one payment per line. One invalid line refuses the whole file. Raises
 * {@link StatementUnreadable}.
 */
export function readCsvBankStatement(text: string): BankStatement {
  const [heading = [], ...rows] = rowsOf(text);
  const places = columns.map((column) => heading.indexOf(column));
  const missing = columns.find((_, index) => places[index] === -1);
  if (missing !== undefined) throw new StatementUnreadable(`its first line names no column ${missing}`);
  if (rows.length > statementEntriesMax) throw new StatementUnreadable('it has too many lines');
  const payments = rows.map((row, index) => {
    const [bank_reference = '', bank_date = '', received_eur = '', remittance = ''] = places.map(
      (place) => row[place]?.trim() ?? '',
    );
    const isWhole = row.length === heading.length && isEntry({ bank_reference, bank_date, received_eur });
    if (!isWhole) throw new StatementUnreadable(`line ${index + 2} is no payment`);
    return { bank_reference, bank_date, received_eur, remittance };
  });
  return { payments, others: [] };
}

function isEntry({ bank_reference, bank_date, received_eur }: Omit<StatementEntry, 'remittance'>): boolean {
  return isBankReference(bank_reference) && isDay(bank_date) && isMoney(received_eur);
}

/** The fields of each non-empty line, in one pass. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = (): void => {
    row.push(field);
    field = '';
  };
  const endRow = (): void => {
    endField();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text.charAt(index + 1) === '"') {
        field += '"';
        index += 1;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === ',') endField();
    else if (character === '\n') endRow();
    else if (character !== '\r') field += character;
  }
  if (isQuoted) throw new StatementUnreadable('a quote is not closed');
  endRow();
  return rows;
}
