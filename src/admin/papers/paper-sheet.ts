import type { SheetColumn, SheetRow } from '../../ports/workbook.ts';

const kinds = {
  what: 'text',
  day: 'day',
  model: 'text',
  tags: 'text',
  charges: 'count',
  amount_eur: 'amount',
  exact_eur: 'amount',
  booked_on: 'day',
  held_on: 'day',
  reservation_id: 'text',
  wallet_id: 'text',
  id: 'text',
  opening_eur: 'amount',
  closing_eur: 'amount',
  lot_id: 'text',
  expires_at: 'time',
  bank_date: 'day',
  bank_reference: 'text',
} as const satisfies Readonly<Record<string, SheetColumn['kind']>>;

/** The name of a column of papers. */
export type PaperColumn = keyof typeof kinds;

/** A table of a paper and of its workbook, where names are the same in every language. */
export interface PaperSheet {
  readonly name:
    'balance' | 'lines' | 'tags' | 'late_charges' | 'movements' | 'wallets' | 'lots' | 'payments' | 'returns';
  readonly columns: readonly (SheetColumn & { readonly name: PaperColumn })[];
  readonly rows: readonly SheetRow[];
}

/** A table with these columns. */
export function paperSheet(
  name: PaperSheet['name'],
  columns: readonly PaperColumn[],
  rows: readonly SheetRow[],
): PaperSheet {
  return { name, columns: columns.map((column) => ({ name: column, kind: kinds[column] })), rows };
}
