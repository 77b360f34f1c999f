import type { BillFigures } from '../../domain/bills/bill-figures.ts';
import { writtenTags } from '../../domain/tags/tags.ts';
import type { SheetColumn, SheetRow } from '../../ports/workbook.ts';

const texts = (...names: readonly string[]): readonly SheetColumn[] => names.map((name) => ({ name, kind: 'text' }));

/** The columns of a bill as one table: `part` says what a row is. */
export const billColumns: readonly SheetColumn[] = [
  ...texts('part'),
  { name: 'day', kind: 'day' },
  ...texts('wallet_id', 'model', 'tags', 'id', 'cause_id'),
  { name: 'held_on', kind: 'day' },
  { name: 'charges', kind: 'count' },
  { name: 'amount_eur', kind: 'amount' },
  { name: 'exact_eur', kind: 'amount' },
  ...texts('note'),
];

/** The rows of a bill, in the order in which it is read. */
export function billRows(bill: BillFigures, note: string): readonly SheetRow[] {
  return [
    { part: 'opening', amount_eur: bill.opening_eur, note },
    ...Object.entries(bill.sums).map(([name, amount_eur]) => ({ part: 'sum', id: name, amount_eur })),
    { part: 'closing', amount_eur: bill.closing_eur },
    ...bill.wallets.flatMap(({ wallet_id, opening_eur, closing_eur }) => [
      { part: 'wallet_opening', wallet_id, amount_eur: opening_eur },
      { part: 'wallet_closing', wallet_id, amount_eur: closing_eur },
    ]),
    ...bill.movements.map(({ sum, ...movement }) => ({ part: sum, ...movement })),
    ...bill.charges.map(({ tags, cost_eur, ...charge }) => ({
      part: 'charge',
      ...charge,
      tags: tags === undefined ? null : writtenTags(tags, ';'),
      amount_eur: cost_eur,
    })),
    ...bill.lines.map((line) => ({ part: 'line', ...line })),
    { part: 'rounding', amount_eur: bill.rounding_eur },
    ...bill.late_charges.map(({ reservation_id, booked_on, cost_eur, ...late }) => {
      return { part: 'late_charge', day: booked_on, id: reservation_id, ...late, amount_eur: cost_eur };
    }),
    ...bill.lots.map(({ lot_id, kind, expires_at, left_eur, wallet_id }) => {
      const note = `${kind}${expires_at === null ? '' : `, until ${expires_at}`}`;
      return { part: 'lot', wallet_id, id: lot_id, amount_eur: left_eur, note };
    }),
  ];
}
