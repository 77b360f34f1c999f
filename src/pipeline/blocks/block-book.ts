import type { BlockAccounts } from '../../ports/block-accounts.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';

/** Of one request or answer the last so many strings are looked at: each is a digest, and may be a look into a file. */
const stringsMax = 500;
/** Stands for all accounts: of a string that more than one of them has given. */
const several = '*';

/** What a caller can do whose blocks nobody else takes. */
export const withoutBlocks = 'leave out the blocks with signatures or encrypted contents';

/** An account that made opaque strings of a request, and the first place of one. */
export interface MadeBy {
  readonly account: string;
  /** As the path that leads to just this one, e.g. `messages[0].content[1].signature`. */
  readonly path: string;
}

/** An opaque string, and its place. */
interface PlacedText {
  readonly path: string;
  readonly text: string;
}

/** Who made the opaque strings of one tenant. Another's are not known here: nobody learns from it what others were given. */
export class BlockBook {
  readonly #tenantId: string;
  readonly #keyHasher: KeyHasher;
  readonly #accounts: BlockAccounts;

  constructor(tenantId: string, keyHasher: KeyHasher, accounts: BlockAccounts) {
    this.#tenantId = tenantId;
    this.#keyHasher = keyHasher;
    this.#accounts = accounts;
  }

  /** Each account of those that made the strings once, in their order. Nobody is told of a string that binds to none. */
  madeBy(strings: readonly PlacedText[]): readonly MadeBy[] {
    const found = new Map<string, MadeBy>();
    for (const { path, text } of strings.slice(-stringsMax)) {
      const account = this.#accounts.madeBy(this.#digestOf(text));
      if (account !== null && account !== several && !found.has(account)) found.set(account, { account, path });
    }
    return [...found.values()];
  }

  /** Strings that an account has given. What two accounts give alike is no secret of either, and binds to none. */
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
