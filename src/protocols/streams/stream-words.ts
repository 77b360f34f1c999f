import type { JsonObjectText } from '../../wire/json-object-text.ts';
import type { TextMap } from '../../personal-data/text-map.ts';
import type { TextRestorer } from '../../personal-data/text-restorer.ts';
import type { OwnIds } from '../file-ids/file-names.ts';

/** What the caller calls otherwise than the upstream: put back into a stream while it is read. */
export interface StreamWords {
  /** Where the texts of the stream stand. */
  readonly texts: TextMap;
  /** For texts, also those that come in pieces; `null`: nothing is put back into them. */
  readonly restorer: TextRestorer | null;
  /** For ids of files beside them; `null`: none were named. */
  readonly ids: OwnIds | null;
  /** Is told each record that may hold opaque blocks, before it is passed on; absent: none does. */
  noteBlocks?(record: JsonObjectText): void;
}
