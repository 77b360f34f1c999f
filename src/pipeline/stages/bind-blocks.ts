import { GatewayError } from '../../errors.ts';
import type { BlockAccounts } from '../../ports/block-accounts.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import { BoundStrings } from '../../protocols/opaque-blocks/bound-strings.ts';
import type { Bound, Storable } from '../records.ts';
import { BlockBook } from '../flow/block-book.ts';

export interface BindBlocksDeps {
  readonly keyHasher: KeyHasher;
  readonly blockAccounts: BlockAccounts;
}

/**
 * Finds the account that made the opaque blocks of a request. Raises 400 for blocks of several accounts, because no
 * upstream accepts both.
 */
export function bindBlocks(storable: Storable, { keyHasher, blockAccounts }: BindBlocksDeps): Bound {
  const { surface, body, caller } = storable;
  const book = new BlockBook(caller.key.tenant_id, keyHasher, blockAccounts);
  if (surface.texts === undefined) return { ...storable, blocks: { book, madeBy: null } };
  const [first = null, second] = book.madeBy(BoundStrings.of(surface.texts.request).inBody(body));
  if (first !== null && second !== undefined) {
    throw new GatewayError('invalid_value', {
      detail: `\`${first.path}\` and \`${second.path}\` were made by two accounts, and no account accepts both.`,
      param: second.path,
      next: 'Leave out the blocks of one of them, or start a new conversation.',
    });
  }
  return { ...storable, blocks: { book, madeBy: first } };
}
