import { hash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { commandParts } from '../../composition/command-parts.ts';
import { BankPaymentsSheet } from '../../ledger/audit/bank-payments-sheet.ts';
import { packBounds, type PackBounds, type PackDays } from '../../ledger/audit/pack-bounds.ts';
import type { PackSheet } from '../../ledger/audit/pack-sheet.ts';
import { PackedEvents } from '../../ledger/audit/packed-events.ts';
import { PostingsSheet, TrialBalanceSheet } from '../../ledger/audit/posting-sheets.ts';
import { PriceListsSheet } from '../../ledger/audit/price-lists-sheet.ts';
import { RolesSheet } from '../../ledger/audit/roles-sheet.ts';
import { walkPack } from '../../ledger/audit/walk-pack.ts';
import type { EventLog, RecordedEvent } from '../../ports/event-log.ts';
import { statementsIn } from '../administration/statements-in.ts';
import { refused, wrongUsage } from '../cli-error.ts';
import { recordedEvents } from '../log-reading.ts';
import { withLog } from '../open-ledger.ts';
import { packageVersion } from '../package-version.ts';
import { BankEntriesSheet } from './bank-entries-sheet.ts';
import { DecisionsSheet } from './decisions-sheet.ts';
import { keptRowsMax, PackFile, SheetFile, type FileDigest } from './pack-file.ts';
import { checkpointFiles, eventsFile, packManifest, type PackedSheet, type PackManifest } from './pack-manifest.ts';
import { packPage } from './pack-page.ts';

/** What a pack is made of, and where it is written. */
export interface PackOrder {
  readonly days: PackDays;
  /** A folder that does not exist. */
  readonly out: string;
  /** Files of bank statements. */
  readonly statements: readonly string[];
  /** Told of the number of events read so far, in both readings of the log. */
  readonly onProgress: (events: number) => void;
}

const audit = join(import.meta.dirname, '..', '..', '..', 'infra', 'audit');
const verifiers = ['verify.py', 'verify_pack.py', 'verify.go', 'go.mod', 'go.sum'];

/**
 * Writes an audit pack beside its place, and moves it there when it is whole. Raises `CliError` where something is there
 * already, the errors of the file system, and those of the log.
 */
export async function writePack(order: PackOrder): Promise<PackManifest> {
  const out = resolve(order.out);
  const partial = `${out}.partial`;
  for (const path of [out, partial]) {
    if (existsSync(path)) throw refused('folder_exists', `${path} exists: choose another folder, or delete it first`);
  }
  if (!existsSync(dirname(out))) throw wrongUsage(`${dirname(out)} does not exist`);
  const statements = (await Promise.all(order.statements.map(statementsIn))).flat();
  return await withLog(async (log) => {
    mkdirSync(partial);
    const events = counted(log, order.onProgress);
    const bounds = await packBounds(events(), order.days, (a, b) => log.comparePositions(a, b));
    const payments = new BankPaymentsSheet();
    const now = Date.now();
    const sheets = [
      new PostingsSheet(),
      new TrialBalanceSheet(),
      payments,
      ...(order.statements.length === 0 ? [] : [new BankEntriesSheet(statements, () => payments.payments, now)]),
      new DecisionsSheet(),
      new RolesSheet(),
      new PriceListsSheet(),
    ];
    const manifest = await writeFiles(order, { log, events, bounds, sheets, folder: partial, now });
    renameSync(partial, out);
    return manifest;
  });
}

/** Reads the log as often as it is called, and counts the events of all readings. */
function counted(log: EventLog, onProgress: PackOrder['onProgress']): () => AsyncGenerator<RecordedEvent, void> {
  let read = 0;
  return async function* () {
    for await (const event of recordedEvents(log, {})) {
      read += 1;
      if (read % 1_000 === 0) onProgress(read);
      yield event;
    }
  };
}

interface PackInMaking {
  readonly log: EventLog;
  readonly events: () => AsyncIterable<RecordedEvent>;
  readonly bounds: PackBounds;
  readonly sheets: readonly PackSheet[];
  readonly folder: string;
  readonly now: number;
}

async function writeFiles(order: PackOrder, making: PackInMaking): Promise<PackManifest> {
  const { log, events, bounds, sheets, folder, now } = making;
  const packed = new PackedEvents(log);
  const lines = new PackFile(join(folder, eventsFile), { isPacked: true });
  const files = new Map(
    sheets.map((sheet) => [sheet, new SheetFile(join(folder, `${sheet.name}.csv`), sheet.columns)]),
  );
  const all = [lines, ...files.values()];
  const comparePositions: EventLog['comparePositions'] = (a, b) => log.comparePositions(a, b);
  await walkPack(
    { events: events(), comparePositions, bounds, sheets, packed },
    {
      line: (line) => lines.add(line),
      rows: (sheet, rows) => files.get(sheet)?.add([...rows]),
      written: () => {
        const writing = all.map((file) => file.written()).filter((each) => each !== null);
        return writing.length === 0 ? null : Promise.all(writing).then(() => undefined);
      },
    },
  );
  const digests = new Map<string, FileDigest>([[eventsFile, await lines.end()]]);
  const written: PackedSheet[] = [];
  for (const [{ name, how }, file] of files) {
    const digest = await file.end();
    written.push({ name, file: `${name}.csv`, how, rows: file.rows, totals: file.totals, ...digest });
  }
  const made_by = `Waybill ${packageVersion()}`;
  const { days, statements } = order;
  const named = statements.map((file) => basename(file));
  const finished = { made_by, now, days, statements: named, bounds, packed, sheets: written };
  const manifest = packManifest({ ...finished, events: digests.get(eventsFile) ?? { bytes: 0, sha256: '' } });
  const workbookNote = await writeWorkbook(folder, files, manifest);
  for (const end of ['begin', 'end'] as const) {
    const checkpoint = bounds[end];
    if (checkpoint !== null) writeFileSync(join(folder, checkpointFiles[end]), checkpoint.checkpoint);
  }
  for (const file of verifiers) copyFileSync(join(audit, file), join(folder, file));
  writeFileSync(join(folder, 'README.md'), packPage(manifest, workbookNote));
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const { file, bytes, sha256 } of written) digests.set(file, { bytes, sha256 });
  writeSums(folder, digests);
  return manifest;
}

