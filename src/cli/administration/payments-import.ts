import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import type { AdminDeps } from '../../admin/operation.ts';
import type { StatementEntry } from '../../ports/bank-statement.ts';
import { documented } from '../arguments.ts';
import { cliActor } from '../cli-actor.ts';
import { refused, wrongUsage } from '../cli-error.ts';
import { printJson, printLine } from '../output.ts';

/** Of what a payer wrote: the reference of a top-up. */
const referencePattern = /WB-?\s?([0-9A-F]{16})/i;

interface Imported {
  readonly credited: readonly Matched[];
  /** By an earlier import, or by hand. */
  readonly already: readonly Matched[];
  /** No top-up is known by what the payer wrote. */
  readonly unmatched: readonly Unmatched[];
  readonly refused: readonly (Matched & { readonly refusal: string })[];
}

type Unmatched = Omit<StatementEntry, 'remittance'>;

interface Matched {
  readonly bank_reference: string;
  readonly topup_id: string;
  readonly received_eur: string;
}

export function paymentsImport(payments: Command): void {
  const command = payments
    .command('import')
    .description('credit the top-ups that a bank statement says are paid; what was credited before is left alone')
    .argument(
      '<file>',
      'camt.053 (XML), or CSV with the columns bank_reference, bank_date, received_eur and remittance',
    )
    .action(importStatement);
  documented(command, {
    example: 'waybill payments import statement.csv',
    json: '{"credited":[{"bank_reference","topup_id","received_eur"}],"already":[…],"unmatched":[{"bank_reference","bank_date","received_eur"}],\n   "refused":[{…,"refusal"}]}',
  });
}

async function importStatement(file: string, { json = false }: { readonly json?: boolean }): Promise<void> {
  const { withAdministration } = await import('./with-administration.ts');
  const entries = await entriesIn(file);
  const imported = await withAdministration((deps) => creditAll(deps, entries));
  if (json) return printJson(imported);
  for (const { bank_reference, topup_id, received_eur } of imported.credited) {
    printLine(`credited: ${received_eur} € of ${bank_reference} to top-up ${topup_id}`);
  }
  for (const { bank_reference, refusal } of imported.refused) printLine(`refused: ${bank_reference}: ${refusal}`);
  for (const { bank_reference, bank_date, received_eur } of imported.unmatched) {
    printLine(`not matched: ${received_eur} € of ${bank_reference}, ${bank_date}`);
  }
  printLine(
    `${imported.credited.length} credited, ${imported.already.length} before, ${imported.unmatched.length} not matched`,
  );
}

async function entriesIn(file: string): Promise<readonly StatementEntry[]> {
  const { STATEMENT_BYTES_MAX, StatementUnreadable } = await import('../../ports/bank-statement.ts');
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw wrongUsage(`${file} is not there`);
  if (size > STATEMENT_BYTES_MAX) throw wrongUsage(`${file} is larger than ${STATEMENT_BYTES_MAX} bytes`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    return await readStatement(text);
  } catch (error) {
    if (error instanceof StatementUnreadable) throw refused('statement_unreadable', `${file}: ${error.message}`);
    if (error instanceof TypeError) throw refused('statement_unreadable', `${file} is not UTF-8`);
    throw error;
  }
}

/** XML begins with a sign that no heading of a CSV begins with. */
async function readStatement(text: string): Promise<readonly StatementEntry[]> {
  if (!text.trimStart().startsWith('<')) {
    const { readCsvStatement } = await import('../../adapters/csv-bank-statement.ts');
    return readCsvStatement(text);
  }
  const { readCamtStatement } = await import('../../adapters/camt-bank-statement.ts');
  return readCamtStatement(text);
}

async function creditAll(deps: AdminDeps, entries: readonly StatementEntry[]): Promise<Imported> {
  const { eurFromNano, nanoFromEur } = await import('../../domain/money.ts');
  const { confirmTopup, recordedTopup } = await import('../../ledger/administration/topups.ts');
  const { topups } = await import('../../../projections/topups.ts');
  const credited: Matched[] = [];
  const already: Matched[] = [];
  const unmatched: Unmatched[] = [];
  const refusedOnes: (Matched & { readonly refusal: string })[] = [];
  for (const { bank_reference, bank_date, received_eur: written, remittance } of entries) {
    const received_eur = eurFromNano(nanoFromEur(written));
    const code = referencePattern.exec(remittance)?.[1]?.toUpperCase();
    const known = code === undefined ? null : deps.readModels.find(topups, `WB-${code}`);
    if (known === null || received_eur === eurFromNano(0n)) {
      unmatched.push({ bank_reference, bank_date, received_eur });
      continue;
    }
    const matched = { bank_reference, topup_id: known.topup_id, received_eur };
    const before = await recordedTopup(deps.log, known.topup_id);
    const received = { bank_reference, bank_date, received_eur };
    const answer = await confirmTopup(deps, known.topup_id, { received, actor: cliActor() });
    if (!answer.accepted) refusedOnes.push({ ...matched, refusal: answer.refusal });
    else if (before?.standing === 'credited') already.push(matched);
    else credited.push(matched);
  }
  return { credited, already, unmatched, refused: refusedOnes };
}
