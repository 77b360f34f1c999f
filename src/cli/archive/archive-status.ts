import type { Command } from 'commander';
import type { Position } from '../../ports/event-log.ts';
import { documented } from '../arguments.ts';
import { refused } from '../cli-error.ts';
import { printFields, printJson, printLine } from '../output.ts';
import { configuredArchive, withArchive } from './with-archive.ts';

export function archiveStatus(archive: Command): void {
  const command = archive
    .command('status')
    .description('print how far the archive is, and how old the oldest event is that it does not have')
    .action(status);
  documented(command, {
    example: 'waybill archive status',
    json: '{"place","ranges","last","last_recorded_at","lag_seconds","is_of_this_ledger"}; lag_seconds: 0 if all is archived. Another ledger has exit code 1',
  });
}

interface Status {
  readonly place: string;
  readonly ranges: number;
  readonly last: string | null;
  readonly last_recorded_at: string | null;
  readonly lag_seconds: number;
  readonly is_of_this_ledger: boolean;
}

async function status({ json = false }: { readonly json?: boolean }): Promise<void> {
  const found = await withArchive(undefined, async (store): Promise<Status> => {
    const { lastManifest } = await import('../../ledger/archive/stored-manifest.ts');
    const { OpenRange } = await import('../../ledger/archive/open-range.ts');
    const { reachedDifference } = await import('../../ledger/verify/reached-event.ts');
    const { withLog } = await import('../open-ledger.ts');
    const { range_bytes_max: bytesMax } = configuredArchive();
    const last = (await lastManifest(store))?.manifest ?? null;
    return await withLog(async (log) => {
      const reached = last?.reached ?? null;
      const difference = reached === null ? null : await reachedDifference(log, reached);
      // `as`: a position that a log itself gave.
      const open = new OpenRange(log, difference === null ? ((last?.last ?? null) as Position | null) : null, false);
      if (difference === null) await open.readOn(bytesMax, new AbortController().signal);
      return {
        place: store.place,
        ranges: last?.number ?? 0,
        last: last?.last ?? null,
        last_recorded_at: last?.last_recorded_at ?? null,
        lag_seconds: open.oldestMs === null ? 0 : Math.max(0, Math.round((Date.now() - open.oldestMs) / 1_000)),
        is_of_this_ledger: difference === null,
      };
    });
  });
  if (json) printJson(found);
  else print(found);
  if (!found.is_of_this_ledger) {
    throw refused(
      'archive_differs',
      `${found.place} is the archive of another ledger, or of this one before it lost its end: set archive.prefix to a name of its own`,
    );
  }
}

function print({ place, ranges, last, last_recorded_at, lag_seconds }: Status): void {
  printFields({ place, ranges, last: last ?? 'nothing yet', recorded: last_recorded_at ?? '-' });
  printLine(
    lag_seconds === 0
      ? 'everything is archived'
      : `the oldest event that is not archived is ${lag_seconds} s old; a range is closed by age or size`,
  );
}
