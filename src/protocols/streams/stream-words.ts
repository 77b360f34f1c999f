import type { JsonObjectText } from '../../wire/json-object-text.ts';
import type { TextMap } from '../../personal-data/text-map.ts';
import type { TextRestorer } from '../../personal-data/text-restorer.ts';
import type { OwnIds } from '../file-ids/file-names.ts';

/** Words for which the caller and the upstream have different names: restored in a stream while it is read. */
export interface StreamWords {
  /** Where the texts of the stream are. */
  readonly texts: TextMap;
  /** Restores texts, also those that come in pieces; `null`: texts are not changed. */
  readonly restorer: TextRestorer | null;
  /** Restores ids of files beside them; `null`: the request named none. */
  readonly ids: OwnIds | null;
  /** Called with each record that may hold opaque blocks, before it is passed on; absent: none does. */
  noteBlocks?(record: JsonObjectText): void;
}
