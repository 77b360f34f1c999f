import { BoundStrings } from '../../protocols/opaque-blocks/bound-strings.ts';
import { noteMade, type BlockBook } from '../flow/block-book.ts';
import type { Noted, Restored } from '../records.ts';

/** Records the opaque strings of the answer as made by the account that was asked, before they are passed on. */
export function noteBlocks(restored: Restored, { keyHasher, blockAccounts }: BlockBook): Noted {
  const { surface, caller, route, streamWords } = restored;
  const { texts } = surface;
  if (texts === undefined || !BoundStrings.of(texts.answer).mayBe) return { ...restored, note: null };
  const owner = { tenantId: caller.key.tenant_id, keyHasher, blockAccounts };
  const [answer, record] = [BoundStrings.of(texts.answer), BoundStrings.of(texts.record ?? {})];
  const words = streamWords ?? { texts, restorer: null, ids: null };
  return {
    ...restored,
    note: (body) => noteMade(answer.inBody(body), route.account, owner),
    streamWords: { ...words, noteBlocks: (object) => noteMade(record.in(object), route.account, owner) },
  };
}
