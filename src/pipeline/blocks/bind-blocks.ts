import { GatewayError } from '../../errors.ts';
import type { BlockAccounts } from '../../ports/block-accounts.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import { BoundStrings } from '../../protocols/opaque-blocks/bound-strings.ts';
import type { Bound, Storable } from '../stages.ts';
import { BlockBook } from './block-book.ts';

export interface BindBlocksDeps {
  readonly keyHasher: KeyHasher;
  readonly blockAccounts: BlockAccounts;
}

/**
 * Which account made the opaque blocks that a request brings back. Raises 400 for blocks of several accounts: no upstream takes
 * both.
 */
export function bindBlocks(storable: Storable, { keyHasher, blockAccounts }: BindBlocksDeps): Bound {
  const { surface, body, caller } = storable;
  const book = new BlockBook(caller.key.tenant_id, keyHasher, blockAccounts);
  if (surface.texts === undefined) return { ...storable, blocks: { book, madeBy: null } };
  const [first = null, second] = book.madeBy(BoundStrings.of(surface.texts.request).inBody(body));
  if (first !== null && second !== undefined) {
    throw new GatewayError('invalid_value', {
      detail: `\`${first.path}\` and \`${second.path}\` were made by two accounts, and none takes both.`,
      param: second.path,
      next: 'Leave the blocks of one of them out, or begin anew.',
    });
  }
  return { ...storable, blocks: { book, madeBy: first } };
}
