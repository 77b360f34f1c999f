import { wallet } from '../domain/wallet.ts';
import { isWholeWith } from '../domain/wallet-closing.ts';
import type { WalletEvent, WalletEventOf } from '../domain/wallet-events.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import type { ReadStreamOptions, RecordedEvent } from '../ports/event-log.ts';
import { decodeEvent } from './codec.ts';

/** Reads a page of the wallet's stream. */
export type ReadPage = (options: ReadStreamOptions) => Promise<readonly RecordedEvent[]>;

const forwardPage = 1_000;
/** The first look back is for a wallet that is young or was closed lately. */
const backPageMin = 64;
const backPageMax = 1_000;
/** What is looked through is kept in memory. A wallet without a closing that near its end is folded from where it is known. */
const lookBackMax = 10_000;

/**
 * A wallet as far as it has been folded. It begins at the newest closing, so that its age costs nothing: only the events
 * since then are read.
 */
export class WalletFold {
  state: WalletState = wallet.initialState;
  /** Revision of the last event in the state; -1 before the first. */
  revision = -1;
  /** Revision of the last event of the newest closing; -1: none is known. */
  closedRevision = -1;
  /** When it was recorded, by the log's clock, milliseconds since 1970; without one, the first event that was read. */
  closedAtMs: number | null = null;

  /** Folds what was recorded since. Raises what `read` raises; what was folded until then stays. */
  async readTail(read: ReadPage): Promise<void> {
    if (this.revision === -1 && (await this.#begin(read))) return;
    for (let pages = 1; ; pages++) {
      const page = await read({ fromRevision: this.revision + 1, limit: forwardPage });
      for (const recorded of page) this.#fold(recorded);
      if (page.length < forwardPage) return;
      // Others wrote much since: perhaps they have closed it, too.
      if (pages === 1 && this.closedRevision < this.revision && (await this.#begin(read))) return;
    }
  }

  /** Folds events that follow on what is known, one on the other. Raises `UnknownEventType`; what was folded until then stays. */
  take(events: readonly RecordedEvent[]): void {
    for (const recorded of events) this.#fold(recorded);
  }

  /** After events that this process has recorded itself; `closedAtMs`: the last of them closed the wallet. */
  advance(state: WalletState, events: number, closedAtMs: number | null): void {
    this.state = state;
    this.revision += events;
    if (closedAtMs !== null) this.#closed(closedAtMs);
  }

  /**
   * Looks back from the end for the newest closing, or for what is known, and folds what comes after. Answers whether it
   * found either; if not, nothing was folded.
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
    for (const recorded of events) if (recorded.revision > fold.revision) fold.#fold(recorded);
    // Parts that do not follow one another are no closing.
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

  #fold(recorded: RecordedEvent): void {
    // Wallet streams hold wallet events only: the stream name says so, and the codec knows each type.
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

/** Where a closing begins whose last part this is; `null`: it is none. */
function firstRevisionOfClosing(recorded: RecordedEvent): number | null {
  if (recorded.type !== 'WalletPeriodClosed') return null;
  // The type says what the data is.
  const { part, parts } = (decodeEvent(recorded) as WalletEventOf<'WalletPeriodClosed'>).data;
  return part === parts ? recorded.revision - parts + 1 : null;
}
