import { eurFromNano, type NanoEur } from '../../domain/money.ts';
import { dayOf, type Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';

/**
 * The movements as a ledger of beancount (https://beancount.github.io/docs/beancount_language_syntax.html): one transaction
 * for each event. All amounts have nine decimals, because the coarsest number of a transaction sets what beancount takes for
 * rounding. It knows five roots of accounts, so that each account of the ledger has a name of its own under one of them.
 */
export class BeancountFormat implements MovementsFormat {
  readonly #opened = new Set<string>();

  begin(zone: string): string {
    return `; Movements of a Waybill ledger. Debits are positive. Dates are days of ${zone}.
option "title" "Waybill"
option "operating_currency" "EUR"
option "inferred_tolerance_default" "EUR:0"
`;
  }

  opening(day: string, balances: readonly (readonly [account: string, balance: NanoEur])[]): string {
    if (balances.length === 0) return '';
    const opened = balances.map(([account]) => this.#open(account)).join('');
    return `${opened}\n${day} * "opening balances"\n${balances.map(([account, nano]) => line(account, eurFromNano(nano))).join('')}`;
  }

  movements({ event, postings, subject, tags }: Movements): string {
    const { recordedAt, type, id, stream, revision, position } = event;
    const accounts = postings.flatMap(({ debit_account, credit_account }) => [debit_account, credit_account]);
    const metadata = Object.entries({
      event: id,
      stream,
      revision: String(revision),
      position: String(position),
      at: recordedAt,
      ...(subject !== null && { [subject.kind]: subject.id }),
      ...Object.fromEntries(Object.entries(tags ?? {}).map(([name, value]) => [`tag-${name}`, value])),
    });
    return [
      ...accounts.map((account) => this.#open(account)),
      `\n${dayOf(recordedAt)} * "${type}"\n`,
      ...metadata.map(([name, value]) => `  ${name}: ${quoted(value)}\n`),
      ...postings.flatMap(({ debit_account, credit_account, amount_eur }) => [
        line(debit_account, amount_eur),
        line(credit_account, `-${amount_eur}`),
      ]),
    ].join('');
  }

  /** The directive that opens an account, once. */
  #open(account: string): string {
    if (this.#opened.has(account)) return '';
    this.#opened.add(account);
    return `1999-01-01 open ${beancountAccount(account)} EUR\n`;
  }
}

const platform: Readonly<Record<string, string>> = {
  'platform:funding': 'Assets:Platform:Funding',
  'platform:revenue': 'Income:Platform:Revenue',
  'platform:granted': 'Expenses:Platform:Granted',
  'platform:breakage': 'Income:Platform:Breakage',
};

/** The name of an account of the ledger: parts of letters, digits and `-`, each with a capital. No two have one name. */
export function beancountAccount(account: string): string {
  const known = platform[account];
  if (known !== undefined) return known;
  const [kind = '', id = '', part = ''] = account.split(':');
  return `Liabilities:${capital(kind)}:N${id}:${capital(part)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function line(account: string, amountEur: string): string {
  return `  ${beancountAccount(account)}  ${amountEur} EUR\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
