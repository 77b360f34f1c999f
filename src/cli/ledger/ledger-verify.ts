import type { Command } from 'commander';
import type { LedgerVerdict } from '../../ledger/verify/verify-ledger.ts';
import { documented } from '../arguments.ts';
import { exitCodes } from '../cli-error.ts';
import { counted, printFields, printJson, printLine } from '../output.ts';
import { Progress } from '../progress.ts';

export function ledgerVerify(ledger: Command): void {
  const command = ledger
    .command('verify')
    .description('replay the whole log and check all rules of money, order and schema, and the read models')
    .action(verify);
  documented(command, {
    example: 'waybill ledger verify',
    json: '{"ok":true,"events","wallets","coverage":{"undigested_events","uncovered_up_to"},\n   "projections":[{"name","checkpoint","documents"}],"totals":{"available_eur","reserved_eur",\n   "posted_eur","funding_eur","revenue_eur"},"overdue":{"count","first":[…]}}\n   or {"ok":false,"events","difference":{"kind","position","stream","revision","expected",\n   "found"}}, with exit code 1',
  });
}

async function verify({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { projectionCatalogue } = await import('../../../projections/catalogue.ts');
  const { verifyLedger } = await import('../../ledger/verify/verify-ledger.ts');
  const { withStoredLedger } = await import('../stored-ledger.ts');
  const progress = new Progress('events checked');
  const now = Date.now();
  const verdict = await withStoredLedger(({ log, audit, readModels, reached, parts, storedReadModel }) =>
    verifyLedger({
      log,
      ...(reached && { reached }),
      readModels,
      ...(audit === null ? {} : { audit }),
      ...(storedReadModel && { storedReadModel }),
      parts: parts(now),
      projections: projectionCatalogue,
      now,
      onProgress: (events) => progress.show(events),
    }),
  ).finally(() => progress.end());
  if (!verdict.ok) process.exitCode = exitCodes.refused;
  if (json) printJson(verdict);
  else await printVerdict(verdict);
}

async function printVerdict(verdict: LedgerVerdict): Promise<void> {
  if (!verdict.ok) {
    const { differenceInWords } = await import('../../ledger/verify/ledger-difference.ts');
    printLine(`NOT verified, after ${counted(verdict.events, 'correct event')}:`);
    printLine(differenceInWords(verdict.difference));
    return;
  }
  const { count, first } = verdict.overdue;
  const { undigested_events: undigested, uncovered_up_to: uncovered } = verdict.coverage;
  printLine(`verified: ${counted(verdict.events, 'event')}, ${counted(verdict.wallets, 'wallet')}`);
  if (undigested > 0) {
    const were = counted(undigested, 'event was', 'events were');
    printLine(`${were} recorded by an earlier version, without a digest`);
  }
  if (uncovered !== null) printLine(`digests cover positions and times only after position ${uncovered}`);
  printFields({ ...verdict.totals });
  printLine(`read models equal the log: ${verdict.projections.map(({ name }) => name).join(', ')}`);
  if (count === 0) return;
  const which = `${first[0]?.reservation_id ?? ''}${count === 1 ? '' : `, and ${count - 1} more`}`;
  printLine(`warning: ${counted(count, 'reservation')} not ended in time: ${which}`);
}
