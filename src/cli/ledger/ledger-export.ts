import { Option, type Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import type { ExportOptions } from '../../ledger/export/export-movements.ts';
import type { MovementsFormat } from '../../ledger/export/movements-format.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { day, documented, uuid, zone as zoneArgument } from '../arguments.ts';
import { refused, wrongUsage } from '../cli-error.ts';
import { recordedEvents, streamEvents } from '../log-reading.ts';
import { printBytes, printText } from '../output.ts';
import { Progress } from '../progress.ts';

interface Options {
  readonly format: 'hledger' | 'beancount' | 'csv' | 'xlsx';
  readonly wallet?: string;
  readonly from?: string;
  readonly to?: string;
  readonly zone: string;
  readonly json?: boolean;
}

const help = `
Debits are positive, as accountants count: platform:funding is an asset, platform:revenue and platform:breakage are
revenue, platform:granted is an expense, and what wallets hold is a liability. Days, dates and times are those of UTC,
or of --zone. With --from the journals of hledger and beancount begin with the balances before that day.

  waybill ledger export > ledger.journal && hledger -f ledger.journal check --strict
  waybill ledger export --from 2026-11-01 --to 2026-11-30 | hledger -f - incomestatement
  waybill ledger export --from 2026-11-01 --to 2026-11-30 --zone Europe/Rome --format xlsx > november.xlsx
`;

export function ledgerExport(ledger: Command): void {
  const command = ledger
    .command('export')
    .description(
      'print all movements of money for accounting, as a journal of hledger or beancount, CSV, or a workbook for spreadsheets',
    )
    .addOption(
      new Option('--format <format>', 'output format')
        .choices(['hledger', 'beancount', 'csv', 'xlsx'])
        .default('hledger'),
    )
    .option('--wallet <id>', 'only movements of this wallet', uuid)
    .option('--from <day>', 'first day, e.g. 2026-11-01', day)
    .option('--to <day>', 'last day, e.g. 2026-11-30', day)
    .option('--zone <zone>', 'IANA time zone of days and dates, e.g. Europe/Rome', zoneArgument, 'UTC')
    .addHelpText('after', help)
    .action(exportLedger);
  documented(command, {
    example: 'waybill ledger export > ledger.journal',
    json: 'one document per line: {"position","recorded_at","event_id","type","stream","revision",\n   "subject":{"kind","id"},"postings":[{"debit_account","credit_account","amount_eur"}]}',
  });
}

async function exportLedger({ format, wallet, from, to, zone, json = false }: Options): Promise<void> {
  if (from !== undefined && to !== undefined && from > to) throw wrongUsage('--from is after --to');
  const { exportMovements } = await import('../../ledger/export/export-movements.ts');
  const { resellerPrefix, walletPrefix, walletStream } = await import('../../ledger/stream-names.ts');
  const { withLog } = await import('../open-ledger.ts');
  const { walletNotFound } = await import('../wallet-account.ts');
  const progress = new Progress('events read');
  await withLog(async (log) => {
    const events = (): AsyncIterable<RecordedEvent> =>
      wallet === undefined
        ? recordedEvents(log, { streamPrefixes: [walletPrefix, resellerPrefix] })
        : streamEvents(log, walletStream(wallet));
    if (wallet !== undefined && !(await isAny(events()))) throw walletNotFound(wallet);
    const read = (): AsyncIterable<RecordedEvent> => shown(events(), progress);
    const days = { zone, from, to };
    if (format === 'xlsx' && !json) return await printWorkbook({ events: read, days, wallet });
    const chosen = await formatOf(json || format === 'xlsx' ? 'json' : format);
    for await (const text of exportMovements({ events: read, format: chosen, days })) await printText(text);
  }).finally(() => progress.end());
}

async function isAny(events: AsyncIterable<RecordedEvent>): Promise<boolean> {
  for await (const _ of events) return true;
  return false;
}

async function* shown(events: AsyncIterable<RecordedEvent>, progress: Progress): AsyncGenerator<RecordedEvent, void> {
  let read = 0;
  for await (const event of events) {
    read += 1;
    progress.show(read);
    yield event;
  }
}

/** Raises `CliError` where the movements are too many for one sheet. */
async function printWorkbook({
  wallet,
  ...options
}: Omit<ExportOptions, 'format'> & { readonly wallet: string | undefined }): Promise<void> {
  const { exportMovements } = await import('../../ledger/export/export-movements.ts');
  const { PostingsWorkbook } = await import('../../ledger/export/postings-workbook.ts');
  const { WorkbookTooLarge } = await import('../../ports/workbook.ts');
  const format = new PostingsWorkbook();
  try {
    for await (const _ of exportMovements({ ...options, format }));
  } catch (error) {
    if (!(error instanceof WorkbookTooLarge)) throw error;
    throw refused('workbook_too_large', `${error.message}: choose fewer days with --from and --to, or --format csv`);
  }
  const { zone, from, to } = options.days;
  const about = [
    ['what', 'postings of the ledger, in euro: debits of an account are positive'],
    ['wallet', wallet ?? 'all'],
    ['from', from ?? 'the beginning'],
    ['to', to ?? 'now'],
    ['days and times', zone],
  ] as const;
  await printBytes(await commandParts.workbook(format.workbook(about)));
}

async function formatOf(name: 'hledger' | 'beancount' | 'csv' | 'json'): Promise<MovementsFormat> {
  switch (name) {
    case 'hledger':
      return new (await import('../../ledger/export/hledger-format.ts')).HledgerFormat();
    case 'beancount':
      return new (await import('../../ledger/export/beancount-format.ts')).BeancountFormat();
    case 'csv':
      return new (await import('../../ledger/export/postings-table.ts')).PostingsTable();
    case 'json':
      return new (await import('../../ledger/export/movement-documents.ts')).MovementDocuments();
  }
}
