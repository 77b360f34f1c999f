import { BoundStrings } from '../../protocols/opaque-blocks/bound-strings.ts';
import type { Noted, Restored } from '../records.ts';

/** Records the opaque strings of the answer as made by the account that was asked, before they are passed on. */
export function noteBlocks(restored: Restored): Noted {
  const { surface, blocks, route, streamWords } = restored;
  const { texts } = surface;
  if (texts === undefined || !BoundStrings.of(texts.answer).mayBe) return { ...restored, note: () => undefined };
  const { book } = blocks;
  const [answer, record] = [BoundStrings.of(texts.answer), BoundStrings.of(texts.record ?? {})];
  const words = streamWords ?? { texts, restorer: null, ids: null };
  return {
    ...restored,
    note: (body) => book.note(answer.inBody(body), route.account),
    streamWords: { ...words, noteBlocks: (object) => book.note(record.in(object), route.account) },
  };
}
