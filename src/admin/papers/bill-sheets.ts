import { billSums, type BillFigures } from '../../domain/bills/bill-figures.ts';
import { writtenTags } from '../../domain/tags/tags.ts';
import { paperSheet, type PaperSheet } from './paper-sheet.ts';

/** The tables of a bill, in the order in which it is read. */
export function billSheets(bill: BillFigures): readonly PaperSheet[] {
  const { charges, late_charges, movements, lots } = bill;
  return [
    paperSheet(
      'balance',
      ['what', 'amount_eur'],
      [
        { what: 'opening', amount_eur: bill.opening_eur },
        ...billSums.map((what) => ({ what, amount_eur: bill.sums[`${what}_eur`] })),
        { what: 'closing', amount_eur: bill.closing_eur },
      ],
    ),
    paperSheet(
      'lines',
      ['day', 'model', 'amount_eur', 'exact_eur'],
      bill.lines.map((line) => ({ ...line })),
    ),
    paperSheet(
      'tags',
      ['day', 'model', 'tags', 'charges', 'amount_eur'],
      charges.flatMap(({ tags, cost_eur, ...charge }) =>
        tags === undefined ? [] : [{ ...charge, tags: writtenTags(tags, ', '), amount_eur: cost_eur }],
      ),
    ),
    paperSheet(
      'late_charges',
      ['booked_on', 'held_on', 'model', 'reservation_id', 'amount_eur'],
      late_charges.map(({ cost_eur, ...late }) => ({ ...late, amount_eur: cost_eur })),
    ),
    paperSheet(
      'movements',
      ['day', 'what', 'wallet_id', 'id', 'amount_eur'],
      movements.map(({ sum: what, id, cause_id, ...moved }) => ({ ...moved, what, id: cause_id ?? id })),
    ),
    paperSheet(
      'wallets',
      ['wallet_id', 'opening_eur', 'closing_eur'],
      bill.wallets.map((wallet) => ({ ...wallet })),
    ),
    paperSheet(
      'lots',
      ['wallet_id', 'lot_id', 'what', 'expires_at', 'amount_eur'],
      lots.map(({ kind: what, left_eur, ...lot }) => ({ ...lot, what, amount_eur: left_eur })),
    ),
  ];
}
