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

/**
 * Which account made the opaque strings of one tenant. Digests contain the tenant, so no tenant learns what another was
 * given.
 */
export class BlockBook {
  readonly #tenantId: string;
  readonly #keyHasher: KeyHasher;
  readonly #accounts: BlockAccounts;

  constructor(tenantId: string, keyHasher: KeyHasher, accounts: BlockAccounts) {
    this.#tenantId = tenantId;
    this.#keyHasher = keyHasher;
    this.#accounts = accounts;
  }

  /** The accounts that made the strings, each once, in order. Strings that bind to no account are ignored. */
  madeBy(strings: readonly PlacedText[]): readonly MadeBy[] {
    const found = new Map<string, MadeBy>();
    for (const { path, text } of strings.slice(-stringsMax)) {
      const account = this.#accounts.madeBy(this.#digestOf(text));
      if (account !== null && account !== several && !found.has(account)) found.set(account, { account, path });
    }
    return [...found.values()];
  }

  /**
   * Records the strings that an account has given. A string that two accounts give is no secret of either, and binds to
   * none.
   */
  note(strings: readonly PlacedText[], account: string): void {
    const [own, shared]: [string[], string[]] = [[], []];
    for (const { text } of strings.slice(-stringsMax)) {
      if (text === '') continue;
      const digest = this.#digestOf(text);
      const known = this.#accounts.madeBy(digest);
      if (known === null) own.push(digest);
      else if (known !== account && known !== several) shared.push(digest);
    }
    if (own.length > 0) this.#accounts.made(own, account);
    if (shared.length > 0) this.#accounts.made(shared, several);
  }

  #digestOf(text: string): string {
    return this.#keyHasher.hash(JSON.stringify(['opaque block', this.#tenantId, text]));
  }
}