/** Writes the sheets that a workbook has room for; answers what the page says of it. */
async function writeWorkbook(
  folder: string,
  files: ReadonlyMap<PackSheet, SheetFile>,
  { parameters, from_time, before_time, made_by, checks }: PackManifest,
): Promise<string> {
  const sheets = [...files].map(([{ name }, file]) => [name, file.sheet(name)] as const);
  const tooLong = sheets.flatMap(([name, sheet]) => (sheet === null ? [name] : []));
  const left = tooLong.length === 0 ? 'none' : tooLong.map((name) => `${name}.csv`).join(', ');
  const about = [
    ['what', `audit pack, ${parameters.from} to ${parameters.to} of ${parameters.zone}`],
    ['made by', made_by],
    ['from', from_time],
    ['before', before_time],
    [`sheets with more than ${keptRowsMax} rows, as CSV alone`, left],
    ...checks.map(({ what, found, ok }) => [what, ok ? found : `${found}: differs`] as const),
  ] as const;
  const bytes = await commandParts.workbook({ about, sheets: sheets.flatMap(([, sheet]) => sheet ?? []) });
  writeFileSync(join(folder, 'sheets.xlsx'), bytes);
  const rest = tooLong.length === 0 ? '' : ` except ${left}, which is too long for one`;
  return `All of them are also in \`sheets.xlsx\`${rest}.`;
}

/** The digests of all files, as `sha256sum -c` reads them. */
function writeSums(folder: string, known: ReadonlyMap<string, FileDigest>): void {
  const lines = readdirSync(folder)
    .toSorted()
    .map((file) => {
      const digest = known.get(file)?.sha256 ?? hash('sha256', readFileSync(join(folder, file)), 'hex');
      return `${digest}  ${file}\n`;
    });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''), { flush: true });
}
