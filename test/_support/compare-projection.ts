import { foldProjection } from '../../src/ledger/rebuild.ts';
import type { EventLog, Position } from '../../src/ports/event-log.ts';
import type { Projection, ReadModels } from '../../src/ports/read-models.ts';

/** Documents that differ, that are shown one by one; the rest is only counted. */
const differencesShownMax = 100;

/** A document that is not what the log says; `null`: it is missing on that side. */
interface DocumentDifference {
  readonly key: string;
  readonly stored: object | null;
  readonly folded: object | null;
}

interface ProjectionComparison {
  /** Where the stored documents stand; they are compared with a fold up to there. */
  readonly checkpoint: Position | null;
  readonly events: number;
  readonly documents: number;
  readonly differing: number;
  /** The first 100 of those that differ, by key. */
  readonly differences: readonly DocumentDifference[];
}

/** Compares the stored documents with a fold of the log up to their checkpoint. Raises as {@link foldProjection} does. */
export async function compareProjection(
  log: EventLog,
  readModels: ReadModels,
  projection: Projection<object>,
): Promise<ProjectionComparison> {
  const { checkpoint, documents, waiting = [] } = readModels.snapshot(projection);
  const folded =
    checkpoint === null
      ? { documents: new Map<string, object>(), events: 0 }
      : await foldProjection(log, projection, {
          upTo: checkpoint,
          waiting,
        });
  const keys = [...new Set([...documents.keys(), ...folded.documents.keys()])].sort();
  const differences = keys
    .map((key) => ({ key, stored: documents.get(key) ?? null, folded: folded.documents.get(key) ?? null }))
    .filter(({ stored, folded }) => JSON.stringify(stored) !== JSON.stringify(folded));
  return {
    checkpoint,
    events: folded.events,
    documents: documents.size,
    differing: differences.length,
    differences: differences.slice(0, differencesShownMax),
  };
}
