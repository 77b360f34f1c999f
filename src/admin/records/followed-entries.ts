import type { WalletAmounts } from '../../domain/wallet-entries/statement-lines.ts';
import { walletStatement, type StatementPlace, type WalletEntry } from '../../ledger/wallet-statement.ts';
import { walletStream } from '../../ledger/stream-names.ts';
import { newestRevision } from '../reads-within.ts';
import { looks } from '../following/looks.ts';
import type { AdminRequest, FollowedList, FollowedStep, Following } from '../operation.ts';
import { otherList } from '../owned-page.ts';
import { keyOfPageCursor, type CursorList } from '../page-cursor.ts';
import { placeOfWallet, walletWithin } from '../reads-within.ts';

/** Which entries are followed, and how they are shown. */
export interface EntriesToFollow {
  readonly walletId: string;
  /** The list of the pages that have the oldest entry first: a place in the stream is one in it. */
  readonly list: CursorList;
  /** Recorded at or after this time, and before the other; milliseconds since 1970. `null`: no limit. */
  readonly fromMs: number | null;
  readonly beforeMs: number | null;
  readonly after: string | undefined;
  /** How entries are shown to the maker of a request. */
  shownTo(request: AdminRequest): Promise<(entry: WalletEntry) => object>;
}

/** Entries of one look at the wallet's stream, so few that inference does not wait for whoever reads. */
const readAtOnce = 50;

/** A statement as it grows, from now or from `after`. Raises the errors of access checks, and `invalid_value`. */
export async function followEntries(entries: EntriesToFollow, following: Following): Promise<FollowedList> {
  const { walletId, list, after } = entries;
  const request = await following.now();
  const { tenantId } = await walletWithin(request, 'wallets.read', walletId);
  // The wallet stays where it is: what may change is its reader.
  const assertMay = async (asking: AdminRequest): Promise<void> =>
    asking.administrator.assertMay('wallets.read', await placeOfWallet(asking, walletId, tenantId), 'wallet');
  const begin =
    after === undefined ? await endOf(request, walletId) : placeOfKey(keyOfPageCursor(request, list, after));
  const steps = () => stepsFrom(begin, entries, { ...following, assertMay });
  return { list, begin: keyOfPlace(begin), assertMay, steps };
}

/** A place as cursors have it. */
export function keyOfPlace({ revision, passed }: StatementPlace): string {
  return `${revision}.${passed}`;
}

/** Raises `invalid_value` if there is none. */
export function placeOfKey(key: string | null): StatementPlace {
  if (key === null) throw otherList();
  const [revision = 0, passed = 0] = key.split('.').map(Number);
  return { revision, passed };
}

async function endOf({ deps: { log } }: AdminRequest, walletId: string): Promise<StatementPlace> {
  return { revision: (await newestRevision(log, walletId)) + 1, passed: 0 };
}

async function* stepsFrom(
  begin: StatementPlace,
  { walletId, fromMs, beforeMs, shownTo }: EntriesToFollow,
  { now, signal, assertMay }: Following & Pick<FollowedList, 'assertMay'>,
): AsyncGenerator<FollowedStep, void> {
  const { deps } = await now();
  const range = { walletId, fromMs: null, beforeMs: null, isNewestFirst: false, limit: readAtOnce };
  const isWanted = ({ recorded: { recordedAt } }: WalletEntry): boolean => {
    const atMs = Date.parse(recordedAt);
    return (fromMs === null || atMs >= fromMs) && (beforeMs === null || atMs < beforeMs);
  };
  let [place, known]: [StatementPlace, WalletAmounts | undefined] = [begin, undefined];
  for await (const _ of looks(deps, [walletStream(walletId)], signal)) {
    for (let isMore = true; isMore && !signal.aborted;) {
      const request = await now();
      await assertMay(request);
      const shown = await shownTo(request);
      const { entries, next } = await walletStatement(deps.log, { ...range, begin: place, known });
      const last = entries.at(-1);
      place = next ?? (last === undefined ? place : { revision: last.recorded.revision + 1, passed: 0 });
      // Within an event it is folded anew.
      known = place.passed > 0 ? undefined : (last?.after ?? known);
      isMore = next !== null;
      const rows = entries.filter(isWanted).map((entry) => ({
        row: shown(entry),
        place: keyOfPlace({ revision: entry.recorded.revision, passed: entry.number }),
      }));
      yield { rows, place: keyOfPlace(place) };
    }
  }
}
