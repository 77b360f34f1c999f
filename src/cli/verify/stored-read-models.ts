import { existsSync } from 'node:fs';
import type { EventLog, Position } from '../../ports/event-log.ts';
import type { ProjectionRebuild } from '../../ports/read-models.ts';

export interface StoredReadModels extends Disposable {
  readonly readModels: Pick<ProjectionRebuild, 'snapshot'>;
}

/** Read models as they stand, only to be looked at; those that are not there are empty ones. */
export async function storedReadModels(
  path: string,
  log: Pick<EventLog, 'comparePositions'>,
): Promise<StoredReadModels> {
  const comparePositions = (a: Position, b: Position): number => log.comparePositions(a, b);
  if (!existsSync(path)) {
    const { createMemoryReadModels } = await import('../../adapters/memory-read-models.ts');
    return { readModels: createMemoryReadModels({ comparePositions }), [Symbol.dispose]: () => undefined };
  }
  const { openSqliteReadModels } = await import('../../adapters/sqlite-read-models.ts');
  const readModels = openSqliteReadModels({ path, comparePositions, readOnly: true });
  return { readModels, [Symbol.dispose]: () => readModels[Symbol.dispose]() };
}
