import type { Command } from 'commander';
import type { PackDays } from '../../ledger/audit/pack-bounds.ts';
import { day, documented, zone as zoneArgument } from '../arguments.ts';
import { exitCodes, wrongUsage } from '../cli-error.ts';
import { counted, note, printFields, printJson, printLine } from '../output.ts';
import { Progress } from '../progress.ts';

interface Options extends PackDays {
  readonly out: string;
  readonly statement?: readonly string[];
  readonly json?: boolean;
}

const help = `
The folder has the events of these days with the signed checkpoints at both ends, postings, a trial balance, top-ups
against the bank, decisions of people, roles, price lists, the same as a workbook, a manifest with counts, control
totals and digests, verifiers that are not Waybill, and a page that says how each sheet was made and how to check it.

It appears under its name when it is whole. Until then it is <folder>.partial: delete that after a crash.

  waybill audit pack --from 2026-11-01 --to 2026-11-30 --zone Europe/Rome --out november
  waybill audit pack --from 2026-11-01 --to 2026-11-30 --out november --statement bank.xml
`;

export function auditPack(audit: Command): void {
  const command = audit
    .command('pack')
    .description('write all that an audit of some days needs into a new folder')
    .requiredOption('--from <day>', 'first day, e.g. 2026-11-01', day)
    .requiredOption('--to <day>', 'last day, e.g. 2026-11-30', day)
    .requiredOption('--out <folder>', 'a folder that does not exist yet')
    .option('--zone <zone>', 'IANA time zone of the days, e.g. Europe/Rome', zoneArgument, 'UTC')
    .option(
      '--statement <file>',
      'a statement of the bank, to compare with the payments; may be repeated',
      (file: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), file],
    )
    .addHelpText('after', help)
    .action(pack);
  documented(command, {
    example: 'waybill audit pack --from 2026-11-01 --to 2026-11-30 --out november',
    json: 'the manifest: {"made_by","made_at","parameters","from_time","before_time","events",\n   "checkpoints":{"begin","end"},"sheets":[{"name","file","how","rows","totals","bytes","sha256"}],\n   "checks":[{"what","expected","found","ok"}]}; exit code 1 where a check fails',
  });
}

async function pack({ from, to, zone, out, statement: statements = [], json = false }: Options): Promise<void> {
  if (from > to) throw wrongUsage('--from is after --to');
  const { writePack } = await import('./write-pack.ts');
  const progress = new Progress('events read');
  const manifest = await writePack({
    days: { from, to, zone },
    out,
    statements,
    onProgress: (events) => progress.show(events),
  }).finally(() => progress.end());
  const failed = manifest.checks.filter(({ ok }) => !ok);
  if (failed.length > 0) process.exitCode = exitCodes.refused;
  if (json) return printJson(manifest);
  printLine(`${out}: ${counted(manifest.events.count, 'event')}`);
  printFields(Object.fromEntries(manifest.sheets.map(({ file, rows }) => [file, counted(rows, 'row')])));
  for (const { what, expected, found } of failed) printLine(`differs: ${what}: ${expected}, and ${found} was found`);
  if (manifest.checkpoints.end === null) {
    note('no checkpoint covers the last of these days yet: take one with `waybill ledger checkpoint`, and pack again');
  }
}
