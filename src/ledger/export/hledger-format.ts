import { eurFromNano, type NanoEur } from '../../domain/money.ts';
import { dayOf, type Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';

const head = (zone: string): string => `; Movements of a Waybill ledger. Debits are positive. Dates are days of ${zone}.
decimal-mark .
commodity 1.000000000 EUR
`;

/**
 * The movements as a journal of hledger (https://hledger.org/hledger.html, section "Journal"): one transaction for each
 * event, which balances by itself. Wallets are liabilities, funding is an asset, charges and credit that expired are revenue,
 * granted credit is an expense. Accounts are declared before they are used, so that `hledger check --strict` passes.
 */
export class HledgerFormat implements MovementsFormat {
  readonly #declared = new Set<string>();

  begin(zone: string): string {
    return head(zone);
  }

  opening(day: string, balances: readonly (readonly [account: string, balance: NanoEur])[]): string {
    if (balances.length === 0) return '';
    const declared = balances.map(([account]) => this.#declare(account)).join('');
    const lines = balances.map(([account, balance]) => line(account, eurFromNano(balance)));
    return `${declared}\n${day} * opening balances\n${lines.join('')}`;
  }

  movements({ event, postings, subject, tags: ofRequest }: Movements): string {
    const { recordedAt, type, id, stream, revision, position } = event;
    const accounts = postings.flatMap(({ debit_account, credit_account }) => [debit_account, credit_account]);
    const declared = accounts.map((account) => this.#declare(account)).join('');
    const tags = [
      `event:${id}`,
      `stream:${stream}`,
      `revision:${revision}`,
      `position:${position}`,
      `at:${recordedAt}`,
      ...(subject === null ? [] : [`${subject.kind}:${subject.id}`]),
      // Names of their own: hledger reads `date` and `type` itself.
      ...Object.entries(ofRequest ?? {}).map(([name, value]) => `tag-${name}:${value}`),
    ];
    const lines = postings.flatMap(({ debit_account, credit_account, amount_eur }) => [
      line(debit_account, amount_eur),
      line(credit_account, `-${amount_eur}`),
    ]);
    return `${declared}\n${dayOf(recordedAt)} * ${type}  ; ${tags.join(', ')}\n${lines.join('')}`;
  }

  /** The directive that declares an account, once. */
  #declare(account: string): string {
    if (this.#declared.has(account)) return '';
    this.#declared.add(account);
    return `account ${account}  ; type:${accountType(account)}\n`;
  }
}

/** Asset, revenue, expense or liability, as hledger abbreviates them. */
function accountType(account: string): 'A' | 'R' | 'X' | 'L' {
  switch (account) {
    case 'platform:funding':
      return 'A';
    case 'platform:revenue':
    case 'platform:breakage':
      return 'R';
    case 'platform:granted':
      return 'X';
    default:
      return 'L';
  }
}

function line(account: string, amountEur: string): string {
  return `    ${account}  ${amountEur} EUR\n`;
}
