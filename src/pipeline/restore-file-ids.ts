import { ownIdsRestorer } from '../domain/file-names.ts';
import type { Restored } from './stages.ts';

/**
 * What the upstream calls the caller's files → what the caller calls them, in a whole answer and in a stream, before
 * anything else is restored. A piece of a stream holds whole records.
 */
export function restoreFileIds(restored: Restored): Restored {
  const renamed = ownIdsRestorer(restored.fileNames);
  if (renamed === null) return restored;
  return {
    ...restored,
    restore: (body) => restored.restore(renamed(body)),
    restoreRefusal: (body) => restored.restoreRefusal(renamed(body)),
    restoreRecord: (record) => restored.restoreRecord(renamed(record)),
    restorePiece: (piece) => restored.restorePiece(piece === null ? null : renamed(piece)),
  };
}
