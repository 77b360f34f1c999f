import { GatewayError } from '../../errors.ts';
import { BoundStrings } from '../../protocols/opaque-blocks/bound-strings.ts';
import type { Bound, BoundBlocks, Noted, Restored, Storable } from '../records.ts';
import { madeBy, noteMade, type BlockBook } from '../flow/block-book.ts';

/** Those of a request that has none. */
export const noBlocks: BoundBlocks = { madeBy: null };

/**
 * Finds the account that made the opaque blocks of a request. Raises 400 for blocks of several accounts, because no
 * upstream accepts both.
 */
export function bindBlocks(storable: Storable, { keyHasher, blockAccounts }: BlockBook): Bound {
  const { surface, body, caller } = storable;
  const strings = surface.texts === undefined ? [] : BoundStrings.of(surface.texts.request).inBody(body);
  if (strings.length === 0) return { ...storable, blocks: noBlocks };
  const [first = null, second] = madeBy(strings, { tenantId: caller.key.tenant_id, keyHasher, blockAccounts });
  if (first !== null && second !== undefined) {
    throw new GatewayError('invalid_value', {
      detail: `\`${first.path}\` and \`${second.path}\` were made by two accounts, and no account accepts both.`,
      param: second.path,
      next: 'Leave out the blocks of one of them, or start a new conversation.',
    });
  }
  return { ...storable, blocks: { madeBy: first } };
}

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
