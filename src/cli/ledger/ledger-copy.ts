import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import type { CopyDifference } from '../../ledger/copy/copied-stream.ts';
import type { CopyStep, CopyVerdict } from '../../ledger/copy/copy-ledger.ts';
import { documented } from '../arguments.ts';
import { exitCodes, notUsable, refused, wrongUsage } from '../cli-error.ts';
import { dataDirectory, type DataDirectory } from '../data-directory.ts';
import { counted, printFields, printJson, printLine } from '../output.ts';
import { Progress } from '../progress.ts';
import { remoteTimes, waitingTarget } from '../waiting-log.ts';
import { refuseWhileRunning } from './refuse-while-running.ts';

interface Options {
  readonly connectionString?: string;
  readonly whileRunning?: boolean;
  readonly json?: boolean;
}

export function ledgerCopy(ledger: Command): void {
  const command = ledger
    .command('copy')
    .description('copy the ledger of the data directory into EventStoreDB, or continue a copy; then verify it')
    .addOption(new Option('--from <engine>', 'source engine').choices(['sqlite']).makeOptionMandatory())
    .addOption(new Option('--to <engine>', 'target engine').choices(['eventstoredb']).makeOptionMandatory())
    .option(
      '--connection-string <url>',
      'target database (default: from WAYBILL_CONFIG, which keeps the password off the command line)',
    )
    .option('--while-running', 'copy while a gateway runs here; events that it records meanwhile need another copy')
    .action(copy);
  documented(command, {
    example: 'waybill ledger copy --from sqlite --to eventstoredb',
    json: '{"ok":true,"events","copied","streams","left_out","is_level","relays":[{"relay","published_up_to"}],"totals":{…}}\n   or {"ok":false,"difference":{"stream","revision","part"} or as in ledger verify}, with exit code 1',
  });
}

async function copy(options: Options): Promise<void> {
  const directory = dataDirectory();
  const connectionString = options.connectionString ?? directory.ledger.connection_string;
  if (connectionString === undefined) {
    throw wrongUsage(
      'the target is missing: set --connection-string, or WAYBILL_CONFIG with ledger.engine eventstoredb',
    );
  }
  if (!existsSync(directory.ledgerPath)) {
    throw notUsable('no_ledger', `${directory.path} contains no embedded ledger to copy: set WAYBILL_DATA_DIR`);
  }
  if (options.whileRunning !== true) {
    await refuseWhileRunning(directory, ', or copy ahead with --while-running and copy again after the stop');
  }
  const verdict = await copied(directory, connectionString, options.whileRunning ?? false);
  if (!verdict.ok) process.exitCode = exitCodes.refused;
  if (options.json === true) printJson(document(verdict));
  else await printVerdict(verdict);
}

async function copied(directory: DataDirectory, connectionString: string, mayGrow: boolean): Promise<CopyVerdict> {
  const { copyLedger } = await import('../../ledger/copy/copy-ledger.ts');
  const { chainedLog } = await import('../../ledger/chained-log.ts');
  const { takeCheckpoint } = await import('../../ledger/checkpoints/take-checkpoint.ts');
  await using source = await commandParts.ledgerFile(directory);
  await using opened = await openTarget(connectionString, directory);
  const signer = await commandParts.noteSigner(directory);
  await takeCheckpoint({ log: chainedLog(source), signer, createId: randomUUID });
  const target = waitingTarget(opened);
  const progress = progressOfSteps();
  try {
    return await copyLedger({
      source,
      target,
      createId: randomUUID,
      now: Date.now(),
      mayGrow,
      onProgress: (step, events) => progress.show(step, events),
    });
  } catch (error) {
    throw await explainedCopy(error);
  } finally {
    progress.end();
  }
}

async function openTarget(connectionString: string, { ledger }: DataDirectory) {
  try {
    return await commandParts.ledgerElsewhere({ connectionString, ...remoteTimes(ledger) });
  } catch (error) {
    if (error instanceof RangeError) throw wrongUsage(error.message);
    throw error;
  }
}

async function explainedCopy(error: unknown): Promise<unknown> {
  const { CopyRefused } = await import('../../ledger/copy/copy-refused.ts');
  return error instanceof CopyRefused ? refused(error.code, error.message) : error;
}

/** Shows the progress of one step after the other, each on a line of its own. */
function progressOfSteps(): { show(step: CopyStep, events: number): void; end(): void } {
  let current: { readonly step: CopyStep; readonly progress: Progress } | null = null;
  const end = (): void => current?.progress.end();
  return {
    end,
    show: (step, events) => {
      if (current?.step !== step) {
        end();
        current = { step, progress: new Progress(`events ${step}`) };
      }
      current.progress.show(events);
    },
  };
}

function document(verdict: CopyVerdict): object {
  if (!verdict.ok) return { ok: false, difference: 'copy' in verdict ? verdict.copy : verdict.ledger };
  const { events, copied: written, streams, leftOut, isLevel, relays, totals } = verdict;
  return { ok: true, events, copied: written, streams, left_out: leftOut, is_level: isLevel, relays, totals };
}

async function printVerdict(verdict: CopyVerdict): Promise<void> {
  if (!verdict.ok) {
    const { differenceInWords } = await import('../../ledger/verify/ledger-difference.ts');
    const words = 'copy' in verdict ? copyInWords(verdict.copy) : differenceInWords(verdict.ledger);
    printLine('The ledgers differ: keep the gateway on the old one.');
    printLine(words);
    return;
  }
  const { events, copied: written, streams, leftOut, isLevel, relays, totals } = verdict;
  printLine(
    `the target holds ${counted(events, 'event')} in ${counted(streams, 'stream')}, ${written} of them copied now`,
  );
  if (leftOut > 0) printLine(`left out: ${counted(leftOut, 'stream')}, deleted or kept for hours only`);
  printLine('all streams are equal, and the target is verified');
  printFields({ ...totals });
  for (const { relay, published_up_to: last } of relays) {
    printLine(`relay ${relay} continues ${last === null ? 'from the beginning' : `after ${last}`}`);
  }
  if (isLevel) printLine('next: start the gateway with ledger.engine eventstoredb, and keep ledger.db');
  else printLine('warning: the ledger has grown since; stop its gateways and copy again');
}

function copyInWords({ stream, revision, part }: CopyDifference): string {
  const place = `revision ${revision} of ${stream}`;
  if (part === 'missing') return `${place} is not in the target.`;
  return part === 'more' ? `${place} is in the target only.` : `${place} has another ${part} in the target.`;
}
