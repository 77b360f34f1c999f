import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import type { AdminDeps } from '../../admin/operation.ts';
import { commandParts } from '../../composition/command-parts.ts';
import { displayEur, eurFromNano, nanoFromEur } from '../../domain/money.ts';
import type { BankStatement, StatementEntry, StatementOther } from '../../ports/bank-statement.ts';
import { documented } from '../arguments.ts';
import { cliActor } from '../cli-actor.ts';
import { exitCodes, refused, wrongUsage } from '../cli-error.ts';
import { printJson, printLine } from '../output.ts';

/** The reference of a top-up in the remittance text of a payer. */
const referencePattern = /WB-?\s?([0-9A-F]{16})/i;

interface Imported {
  readonly credited: readonly Matched[];
  /** Credited before, by an earlier import or by hand. */
  readonly already: readonly Matched[];
  /** Payments without effect, which an operator has to check. */
  readonly unmatched: readonly Unmatched[];
  readonly refused: readonly (Matched & { readonly refusal: string })[];
}

interface Unmatched {
  readonly bank_reference: string;
  readonly bank_date: string;
  /** `null`: not an amount in euro. */
  readonly received_eur: string | null;
  /** `unknown_reference`: the payer's text names no top-up. `future_date`: the booking date is in the
   * future. `early_date`: it is before the euro. */
  readonly why: StatementOther['why'] | 'unknown_reference' | 'future_date' | 'early_date';
}

interface Matched {
  readonly bank_reference: string;
  readonly topup_id: string;
  readonly received_eur: string;
}

export function paymentsImport(payments: Command): void {
  const command = payments
    .command('import')
    .description('credit the top-ups that are paid according to a bank statement; a payment is credited only once')
    .argument(
      '<file>',
      'camt.053 (XML), or CSV with the columns bank_reference, bank_date, received_eur and remittance',
    )
    .action(importStatement);
  documented(command, {
    example: 'waybill payments import statement.csv',
    json: '{"credited":[{"bank_reference","topup_id","received_eur"}],"already":[…],"unmatched":[{"bank_reference","bank_date","received_eur","why"}],\n   "refused":[{…,"refusal"}]}; received_eur is null where it is no amount in euro; why: unknown_reference, other_currency, no_amount,\n   no_reference, no_date, future_date, early_date, taken_back, amounts_differ; exit code 1 where something is unmatched or refused',
  });
}

async function importStatement(file: string, { json = false }: { readonly json?: boolean }): Promise<void> {
  const { withAdministration } = await import('./with-administration.ts');
  const statement = await statementIn(file);
  const imported = await withAdministration((deps) => creditAll(deps, statement));
  if (imported.unmatched.length > 0 || imported.refused.length > 0) process.exitCode = exitCodes.refused;
  if (json) return printJson(imported);
  for (const { bank_reference, topup_id, received_eur } of imported.credited) {
    printLine(`credited: ${displayEur(nanoFromEur(received_eur))} of ${bank_reference} to top-up ${topup_id}`);
  }
  for (const { bank_reference, topup_id, received_eur, refusal } of imported.refused) {
    printLine(
      `refused: ${displayEur(nanoFromEur(received_eur))} of ${bank_reference} to top-up ${topup_id}: ${refusal}`,
    );
  }
  for (const { bank_reference, bank_date, received_eur, why } of imported.unmatched) {
    const what = received_eur === null ? 'a booking' : displayEur(nanoFromEur(received_eur));
    printLine(`not matched: ${what} of ${bank_reference || '–'}, ${bank_date || '–'}: ${why}`);
  }
  printLine(
    `${imported.credited.length} credited, ${imported.already.length} before, ${imported.unmatched.length} not matched, ${imported.refused.length} refused`,
  );
}

async function statementIn(file: string): Promise<BankStatement> {
  const { statementBytesMax, StatementUnreadable } = await import('../../ports/bank-statement.ts');
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw wrongUsage(`${file} does not exist`);
  // A pipe may never end.
  if (!found.isFile()) throw wrongUsage(`${file} is not a file`);
  if (found.size > statementBytesMax) throw wrongUsage(`${file} is larger than ${statementBytesMax} bytes`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    return await commandParts.bankStatement(text);
  } catch (error) {
    if (error instanceof StatementUnreadable) throw refused('statement_unreadable', `${file}: ${error.message}`);
    if (error instanceof TypeError) throw refused('statement_unreadable', `${file} is not UTF-8`);
    throw error;
  }
}

async function creditAll(deps: AdminDeps, { payments, others }: BankStatement): Promise<Imported> {
  const { confirmTopup, recordedTopup } = await import('../../ledger/administration/topups.ts');
  const credited: Matched[] = [];
  const already: Matched[] = [];
  const unmatched: Unmatched[] = others.map((other) => ({ ...other, received_eur: null }));
  const refusedOnes: (Matched & { readonly refusal: string })[] = [];
  for (const payment of payments) {
    const { bank_reference, bank_date } = payment;
    const received = { bank_reference, bank_date, received_eur: eurFromNano(nanoFromEur(payment.received_eur)) };
    const found = await topupOf(deps, payment);
    if ('why' in found) {
      unmatched.push({ ...received, why: found.why });
      continue;
    }
    const { topup_id } = found;
    const matched = { bank_reference, topup_id, received_eur: received.received_eur };
    const before = await recordedTopup(deps.log, topup_id);
    const answer = await confirmTopup(deps, topup_id, { received, actor: cliActor() });
    if (!answer.accepted) refusedOnes.push({ ...matched, refusal: answer.refusal });
    else if (before?.standing === 'credited') already.push(matched);
    else credited.push(matched);
  }
  return { credited, already, unmatched, refused: refusedOnes };
}

/** The top-up that a payer named, or why the payment matches none. */
async function topupOf(
  deps: AdminDeps,
  { bank_date, received_eur, remittance }: StatementEntry,
): Promise<{ readonly topup_id: string } | Pick<Unmatched, 'why'>> {
  const { isBeforeEuro, isFutureDay } = await import('../../domain/payments/booked-payment.ts');
  const { topups } = await import('../../../projections/topups.ts');
  if (nanoFromEur(received_eur) === 0n) return { why: 'no_amount' };
  if (isFutureDay(bank_date, deps.now())) return { why: 'future_date' };
  if (isBeforeEuro(bank_date)) return { why: 'early_date' };
  const code = referencePattern.exec(remittance)?.[1]?.toUpperCase();
  const known = code === undefined ? null : deps.readModels.find(topups, `WB-${code}`);
  return known ?? { why: 'unknown_reference' };
}
