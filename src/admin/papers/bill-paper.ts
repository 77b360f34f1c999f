import type { BillFigures } from '../../domain/bills/bill-figures.ts';
import { daysOfMonth } from '../../domain/bills/bill.ts';
import type { Workbook } from '../../ports/workbook.ts';
import { html } from '../markup/html.ts';
import type { Language } from '../markup/languages.ts';
import { writtenAmount, writtenDate, writtenMonth } from '../markup/written-values.ts';
import { billSheets } from './bill-sheets.ts';
import { paper, paperTables, type PaperAnswer } from './paper.ts';
import { paperTexts } from './paper-texts.ts';

/** What stands on the paper beside the figures. */
export interface BillHead {
  /** `null`: it has none. */
  readonly tenantName: string | null;
  readonly digest: string;
  readonly isClosed: boolean;
}

/** A bill as a page that prints. */
export function billPaper(
  bill: BillFigures,
  { tenantName, digest, isClosed }: BillHead,
  language: Language,
): PaperAnswer {
  const texts = paperTexts[language];
  const { facts, status } = texts;
  const { from, to } = daysOfMonth(bill.month);
  const rounding = writtenAmount(bill.rounding_eur, texts);
  return paper(language, {
    title: `${texts.bill} ${writtenMonth(bill.month, texts, 'long')}`,
    facts: [
      [facts.tenant, html`${tenantName} <span class="small">${bill.tenant_id}</span>`],
      [facts.days, `${writtenDate(from, texts)} – ${writtenDate(to, texts)}, ${bill.zone}`],
      [facts.status, isClosed ? status.closed : status.open],
      [facts.rounding, rounding?.text ?? bill.rounding_eur],
    ],
    text: texts.rounding,
    content: paperTables(billSheets(bill), texts),
    foot: `${facts.digest}: ${digest}`,
  });
}

/**
 * A bill as a workbook: the same tables, and the total of the balance is the closing. Names are the same in every language, for
 * what reads them.
 */
export function billWorkbook(bill: BillFigures, { tenantName, digest, isClosed }: BillHead): Workbook {
  const { tenant_id, month, zone, from_time, before_time, closing_eur, lines_eur, rounding_eur } = bill;
  const told = { tenant_id, month, zone, from_time, before_time, closing_eur, lines_eur, rounding_eur, digest };
  const about = {
    notice: paperTexts.en.notice,
    tenant: tenantName ?? '',
    status: isClosed ? 'closed' : 'open',
    ...told,
  };
  const sheets = billSheets(bill)
    .map((sheet) => ({ ...sheet, rows: sheet.rows.filter(({ what }) => what !== 'closing') }))
    .filter(({ rows }) => rows.length > 0);
  return { about: Object.entries(about), sheets };
}
