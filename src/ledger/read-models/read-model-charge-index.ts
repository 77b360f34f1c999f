import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChargeRecord } from '../../domain/charges/charge-record.ts';
import type { QuarterOfKey } from '../../domain/charges/charged-use.ts';
import type { ChargeIndex } from '../../ports/charge-index.ts';
import { newestFirstKey, type DocumentReader, type Projection } from '../../ports/read-models.ts';

export interface ReadModelChargeIndexOptions {
  readonly readModels: DocumentReader;
  readonly charges: Projection<object>;
  /** The charge of a reservation; `null`: there is none. */
  readonly chargeOf: (readModels: DocumentReader, reservationId: string) => ChargeRecord | null;
  /** Charges of a list after a key, newest first. */
  readonly listed: (
    readModels: DocumentReader,
    from: { readonly prefix: string; readonly afterKey: string; readonly limit: number },
  ) => readonly { readonly key: string; readonly document: ChargeRecord | null }[];
  /** Prefix of the list of a key. Behind it stands when its charges began, newest first. */
  readonly keyPrefix: (keyId: string) => string;
  /** Prefix of the quarters of a key, by their start. */
  readonly quartersPrefix: (keyId: string) => string;
  /** Resolves when the projection includes everything recorded before the call. */
  catchUp(): Promise<void>;
}

/** Quarters, and charges, read per turn of the event loop, so that requests are served in between. */
const [quartersAtOnce, chargesAtOnce] = [500, 25];

/** What comes after every key that continues another one. */
const behind = '\u{10ffff}';

/** The index over the read model of charges, which catches up with the log before each answer. */
export function createReadModelChargeIndex(options: ReadModelChargeIndexOptions): ChargeIndex {
  const { readModels, charges, chargeOf, listed, keyPrefix, quartersPrefix } = options;
  let last: Promise<unknown> = Promise.resolve();
  // Pages of many readers would together fill each turn of the event loop.
  const oneAtATime = <Page>(read: () => Promise<Page>): Promise<Page> => {
    const page = last.then(read);
    last = page.catch(() => undefined);
    return page;
  };
  return {
    async find(reservationId) {
      await options.catchUp();
      return chargeOf(readModels, reservationId);
    },
    async ofKey(keyId, { from, to, after, limit }) {
      await options.catchUp();
      const prefix = keyPrefix(keyId);
      const first = `${prefix}${newestFirstKey(to)}/${behind}`;
      const asked =
        after === null ? first : `${prefix}${newestFirstKey(Date.parse(after.reserved_at))}/${after.reservation_id}`;
      const oldest = `${prefix}${newestFirstKey(from)}/${behind}`;
      return await oneAtATime(async () => {
        const found: ChargeRecord[] = [];
        for (let afterKey = asked > first ? asked : first; ;) {
          const most = Math.min(chargesAtOnce, limit + 1 - found.length);
          const part = listed(readModels, { prefix, afterKey, limit: most });
          const own = part.flatMap(({ key, document }) => (document === null || key > oldest ? [] : [document]));
          found.push(...own);
          if (found.length > limit || own.length < most) break;
          afterKey = part.at(-1)?.key ?? oldest;
          await nextTurn();
        }
        return { charges: found.slice(0, limit), hasMore: found.length > limit };
      });
    },
    async *quartersOf(keyId, { from, to }) {
      await options.catchUp();
      const prefix = quartersPrefix(keyId);
      const end = prefix + new Date(to).toISOString();
      for (let afterKey = prefix + new Date(from).toISOString(); ;) {
        const page = readModels.list(charges, { afterKey, limit: quartersAtOnce });
        for (const { key, document } of page) {
          if (key >= end) return;
          // The key is that of a quarter.
          yield document as QuarterOfKey;
          afterKey = key;
        }
        if (page.length < quartersAtOnce) return;
        await nextTurn();
      }
    },
  };
}
