import type { BillFigures } from '../../domain/bills/bill-figures.ts';
import { writtenTags } from '../../domain/tags/tags.ts';
import { html } from '../markup/html.ts';
import { paper, paperTable, type PaperAnswer, type PaperTable } from '../markup/paper.ts';

const sumNames: Readonly<Record<keyof BillFigures['sums'], string>> = {
  topups_eur: 'Top-ups',
  returns_eur: 'Payments that the bank paid back',
  payouts_eur: 'Payouts',
  grants_eur: 'Granted credit',
  corrections_eur: 'Corrections',
  transfers_eur: 'Transfers between wallets',
  by_hand_eur: 'Credits and debits by hand',
  charges_eur: 'Charges',
  expired_eur: 'Credit that expired',
};

/** What stands on the paper beside the figures. */
export interface BillHead {
  /** `null`: it has none. */
  readonly tenantName: string | null;
  readonly notice: string;
  readonly digest: string;
  readonly isClosed: boolean;
}

/** A bill as a page that prints. */
export function billPaper(bill: BillFigures, { tenantName, notice, digest, isClosed }: BillHead): PaperAnswer {
  const state = isClosed ? 'Closed: nothing of it changes any more.' : 'Open: it may still change.';
  return paper(
    `Statement for ${bill.month}`,
    notice,
    html`<p>${tenantName ?? 'Tenant'} <span class="small">${bill.tenant_id}</span></p>
      <p>
        Days of ${bill.zone}, from ${bill.from_time} until before ${bill.before_time}, by the time of booking. Amounts
        in euro. ${state}
      </p>
      ${[balance(bill), ...chargeTables(bill), ...otherTables(bill)].map(paperTable)}
      <p class="small">SHA-256 of the figures: ${digest}</p>`,
  );
}

function balance(bill: BillFigures): PaperTable {
  const sums = Object.entries(sumNames).map(([name, words]) => [words, bill.sums[name as keyof BillFigures['sums']]]);
  return {
    title: 'Balance',
    columns: ['', 'EUR'],
    rows: [['Opening balance', bill.opening_eur], ...sums, ['Closing balance', bill.closing_eur]],
  };
}

function chargeTables({ lines, lines_eur, rounding_eur, charges, late_charges }: BillFigures): readonly PaperTable[] {
  return [
    {
      title: 'Charges by day and model',
      columns: ['Day', 'Model', 'EUR', 'Exactly, EUR'],
      rows: [
        ...lines.map(({ day, model, amount_eur, exact_eur }) => [day, model, cents(amount_eur), exact_eur]),
        ['Lines together', '', cents(lines_eur), ''],
        ['Of this by rounding', '', '', rounding_eur],
      ],
    },
    {
      title: 'Charges by tags',
      columns: ['Day', 'Model', 'Tags', 'Charges', 'EUR'],
      rows: charges.flatMap(({ day, model, tags, charges: count, cost_eur }) =>
        tags === undefined ? [] : [[day, model, writtenTags(tags, ', '), count, cost_eur]],
      ),
    },
    {
      title: 'Charges that were held on another day',
      columns: ['Booked on', 'Held on', 'Model', 'Reservation', 'EUR'],
      rows: late_charges.map((late) => [late.booked_on, late.held_on, late.model, late.reservation_id, late.cost_eur]),
    },
  ];
}

function otherTables({ movements, wallets, lots }: BillFigures): readonly PaperTable[] {
  return [
    {
      title: 'Other movements',
      columns: ['Day', 'What', 'Wallet', 'Id', 'EUR'],
      rows: movements.map(({ day, sum, wallet_id, id, cause_id, amount_eur }) => {
        return [day, sumNames[`${sum}_eur`], wallet_id, cause_id ?? id, amount_eur];
      }),
    },
    {
      title: 'Wallets',
      columns: ['Wallet', 'Opening, EUR', 'Closing, EUR'],
      rows: wallets.map(({ wallet_id, opening_eur, closing_eur }) => [wallet_id, opening_eur, closing_eur]),
    },
    {
      title: 'Credit that was granted or expires',
      columns: ['Lot', 'Kind', 'Expires', 'Left, EUR'],
      rows: lots.map(({ lot_id, kind, expires_at, left_eur }) => [lot_id, kind, expires_at ?? 'never', left_eur]),
    },
  ];
}

/** Without the digits behind the cents, which are zero. */
function cents(eur: string): string {
  return eur.slice(0, -7);
}
