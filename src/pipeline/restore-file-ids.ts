import { OwnIds } from '../protocols/file-ids/file-names.ts';
import { RestoredStream } from '../personal-data/restored-stream.ts';
import type { Restored, Reworded } from './stages.ts';

export interface RestoreFileIdsDeps {
  /** Largest single record of a stream, bytes. */
  readonly sseRecordBytesMax: number;
}

/** Our ids are longer than those of upstreams, and a surface makes records larger, but never so much. */
const growthMax = 8;

/**
 * What the upstream calls the caller's files → what the caller calls them, in a whole answer and in a stream, before
 * anything else is restored. A piece of a stream holds whole records; a text of it may spell an id over several.
 */
export function restoreFileIds(restored: Reworded, deps: RestoreFileIdsDeps): Restored {
  if (restored.fileNames.size === 0) return { ...restored, hasFileNames: false };
  const ids = new OwnIds(restored.fileNames);
  const spelt = speltIds(restored, ids, deps);
  return {
    ...restored,
    hasFileNames: true,
    restore: (body) => restored.restore(ids.restored(body)),
    restoreRefusal: (body) => restored.restoreRefusal(ids.restored(body)),
    restoreRecord: (record) => restored.restoreRecord(ids.restoredRecords(record)),
    restorePiece: (piece) => {
      const records = piece === null ? (spelt?.flush() ?? null) : spelt === null ? piece : spelt.push(piece);
      const passed = records === null ? null : restored.restorePiece(ids.restoredRecords(records));
      if (piece !== null) return passed;
      const rest = [passed, restored.restorePiece(null)].filter((bytes) => bytes !== null);
      return rest.length === 0 ? null : Buffer.concat(rest);
    },
  };
}

function speltIds(
  { surface }: Reworded,
  ids: OwnIds,
  { sseRecordBytesMax }: RestoreFileIdsDeps,
): RestoredStream | null {
  const restorer = ids.texts;
  if (restorer === null || surface.texts === undefined) return null;
  return new RestoredStream({ texts: surface.texts, restorer, recordBytesMax: sseRecordBytesMax * growthMax });
}
