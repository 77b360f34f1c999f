import { grantedNano } from '../domain/lots/wallet-lots.ts';
import { statementLines, type StatementLine, type WalletAmounts } from '../domain/wallet-entries/statement-lines.ts';
import type { WalletEvent } from '../domain/wallet-events.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import type { EventLog, RecordedEvent } from '../ports/event-log.ts';
import { decodeEvent } from './codec.ts';
import { walletStream } from './stream-names.ts';
import { WalletFold, type ReadPage } from './wallet-fold.ts';

/** A line of a statement, and what the wallet has after it. */
export interface WalletEntry extends StatementLine {
  readonly recorded: RecordedEvent;
  readonly event: WalletEvent;
  /** Its place among the postings of the event, from 1. */
  readonly number: number;
  readonly after: WalletAmounts;
}

/** Where a page begins. */
export interface StatementPlace {
  readonly revision: number;
  /** How many postings of this event earlier pages have, in the order of reading. */
  readonly passed: number;
}

/** Which entries are asked for. */
export interface StatementRequest {
  readonly walletId: string;
  /** Recorded at or after this time, and before the other; milliseconds since 1970. `null`: no limit. */
  readonly fromMs: number | null;
  readonly beforeMs: number | null;
  readonly isNewestFirst: boolean;
  /** `null`: the first page. */
  readonly begin: StatementPlace | null;
  /** What the wallet has before the event of `begin`, where the oldest entry comes first. Absent: it is folded. */
  readonly known?: WalletAmounts | undefined;
  /** Most entries. */
  readonly limit: number;
}

/** A page of a statement. `next`: where the next one begins; `null`: this is the last one. */
export interface StatementPage {
  readonly entries: readonly WalletEntry[];
  readonly next: StatementPlace | null;
}

/** So few that inference does not wait for whoever reads. */
const readAtOnce = 250;
/** Events examined for a page, unless it may have more: those of free models move no money. */
const examinedUsually = 1_000;

/**
 * A page of the statement of a wallet, from its own stream. What the wallet has where the page begins is folded from the
 * newest closing before, so that a page costs the same wherever it is. A period is a part of the stream, also where a clock
 * was set back: an entry is in exactly one of two consecutive periods. Raises `UnknownEventType` and the errors of the log.
 */
export async function walletStatement(log: EventLog, request: StatementRequest): Promise<StatementPage> {
  const { walletId, isNewestFirst, begin, limit } = request;
  const read: ReadPage = (options) => log.readStream(walletStream(walletId), options);
  const { first, last } = await rangeOf(read, request);
  const [from, end, step] = isNewestFirst ? [begin?.revision ?? last, first, -1] : [begin?.revision ?? first, last, 1];
  const direction = isNewestFirst ? 'backwards' : 'forwards';
  const amounts = request.known ?? (await amountsAfter(read, isNewestFirst ? from : from - 1));
  const page = new PageInMaking(request, amounts);
  const examinedMax = Math.max(examinedUsually, limit);
  for (let at = from, examined = 0; (end - at) * step >= 0;) {
    if (examined >= examinedMax) return { entries: page.entries, next: { revision: at, passed: 0 } };
    const count = Math.min(readAtOnce, limit + 1, (end - at) * step + 1);
    for (const recorded of await read({ fromRevision: at, limit: count, direction })) {
      const next = page.take(recorded);
      if (next !== null) return { entries: page.entries, next };
    }
    examined += count;
    at += count * step;
  }
  return { entries: page.entries, next: null };
}

class PageInMaking {
  readonly entries: WalletEntry[] = [];
  readonly #request: StatementRequest;
  #amounts: WalletAmounts;

  /** `amounts`: before the first event taken, or after it where the newest comes first. */
  constructor(request: StatementRequest, amounts: WalletAmounts) {
    this.#request = request;
    this.#amounts = amounts;
  }

  /** Takes the next event; returns the place of the first entry that is too many, or `null`. */
  take(recorded: RecordedEvent): StatementPlace | null {
    const { walletId, isNewestFirst, begin, limit } = this.#request;
    // Wallet streams contain only wallet events.
    const event = decodeEvent(recorded) as WalletEvent;
    const lines = statementLines(walletId, event).map((line, index) => ({ ...line, number: index + 1 }));
    for (const [index, line] of (isNewestFirst ? lines.toReversed() : lines).entries()) {
      if (this.entries.length === limit) return { revision: recorded.revision, passed: index };
      const [before, after] = isNewestFirst
        ? [added(this.#amounts, line.change, -1n), this.#amounts]
        : [this.#amounts, added(this.#amounts, line.change, 1n)];
      this.#amounts = isNewestFirst ? before : after;
      if (recorded.revision === begin?.revision && index < begin.passed) continue;
      this.entries.push({ ...line, recorded, event, after });
    }
    return null;
  }
}

function added(amounts: WalletAmounts, change: WalletAmounts, sign: bigint): WalletAmounts {
  return {
    posted: amounts.posted + sign * change.posted,
    reserved: amounts.reserved + sign * change.reserved,
    granted: amounts.granted + sign * change.granted,
  };
}

/** What the wallet has after an event; -1: before the first. */
async function amountsAfter(read: ReadPage, revision: number): Promise<WalletAmounts> {
  const { posted, reserved, lots } = await walletStateAfter(read, revision);
  return { posted, reserved, granted: grantedNano(lots) };
}

/** The state of a wallet after an event; -1: before the first. Raises what `read` raises. */
export async function walletStateAfter(read: ReadPage, revision: number): Promise<WalletState> {
  return (await walletFoldAfter(read, revision)).state;
}

/** A wallet folded up to an event; -1: before the first. Raises what `read` raises. */
export async function walletFoldAfter(read: ReadPage, revision: number): Promise<WalletFold> {
  const fold = new WalletFold();
  if (revision >= 0) {
    await fold.readTail(async (options) => {
      if (options.direction === 'backwards') return await read({ fromRevision: revision, ...options });
      return (await read(options)).filter((event) => event.revision <= revision);
    });
  }
  return fold;
}

/** The first and the last revision of a period. */
async function rangeOf(
  read: ReadPage,
  { fromMs, beforeMs }: StatementRequest,
): Promise<{ readonly first: number; readonly last: number }> {
  const [newest] = await read({ direction: 'backwards', limit: 1 });
  const events = (newest?.revision ?? -1) + 1;
  return {
    first: fromMs === null ? 0 : await firstRecordedFrom(read, fromMs, events),
    last: (beforeMs === null ? events : await firstRecordedFrom(read, beforeMs, events)) - 1,
  };
}

/** The revision of the first event recorded at or after a time; the number of all events: there is none. */
export async function firstRecordedFrom(read: ReadPage, ms: number, events: number): Promise<number> {
  let [low, high] = [0, events];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [found] = await read({ fromRevision: middle, limit: 1 });
    if (found !== undefined && Date.parse(found.recordedAt) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
