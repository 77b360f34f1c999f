import type { Command } from 'commander';
import { displayEur, nanoFromEur } from '../../domain/money.ts';
import { documented } from '../arguments.ts';
import { cliActor } from '../cli-actor.ts';
import { exitCodes } from '../cli-error.ts';
import { printJson, printLine } from '../output.ts';
import { Progress } from '../progress.ts';
import type { Imported, Matched, Refused, Unmatched } from '../../admin/bank/import-statements.ts';
import { statementsIn } from './statements-in.ts';

interface Options {
  readonly book?: string | boolean;
  readonly reverseReturns?: boolean;
  readonly json?: boolean;
}

const help = `
Reads ISO 20022 camt.052, camt.053 and camt.054 (XML, also in an envelope), MT940, a zip of such files, or CSV with the
columns bank_reference, bank_date, received_eur and remittance. A payment is credited once, whichever of its files comes
first and however often. Everything that came in and was not credited is listed with the reason; so is what went out and
names a top-up.

  waybill payments import statement.xml
  waybill payments import statement.xml --reverse-returns   # also debit what the bank has paid back
`;

export function paymentsImport(payments: Command): void {
  const command = payments
    .command('import')
    .description('credit the top-ups that are paid according to a bank statement; a payment is credited only once')
    .argument('<file>', 'camt.052, camt.053 or camt.054 (XML), MT940, a zip of them, or CSV')
    .option('--book [true|false]', 'false: only say what would become of the entries', 'true')
    .option('--reverse-returns', 'debit the wallets of payments that the bank has paid back')
    .addHelpText('after', help)
    .action(importFile);
  documented(command, {
    example: 'waybill payments import statement.xml',
    json: '{"credited":[{"bank_reference","bank_date","topup_id","amount_eur"}],"already":[…],"reversed":[…],"returned":[{…,"text"}],\n   "refused":[{…,"refusal"}],"unmatched":[{"bank_reference","bank_date","amount","currency","why","text","topup_ids"}]};\n   exit code 1 where something is unmatched, returned or refused',
  });
}

async function importFile(file: string, { book, reverseReturns = false, json = false }: Options): Promise<void> {
  const { importStatements } = await import('../../admin/bank/import-statements.ts');
  const { withAdministration } = await import('./with-administration.ts');
  const statements = await statementsIn(file);
  const progress = new Progress('entries read');
  const settings = {
    actor: cliActor(),
    books: book !== 'false',
    reversesReturns: reverseReturns,
    progress: (entries: number) => progress.show(entries),
  };
  const into = await withAdministration((deps) => importStatements(deps, statements, settings)).finally(() =>
    progress.end(),
  );
  if (into.unmatched.length + into.refused.length + into.returned.length > 0) process.exitCode = exitCodes.refused;
  if (json) return printJson(into);
  for (const line of linesOf(into)) printLine(line);
}

/** Why an entry was not credited, for people: what it is, and what to do. */
const reasons: Readonly<Record<Unmatched['why'], string>> = {
  unknown_reference: 'no text of it names a top-up; if it is for one, confirm that one by hand',
  several_topups: 'its texts name several top-ups; confirm by hand what it is for',
  not_credited: 'it goes out, and names a top-up of which nothing was credited',
  no_return:
    'it goes out under an id of a credited payment, and does not say that it pays it back; if it does, correct by hand',
  pending: 'the bank has not booked it yet; a later statement will have it',
  not_booked: 'the bank has not booked it, and says it for information',
  no_status: 'the statement does not say whether it is booked; check it at the bank, and confirm by hand',
  no_direction: 'the statement does not say whether it came in',
  taken_back: 'it reverses an earlier booking; check whether that was credited, and correct by hand',
  amounts_differ: 'its transactions do not add up to it, or are not all there; confirm each by hand',
  balances_differ: 'the entries do not add up to the balances of the file; compare it with the account',
  other_currency: 'it is not in euro',
  no_amount: 'it has no amount above zero in euro and cents',
  odd_reference: 'its bank reference has characters that banks do not write, and may be another one in disguise',
  no_date: 'it has no day of booking or of value',
  future_date: 'its day has not begun yet',
  early_date: 'its day is before the euro; check the year',
};

const refusals: Readonly<Record<Refused['refusal'], string>> = {
  topup_already_requested: 'the top-up exists otherwise',
  topup_not_requested: 'the top-up does not exist any more',
  topup_not_pending: 'the top-up was cancelled or has expired; request another one, and confirm it with this payment',
  topup_has_too_many_payments: 'the top-up has as many payments as one may have; request another one',
  bank_reference_used: 'this payment was confirmed by hand for another top-up',
  bank_entry_used:
    'the entry of the bank was credited otherwise, as a whole or by its parts; see what it is for, and confirm by hand',
  tenant_closed: 'the tenant of the top-up, or its reseller, is closed; pay it back',
  amount_exceeds_maximum: 'the wallet would hold more than a wallet may',
  amount_exceeds_available: 'the wallet has spent it; correct by hand, or wait until it is credited again',
  no_payment_of_this_amount: 'the top-up has no credited payment of this amount that is not reversed; correct by hand',
};

function linesOf(imported: Imported): readonly string[] {
  const { credited, already, unmatched, refused: refusedOnes, returned, reversed } = imported;
  return [
    ...credited.map((each) => `credited: ${what(each)} to top-up ${each.topup_id}`),
    ...reversed.map((each) => `reversed: ${what(each)} of top-up ${each.topup_id}`),
    ...returned.map(
      (each) =>
        `returned: ${what(each)} of top-up ${each.topup_id}: the bank has paid it back; book it with --reverse-returns${quoted(each.text)}`,
    ),
    ...refusedOnes.map(
      (each) => `refused: ${what(each)} to top-up ${each.topup_id}: ${each.refusal}: ${refusals[each.refusal]}`,
    ),
    ...unmatched.map(unmatchedLine),
    [
      `${credited.length} credited`,
      `${already.length} before`,
      `${unmatched.length} not matched`,
      `${refusedOnes.length} refused`,
      `${returned.length} returned`,
      `${reversed.length} reversed`,
    ].join(', '),
  ];
}

function what({ amount_eur, bank_reference, bank_date }: Matched): string {
  return `${displayEur(nanoFromEur(amount_eur))} of ${bank_reference}, ${bank_date},`;
}

function unmatchedLine({ bank_reference, bank_date, amount, currency, why, text, topup_ids }: Unmatched): string {
  const named = topup_ids.length === 0 ? '' : `, names ${topup_ids.join(' and ')}`;
  const sum = `${plain(amount) || 'no amount'} ${plain(currency)}`.trim();
  return `not matched: ${sum} of ${plain(bank_reference)}, ${plain(bank_date) || 'no day'}: ${why}: ${reasons[why]}${named}${quoted(text)}`;
}

/** Most characters of a payer's text in a line. */
const quotedMax = 140;

function quoted(text: string): string {
  const shown = plain(text).slice(0, quotedMax);
  return shown === '' ? '' : ` (“${shown}”)`;
}

/** A text of a bank on one line, without characters that nobody sees. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '');
}
