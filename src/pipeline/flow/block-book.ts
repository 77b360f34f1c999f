import type { BlockAccounts } from '../../ports/block-accounts.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';

/**
 * Only this many strings at the end of a request or answer are looked up: each costs a digest, and may cost a read from
 * a file.
 */
const stringsMax = 500;
/** Stands for all accounts, for a string that more than one of them has given. */
const several = '*';

/** Advice for a caller whose opaque blocks only one account accepts. */
export const withoutBlocks = 'leave out the blocks with signatures or encrypted contents';

/** An account that made opaque strings of a request, and the place of the first. */
export interface MadeBy {
  readonly account: string;
  /** The path to exactly this string, e.g. `messages[0].content[1].signature`. */
  readonly path: string;
}

/** An opaque string, and its place. */
interface PlacedText {
  readonly path: string;
  readonly text: string;
}

/** What knows which account made a string. */
export interface BlockBook {
  readonly keyHasher: KeyHasher;
  readonly blockAccounts: BlockAccounts;
}

/** With the tenant whose strings they are. */
export interface BlockOwner extends BlockBook {
  readonly tenantId: string;
}

/** The accounts that made the strings, each once, in order. Strings that bind to no account are ignored. */
export function madeBy(strings: readonly PlacedText[], owner: BlockOwner): readonly MadeBy[] {
  const found = new Map<string, MadeBy>();
  for (const { path, text } of strings.slice(-stringsMax)) {
    const account = owner.blockAccounts.madeBy(digestOf(text, owner));
    if (account !== null && account !== several && !found.has(account)) found.set(account, { account, path });
  }
  return [...found.values()];
}

/**
 * Records the strings that an account has given. A string that two accounts give is no secret of either, and binds to
 * none.
 */
export function noteMade(strings: readonly PlacedText[], account: string, owner: BlockOwner): void {
  const { blockAccounts } = owner;
  const [own, shared]: [string[], string[]] = [[], []];
  for (const { text } of strings.slice(-stringsMax)) {
    if (text === '') continue;
    const digest = digestOf(text, owner);
    const known = blockAccounts.madeBy(digest);
    if (known === null) own.push(digest);
    else if (known !== account && known !== several) shared.push(digest);
  }
  if (own.length > 0) blockAccounts.made(own, account);
  if (shared.length > 0) blockAccounts.made(shared, several);
}

/** Contains the tenant, so that no tenant learns what another was given. */
function digestOf(text: string, { tenantId, keyHasher }: BlockOwner): string {
  return keyHasher.hash(JSON.stringify(['opaque block', tenantId, text]));
}
