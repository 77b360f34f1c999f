import { CsvError, parse } from 'csv-parse/sync';
import { isMoney } from '../../domain/money.ts';
import { isBankReference } from '../../domain/payments/bank-reference.ts';
import { isDay } from '../../domain/payments/euro-day.ts';
import { statementEntriesMax, StatementUnreadable, type BankStatement } from '../../ports/bank-statement.ts';

const columns = ['bank_reference', 'bank_date', 'received_eur', 'remittance'] as const;

/**
 * Reads a statement as comma-separated values (RFC 4180): a heading with `bank_reference`, `bank_date`, `received_eur`
 * and `remittance` in any order, then one payment per line. One invalid line refuses the whole file. Raises
 * {@link StatementUnreadable}.
 */
export function readCsvStatement(text: string): BankStatement {
  const [heading = { line: 1, fields: [] }, ...rows] = rowsOf(text);
  const places = columns.map((column) => heading.fields.indexOf(column));
  const missing = columns.find((_, index) => places[index] === -1);
  if (missing !== undefined) {
    throw new StatementUnreadable(`its first line names no column ${missing}: it must be ${columns.join(',')}`);
  }
  if (rows.length > statementEntriesMax) throw new StatementUnreadable('it has too many lines');
  const entries = rows.map(({ line, fields }) => {
    const [bank_reference = '', bank_date = '', received_eur = '', remittance = ''] = places.map(
      (place) => fields[place]?.trim() ?? '',
    );
    const fault =
      fields.length === heading.fields.length
        ? faultOf({ bank_reference, bank_date, received_eur })
        : `it has ${fields.length} fields, the first line has ${heading.fields.length}`;
    if (fault !== null) throw new StatementUnreadable(`line ${line} is no payment: ${fault}`);
    return {
      direction: 'incoming',
      account: '',
      amount: received_eur,
      currency: 'EUR',
      day: bank_date,
      bookingDay: '',
      valueDay: '',
      identifiers: { stated: bank_reference },
      text: remittance,
      texts: [remittance],
      isReturn: false,
      fault: null,
    } as const;
  });
  return { entries };
}

/** What is wrong with a payment, and how to write it; `null`: nothing. Quotes no content. */
function faultOf({
  bank_reference,
  bank_date,
  received_eur,
}: Readonly<Record<Exclude<(typeof columns)[number], 'remittance'>, string>>): string | null {
  if (!isBankReference(bank_reference)) return 'bank_reference must have 6 to 120 printable characters of ASCII';
  if (!isDay(bank_date)) return 'bank_date must be a day such as 2026-11-24';
  return isMoney(received_eur) ? null : 'received_eur must be an amount such as 1250.00';
}

interface Row {
  /** Number of its first line in the file, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** The fields of each line that has some. */
function rowsOf(text: string): readonly Row[] {
  const rows: Row[] = [];
  let linesBefore = 0;
  let emptyBefore = 0;
  try {
    parse(text, {
      // Else it takes the first end of a line for that of all.
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record: (fields, { lines, empty_lines }) => {
        rows.push({ line: linesBefore + (empty_lines - emptyBefore) + 1, fields });
        [linesBefore, emptyBefore] = [lines, empty_lines];
        return null;
      },
    });
    return rows;
  } catch (error) {
    // Its words would quote the text.
    if (!(error instanceof CsvError)) throw error;
    throw new StatementUnreadable('a quote is not closed, or not at the end of its field');
  }
}
