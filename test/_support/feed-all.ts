import { foldProjection } from '../../src/ledger/rebuild.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { Projection, ReadModels } from '../../src/ports/read-models.ts';

/** Brings read models level with a log, without a follower. */
export async function feedAll(
  log: EventLog,
  readModels: ReadModels,
  projections: readonly Projection<object>[],
): Promise<void> {
  for (const projection of projections) readModels.replace(projection, await foldProjection(log, projection));
}
