import { expiredIn } from './each-document.ts';
import type { Projection, DocumentReader } from '../../ports/read-models.ts';
import type { ResponseIndex } from '../../ports/response-index.ts';

interface Indexed {
  readonly response_id: string;
  readonly item_hashes: readonly string[];
}

interface Expiring {
  readonly response_id: string;
  readonly expires_at: string;
}

export interface ReadModelResponseIndexOptions {
  readonly readModels: DocumentReader;
  /** Documents by owner and id, newest first for one owner. */
  readonly index: Projection<Indexed>;
  /** Documents in order of expiry. */
  readonly expiries: Projection<Expiring>;
  /** Prefix of the keys of one owner. */
  readonly ownerKey: (userId: string) => string;
  /** Resolves when both include everything recorded before the call. */
  catchUp(): Promise<void>;
}

const pageSize = 500;
const looksMax = 2_000;

/** The index over read models, which catch up with the log before each answer. */
export function createReadModelResponseIndex(options: ReadModelResponseIndexOptions): ResponseIndex {
  const { readModels, index, expiries, ownerKey } = options;
  return {
    async holderOf(userId, itemHash) {
      await options.catchUp();
      const prefix = ownerKey(userId);
      let afterKey = prefix;
      for (let looked = 0; looked < looksMax; looked += pageSize) {
        const page = readModels.list(index, { afterKey, limit: pageSize });
        for (const { key, document } of page) {
          if (!key.startsWith(prefix)) return null;
          if (document.item_hashes.includes(itemHash)) return document.response_id;
          afterKey = key;
        }
        if (page.length < pageSize) return null;
      }
      return null;
    },
    async expired(now, { afterKey, limit }) {
      await options.catchUp();
      const page = expiredIn(readModels, expiries, { now, afterKey, limit });
      return page.map(({ key, document }) => ({ key, responseId: document.response_id }));
    },
  };
}
