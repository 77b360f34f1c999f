import { InvalidArgumentError, type Command } from 'commander';
import { noteIn, noteText, type LogNote } from '../../domain/log-note.ts';
import type { LedgerVerdict } from '../../ledger/verify/verify-ledger.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import { documented } from '../arguments.ts';
import { exitCodes, wrongUsage } from '../cli-error.ts';
import { counted, printFields, printJson, printLine } from '../output.ts';
import { Progress } from '../progress.ts';

export function ledgerVerify(ledger: Command): void {
  const command = ledger
    .command('verify')
    .description('replay the whole log and check all rules of money, order and schema, and the read models')
    .option('--noted <note>', 'check that nothing up to this note of an earlier audit has changed', note)
    .action(verify);
  documented(command, {
    example: 'waybill ledger verify',
    json: '{"ok":true,"events","wallets","note":"<position>:<digest>","unchanged_up_to":"<position of --noted>",\n   "projections":[{"name","checkpoint","documents"}],"totals":{"available_eur","reserved_eur",\n   "posted_eur","funding_eur","revenue_eur","granted_eur","breakage_eur","margin_eur"},\n   "overdue":{"count","first":[…]},"owed_margins"}\n   or {"ok":false,"events","difference":{"kind","position","stream","revision","expected",\n   "found"}}, with exit code 1',
  });
}

/** Parses what an earlier verification has printed. */
function note(text: string): LogNote {
  const read = noteIn(text);
  if (read !== null) return read;
  throw new InvalidArgumentError(
    'It must be a note that `waybill ledger verify` printed: a position, a colon and 43 characters.',
  );
}

interface VerifyOptions {
  readonly json?: boolean;
  readonly noted?: LogNote;
}

async function verify({ json = false, noted }: VerifyOptions): Promise<void> {
  const { projectionCatalogue } = await import('../../../projections/catalogue.ts');
  const { verifyLedger } = await import('../../ledger/verify/verify-ledger.ts');
  const { withStoredLedger } = await import('../stored-ledger.ts');
  const progress = new Progress('events checked');
  const now = Date.now();
  const verdict = await withStoredLedger(({ log, readModels, reached, storedReadModel }) => {
    if (noted !== undefined) assertPositionOf(log, noted);
    return verifyLedger({
      log,
      ...(noted && { noted }),
      ...(reached && { reached }),
      readModels,
      ...(storedReadModel && { storedReadModel }),
      projections: projectionCatalogue,
      now,
      onProgress: (events) => progress.show(events),
    });
  }).finally(() => progress.end());
  if (!verdict.ok) process.exitCode = exitCodes.refused;
  if (json) printJson(documentOf(verdict, noted));
  else await printVerdict(verdict, noted);
}

/** Notes of the other engine have another form of position. */
function assertPositionOf(log: Pick<EventLog, 'comparePositions'>, { position }: LogNote): void {
  try {
    log.comparePositions(position as Position, position as Position);
  } catch {
    throw wrongUsage(`${position} is not a position of this log: after \`waybill ledger copy\`, take a new note`);
  }
}

function documentOf(verdict: LedgerVerdict, noted: LogNote | undefined): object {
  if (!verdict.ok) return verdict;
  const { note: newNote, ...rest } = verdict;
  const word = newNote === null ? null : noteText(newNote);
  return { ...rest, note: word, ...(noted && { unchanged_up_to: noted.position }) };
}

async function printVerdict(verdict: LedgerVerdict, noted: LogNote | undefined): Promise<void> {
  if (!verdict.ok) {
    const { differenceInWords } = await import('../../ledger/verify/ledger-difference.ts');
    printLine(`NOT verified, after ${counted(verdict.events, 'correct event')}:`);
    printLine(differenceInWords(verdict.difference));
    return;
  }
  const { count, first } = verdict.overdue;
  printLine(`verified: ${counted(verdict.events, 'event')}, ${counted(verdict.wallets, 'wallet')}`);
  printFields({ ...verdict.totals });
  if (noted !== undefined) printLine(`nothing has changed up to the note, position ${noted.position}`);
  if (verdict.note !== null) printLine(`note for the next audit: ${noteText(verdict.note)}`);
  printLine(`read models equal the log: ${verdict.projections.map(({ name }) => name).join(', ')}`);
  if (verdict.owed_margins > 0) {
    printLine(`${counted(verdict.owed_margins, 'charge')} whose margin a running gateway has still to record`);
  }
  if (count === 0) return;
  const which = `${first[0]?.reservation_id ?? ''}${count === 1 ? '' : `, and ${count - 1} more`}`;
  printLine(`warning: ${counted(count, 'reservation')} not ended in time: ${which}`);
}
