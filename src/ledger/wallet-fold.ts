import { wallet } from '../domain/wallet.ts';
import { isWholeWith } from '../domain/wallet-closing.ts';
import type { WalletEvent, WalletEventOf } from '../domain/wallet-events.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import { EventLogUnavailable, type EventLog, type ReadStreamOptions, type RecordedEvent } from '../ports/event-log.ts';
import { assertMembersKnown, decodeEvent } from './codec.ts';
import { walletStream } from './stream-names.ts';

/** Reads a page of the wallet's stream. */
export type ReadPage = (options: ReadStreamOptions) => Promise<readonly RecordedEvent[]>;

const forwardPage = 1_000;
/** The first page read backwards suffices for a wallet that is young or was closed recently. */
const backPageMin = 64;
const backPageMax = 1_000;
/** Most events read backwards, all kept in memory. Without a closing among them, the known state is folded further. */
const lookBackMax = 10_000;

/**
 * The folded state of a wallet. Folding begins at the newest closing, so that the age of a wallet costs nothing: only
 * later events are read.
 */
export class WalletFold {
  state: WalletState = wallet.initialState;
  /** Revision of the last event in the state; -1 before the first. */
  revision = -1;
  /** Revision of the last event of the newest closing; -1: none is known. */
  closedRevision = -1;
  /** When that event, or without a closing the first event read, was recorded; milliseconds since 1970, log's clock. */
  closedAtMs: number | null = null;

  /**
   * Folds events recorded since. Raises what `read` raises, and `EventLogUnavailable` where events are missing; what was
   * folded until then stays.
   */
  async readTail(read: ReadPage): Promise<void> {
    if (this.revision === -1 && (await this.#begin(read))) return;
    for (let pages = 1; ; pages++) {
      const page = await read({ fromRevision: this.revision + 1, limit: forwardPage });
      for (const recorded of page) this.#fold(recorded);
      if (page.length < forwardPage) return;
      // Other processes wrote a lot since, and may have closed the wallet.
      if (pages === 1 && this.closedRevision < this.revision && (await this.#begin(read))) return;
    }
  }

  /** Folds the next events, which must be consecutive. Raises `UnknownEventType`; events folded until then stay. */
  take(events: readonly RecordedEvent[]): void {
    for (const recorded of events) this.#fold(recorded);
  }

  /** Takes the state after events that this process has recorded; `closedAtMs`: the last of them closed the wallet. */
  advance(state: WalletState, events: number, closedAtMs: number | null): void {
    this.state = state;
    this.revision += events;
    if (closedAtMs !== null) this.#closed(closedAtMs);
  }

  /**
   * Reads back from the end to the newest closing, or to the known state, and folds the events after it. Returns
   * whether it found either; if not, nothing was folded.
   */
  async #begin(read: ReadPage): Promise<boolean> {
    const newestFirst: RecordedEvent[] = [];
    let closing: number | null = null;
    for (let limit = backPageMin; newestFirst.length < lookBackMax; limit = Math.min(limit * 2, backPageMax)) {
      const before = newestFirst.at(-1)?.revision;
      const from = before === undefined ? {} : { fromRevision: before - 1 };
      const page = await read({ direction: 'backwards', limit, ...from });
      for (const recorded of page) closing ??= firstRevisionOfClosing(recorded);
      newestFirst.push(...page);
      const oldest = page.length < limit ? 0 : (page.at(-1)?.revision ?? 0);
      if (oldest <= (closing ?? this.revision + 1)) return this.#beginAt(closing, newestFirst.toReversed());
    }
    return false;
  }

  #beginAt(closing: number | null, events: readonly RecordedEvent[]): boolean {
    const fold = closing === null ? this : new WalletFold();
    if (closing !== null) fold.revision = closing - 1;
    for (const recorded of events) {
      if (recorded.revision <= fold.revision) continue;
      // This fold never meets the events before the closing, so a later version must have said here what is left of its own.
      if (recorded.type === 'WalletPeriodClosed') assertMembersKnown(recorded);
      fold.#fold(recorded);
    }
    // Parts that are not consecutive are not a closing.
    if (closing !== null && fold.closedRevision < closing) return false;
    this.#become(fold);
    return true;
  }

  #become({ state, revision, closedRevision, closedAtMs }: WalletFold): void {
    this.state = state;
    this.revision = revision;
    this.closedRevision = closedRevision;
    this.closedAtMs = closedAtMs;
  }

  /** Raises `EventLogUnavailable` for a gap: a balance without what the engine hides would be another one. */
  #fold(recorded: RecordedEvent): void {
    const next = this.revision + 1;
    if (recorded.revision !== next) throw eventsHidden(recorded.stream, next, recorded.revision - 1);
    // Wallet streams contain only wallet events, and the codec knows each type.
    const event = decodeEvent(recorded) as WalletEvent;
    const isClosed = event.type === 'WalletPeriodClosed' && isWholeWith(this.state, event.data);
    this.state = wallet.evolve(this.state, event);
    this.revision = recorded.revision;
    if (isClosed) this.#closed(Date.parse(recorded.recordedAt));
    else this.closedAtMs ??= Date.parse(recorded.recordedAt);
  }

  #closed(atMs: number): void {
    this.closedRevision = this.revision;
    this.closedAtMs = atMs;
  }
}

function eventsHidden(stream: string, first: number, last: number): EventLogUnavailable {
  return new EventLogUnavailable(
    `events ${first} to ${last} of ${stream} are hidden or gone: somebody deleted the stream or set a retention rule for it; take the rule out of its metadata, or put a backup back`,
  );
}

/** The first revision of the closing whose last part this event is; `null`: it is not one. */
function firstRevisionOfClosing(recorded: RecordedEvent): number | null {
  if (recorded.type !== 'WalletPeriodClosed') return null;
  // The type determines the data.
  const { part, parts } = (decodeEvent(recorded) as WalletEventOf<'WalletPeriodClosed'>).data;
  return part === parts ? recorded.revision - parts + 1 : null;
}

/** The state of a wallet now, from its stream; `null`: it was never opened. Raises what the log raises. */
export async function recordedWalletState(
  log: Pick<EventLog, 'readStream'>,
  walletId: string,
): Promise<WalletState | null> {
  const fold = new WalletFold();
  await fold.readTail((page) => log.readStream(walletStream(walletId), page));
  return fold.state.walletId === null ? null : fold.state;
}
