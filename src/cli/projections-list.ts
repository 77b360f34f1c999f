import type { Command } from 'commander';
import type { EventLog } from '../ports/event-log.ts';
import { documented } from './arguments.ts';
import { printJson, printTable } from './output.ts';

const pageEvents = 10_000;

export function projectionsList(projections: Command): void {
  const command = projections
    .command('list')
    .description('list the read models and how far they lag behind the log')
    .action(list);
  documented(command, {
    example: 'waybill projections list',
    json: '{"projections":[{"name","checkpoint","lag_events"}]}; checkpoint is null before the first event',
  });
}

async function list({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { projectionCatalogue } = await import('../../projections/catalogue.ts');
  const { projectionId } = await import('../ports/read-models.ts');
  const { withStoredReadModels } = await import('./open-ledger.ts');
  const rows = await withStoredReadModels(async (log, readModels) => {
    const found = [];
    for (const projection of projectionCatalogue) {
      const checkpoint = readModels.checkpoint(projection);
      const lag_events = await eventsAfter(log, checkpoint, projection.streamPrefixes);
      found.push({ name: projectionId(projection), checkpoint, lag_events });
    }
    return found;
  });
  if (json) {
    printJson({ projections: rows });
    return;
  }
  printTable(
    ['name', 'checkpoint', 'lag_events'],
    rows.map(({ name, checkpoint, lag_events }) => [name, checkpoint ?? '-', String(lag_events)]),
  );
}

type Checkpoint = Parameters<EventLog['comparePositions']>[0] | null;

async function eventsAfter(log: EventLog, checkpoint: Checkpoint, streamPrefixes: readonly string[]): Promise<number> {
  let count = 0;
  for (let after = checkpoint ?? undefined; ;) {
    const page = await log.readAll({ ...(after === undefined ? {} : { after }), streamPrefixes, limit: pageEvents });
    count += page.length;
    if (page.length < pageEvents) return count;
    after = page.at(-1)?.position;
  }
}
