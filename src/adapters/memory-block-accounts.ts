import { RecentMap } from '../limits/recent-map.ts';
import { blockKey, type BlockAccounts } from '../ports/block-accounts.ts';

export interface MemoryBlockAccountsOptions {
  /** How many strings are known at most: the one that was made or asked after longest ago is forgotten. Default 100,000. */
  readonly stringsMax?: number;
}

/** What this process knows, as long as it runs. */
export function createMemoryBlockAccounts({ stringsMax = 100_000 }: MemoryBlockAccountsOptions = {}): BlockAccounts {
  const accounts = new RecentMap<string, string>(stringsMax);
  return {
    made: (digests, account) => {
      for (const digest of digests) {
        const key = blockKey(digest);
        if (key !== null) accounts.set(key, account);
      }
    },
    madeBy: (digest) => {
      const key = blockKey(digest);
      return key === null ? null : (accounts.get(key) ?? null);
    },
  };
}
