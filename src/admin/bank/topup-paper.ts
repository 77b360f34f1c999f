import type { BankAccount } from '../../domain/payments/credit-transfer-text.ts';
import type { Topup } from '../../domain/payments/topup.ts';
import { paper, paperTable, type PaperAnswer } from '../markup/paper.ts';
import { html } from '../markup/html.ts';

/** What stands on the paper beside the top-up. */
export interface TopupHead {
  /** `null`: it has none. */
  readonly tenantName: string | null;
  readonly notice: string;
  /** To which it was paid; `null`: none is configured. */
  readonly account: BankAccount | null;
}

/** That payments of a top-up have arrived and were credited, as a page that prints. */
export function topupPaper(topup: Topup, { tenantName, notice, account }: TopupHead): PaperAnswer {
  const credited = topup.payments.filter(({ status }) => status === 'credited');
  return paper(
    `Receipt for the top-up ${topup.reference}`,
    notice,
    html`<p>${tenantName ?? 'Tenant'} <span class="small">${topup.tenant_id}</span></p>
      <p>
        These payments have arrived${account !== null && ` on the account ${account.iban} of ${account.name}`}, and were
        credited to the wallet ${topup.wallet_id}. Amounts in euro.
      </p>
      ${paperTable({
        title: 'Payments',
        columns: ['Booked by the bank on', 'Reference of the bank', 'Payment', 'EUR'],
        rows: credited.map((each) => [each.bank_date, each.bank_reference, each.payment_id, each.received_eur]),
      })}
      ${paperTable({
        title: 'Paid back by the bank',
        columns: ['Booked by the bank on', 'Reference of the bank', 'Return', 'EUR'],
        rows: topup.returns.map((each) => [
          each.bank_date,
          each.bank_reference,
          each.return_id,
          `-${each.returned_eur}`,
        ]),
      })}
      <p class="small">Top-up ${topup.topup_id}</p>`,
  );
}
