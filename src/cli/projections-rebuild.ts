import type { Command } from 'commander';
import type { Projection } from '../ports/read-models.ts';
import { documented } from './arguments.ts';
import { wrongUsage } from './cli-error.ts';
import { printJson, printTable } from './output.ts';
import { Progress } from './progress.ts';

export function projectionsRebuild(projections: Command): void {
  const command = projections
    .command('rebuild')
    .description('rebuild read models from the whole log; the new ones replace the old ones at once, at the end')
    .argument('[name...]', 'read models to rebuild (default: all)')
    .action(rebuild);
  documented(command, {
    example: 'waybill projections rebuild wallet-balances',
    json: '{"rebuilt":[{"name","events","documents"}]}',
  });
}

async function rebuild(names: readonly string[], { json = false }: { readonly json?: boolean }): Promise<void> {
  const { projectionCatalogue } = await import('../../projections/catalogue.ts');
  const { projectionId } = await import('../ports/read-models.ts');
  const { rebuildProjection } = await import('../ledger/rebuild.ts');
  const { withStoredReadModels } = await import('./open-ledger.ts');
  const wanted = names.length === 0 ? projectionCatalogue : chosen(names, projectionCatalogue);
  const rebuilt = await withStoredReadModels(async (log, readModels, logEnd) => {
    const done = [];
    for (const projection of wanted) {
      const progress = new Progress(`events folded into ${projection.name}`);
      const onProgress = (events: number): void => progress.show(events);
      const options = { onProgress, logEnd };
      const figures = await rebuildProjection(log, readModels, projection, options).finally(() => progress.end());
      done.push({ name: projectionId(projection), ...figures });
    }
    return done;
  });
  if (json) {
    printJson({ rebuilt });
    return;
  }
  printTable(
    ['name', 'events', 'documents'],
    rebuilt.map(({ name, events, documents }) => [name, String(events), String(documents)]),
  );
}

/** The projections with these names, with or without version. */
function chosen(names: readonly string[], all: readonly Projection<object>[]): readonly Projection<object>[] {
  return names.map((name) => {
    const found = all.find(
      (projection) => projection.name === name || `${projection.name}@${projection.version}` === name,
    );
    if (found !== undefined) return found;
    throw wrongUsage(`there is no read model ${name}: ${all.map((projection) => projection.name).join(', ')}`);
  });
}
