import { RecentMap } from '../limits/recent-map.ts';
import { blockKey, type BlockAccounts } from '../ports/block-accounts.ts';

export interface MemoryBlockAccountsOptions {
  /** Most strings kept; the least recently made or looked up is dropped first. Default 100,000. */
  readonly stringsMax?: number;
}

/** Block accounts in the memory of the process. Lost when it ends. */
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
