import { existsSync } from 'node:fs';
import { commandParts } from '../../composition/command-parts.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { ProjectionRebuild } from '../../ports/read-models.ts';

export interface StoredReadModels extends Disposable {
  readonly readModels: Pick<ProjectionRebuild, 'snapshot'>;
}

/** The stored read models, read-only. A missing file counts as empty. */
export async function storedReadModels(
  path: string,
  log: Pick<EventLog, 'comparePositions'>,
): Promise<StoredReadModels> {
  if (!existsSync(path)) {
    return { readModels: await commandParts.emptyReadModels(log), [Symbol.dispose]: () => undefined };
  }
  const readModels = await commandParts.readModels({ path, log, readOnly: true });
  return { readModels, [Symbol.dispose]: () => readModels[Symbol.dispose]() };
}
