import type { BankAccount } from '../../domain/payments/credit-transfer-text.ts';
import type { Topup } from '../../domain/payments/topup.ts';
import type { Workbook } from '../../ports/workbook.ts';
import { html } from '../markup/html.ts';
import type { Language } from '../markup/languages.ts';
import { paper, paperTables, type PaperAnswer } from './paper.ts';
import { paperSheet, type PaperSheet } from './paper-sheet.ts';
import { paperTexts } from './paper-texts.ts';

/** What stands on the paper beside the top-up. */
export interface TopupHead {
  /** `null`: it has none. */
  readonly tenantName: string | null;
  /** To which it was paid; `null`: none is configured. */
  readonly account: BankAccount | null;
}

/** That payments of a top-up have arrived and were credited, as a page that prints. */
export function topupPaper(topup: Topup, { tenantName, account }: TopupHead, language: Language): PaperAnswer {
  const texts = paperTexts[language];
  const { facts } = texts;
  return paper(language, {
    title: `${texts.receipt} ${topup.reference}`,
    facts: [
      [facts.tenant, html`${tenantName} <span class="small">${topup.tenant_id}</span>`],
      [facts.wallet, topup.wallet_id],
      [facts.account, account === null ? '–' : `${account.name}, ${account.iban}`],
    ],
    text: texts.received,
    content: paperTables(topupSheets(topup), texts),
    foot: `${facts.topup} ${topup.topup_id}`,
  });
}

/** The same as a workbook. */
export function topupWorkbook(topup: Topup, { tenantName, account }: TopupHead): Workbook {
  const { tenant_id, topup_id, reference, wallet_id } = topup;
  const paid = { account: account?.iban ?? '', account_name: account?.name ?? '' };
  const about = { notice: paperTexts.en.notice, tenant: tenantName ?? '', tenant_id, topup_id, reference, wallet_id };
  return {
    about: Object.entries({ ...about, ...paid }),
    sheets: topupSheets(topup).filter(({ rows }) => rows.length > 0),
  };
}

function topupSheets({ payments, returns }: Topup): readonly PaperSheet[] {
  const columns = ['bank_date', 'bank_reference', 'id', 'amount_eur'] as const;
  const credited = payments.filter(({ status }) => status === 'credited');
  return [
    paperSheet(
      'payments',
      columns,
      credited.map(({ bank_date, bank_reference, payment_id, received_eur }) => {
        return { bank_date, bank_reference, id: payment_id, amount_eur: received_eur };
      }),
    ),
    paperSheet(
      'returns',
      columns,
      returns.map(({ bank_date, bank_reference, return_id, returned_eur }) => {
        return { bank_date, bank_reference, id: return_id, amount_eur: `-${returned_eur}` };
      }),
    ),
  ];
}
