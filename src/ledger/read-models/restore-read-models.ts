import { UnknownEventType } from '../codec.ts';
import { EventLogBusy, EventLogUnavailable, StreamTombstoned, type EventLog } from '../../ports/event-log.ts';
import type { Projection, ProjectionFold, ProjectionRebuild } from '../../ports/read-models.ts';
import { storedReadModel } from './stored-read-model.ts';

/**
 * Fills empty read models from the copies stored in the log, so that not all events have to be folded. Those that
 * cannot be restored are folded from the beginning. Raises `ReadModelsUnavailable`.
 */
export async function restoreReadModels(
  log: Pick<EventLog, 'readStream' | 'comparePositions'>,
  readModels: Pick<ProjectionFold & ProjectionRebuild, 'checkpoint' | 'replace'>,
  projections: readonly Projection<object>[],
): Promise<void> {
  const empty = projections.filter((projection) => readModels.checkpoint(projection) === null);
  await Promise.all(
    empty.map(async (projection) => {
      const stored = await storedReadModel(log, projection).catch(nothingFor);
      // Another process may have filled it meanwhile.
      if (stored !== null && readModels.checkpoint(projection) === null) readModels.replace(projection, stored);
    }),
  );
}

function nothingFor(error: unknown): null {
  const kinds = [EventLogUnavailable, EventLogBusy, StreamTombstoned, UnknownEventType, SyntaxError];
  if (kinds.some((kind) => error instanceof kind)) return null;
  throw error;
}
