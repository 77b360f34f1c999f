import { inTurn } from '../../personal-data/text-restorer.ts';
import { OwnIds } from '../../protocols/file-ids/file-names.ts';
import type { StreamWords } from '../../protocols/streams/stream-words.ts';
import type { Restored, Reworded } from '../records.ts';

/**
 * Replaces the upstream's ids of files with the caller's, in a whole answer and in a stream, before anything else is
 * restored. The text of a stream may spread an id over several records.
 */
export function restoreFileIds(reworded: Reworded): Restored {
  if (reworded.fileNames.size === 0) return { ...reworded, streamWords: wordsOf(reworded, null) };
  const ids = new OwnIds(reworded.fileNames);
  const { restore, restoreRefusal } = reworded;
  return {
    ...reworded,
    restore: (body) => (restore === null ? ids.restored(body) : restore(ids.restored(body))),
    restoreRefusal: (body) => (restoreRefusal === null ? ids.restored(body) : restoreRefusal(ids.restored(body))),
    streamWords: wordsOf(reworded, ids),
  };
}

function wordsOf({ surface: { texts }, textRestorer }: Reworded, ids: OwnIds | null): StreamWords | null {
  if (texts === undefined || (textRestorer === null && ids === null)) return null;
  const own = ids?.texts ?? null;
  const restorer = own === null || textRestorer === null ? (own ?? textRestorer) : inTurn(own, textRestorer);
  return { texts, restorer, ids };
}
