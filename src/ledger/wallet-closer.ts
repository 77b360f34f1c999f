import type { NanoEur } from '../domain/money.ts';
import type { KeyedValues } from '../domain/keyed-values/keyed-values.ts';
import { closingEntries, closingOf } from '../domain/wallet-closing.ts';
import type { WalletEvent } from '../domain/wallet-events.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import { systemClock, type Clock } from '../time/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { ClosingFacts } from '../ports/telemetry.ts';
import { keepId, type MovementId } from './kept-ids.ts';
import type { WalletFold } from './wallet-fold.ts';

/** When a wallet is closed. */
export interface ClosingTimes {
  /** After this many events. A large state waits for more, so that closings stay a small part of the stream. */
  readonly events: number;
  /** After this many milliseconds by the wall clock, if an eighth of the events has come. No amount depends on it. */
  readonly milliseconds: number;
}

export const closingTimesDefault: ClosingTimes = { events: 256, milliseconds: 24 * 3_600_000 };

export interface WalletCloserOptions {
  readonly log: EventLog;
  readonly createId: () => string;
  readonly times: ClosingTimes;
  readonly clock?: Clock;
  /** Called for each closing that failed. Must not raise. */
  readonly onFailed?: ((failure: ClosingFacts, error: unknown) => void) | undefined;
}

/** Most ids that one closing moves into separate streams; the rest is carried on to the next closing. */
const idsMovedMax = 1_000;
const idsAtOnce = 64;
/** Limits of an append with a closing, below the log's 1 MiB and 1,000 events. */
const unitsMax = 300 * 1024;
const eventsMax = 900;

/** Decides when a wallet is closed, and makes its closing. The mailbox records it. */
export class WalletCloser {
  readonly #walletId: string;
  readonly #options: WalletCloserOptions;
  readonly #clock: Clock;
  #kept: { readonly credits: Set<string>; readonly debits: Set<string> } = { credits: new Set(), debits: new Set() };
  /** Start of the first period, if the wallet's own events do not give it. */
  readonly #sinceMs: number;
  /** No closing before this revision, after one that was not recorded. */
  #notBefore = -1;
  /** Whether a closing is due that does not fit beside the events of a group. */
  isApart = false;
  /** Failures since the last recorded closing. */
  #failures = 0;

  constructor(walletId: string, options: WalletCloserOptions) {
    this.#walletId = walletId;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#sinceMs = this.#clock.now();
  }

  /**
   * The closing to append with the events of a group; none when it is not due, or too large to append with them. Ids
   * that it leaves out are first kept in separate streams; if that fails, nothing is closed. Never raises. `inTime`
   * bounds the wait.
   */
  async closingWith(
    { events, state }: { readonly events: readonly WalletEvent[]; readonly state: WalletState },
    fold: WalletFold,
    inTime: (work: Promise<void>) => Promise<void>,
  ): Promise<readonly WalletEvent[]> {
    const revision = fold.revision + events.length;
    if (events.length === 0 || !this.#isDue(fold, state, revision)) return [];
    try {
      await inTime(this.#keepIds(fold.state));
    } catch (error) {
      this.failed(revision, error);
      return [];
    }
    const closing = this.#closing(state, revision);
    const together = [...events, ...closing];
    this.isApart = unitsOf(together) > unitsMax || together.length > eventsMax;
    return this.isApart ? [] : closing;
  }

  /** A closing in one or more separate appends. It only counts if all of them are recorded consecutively. */
  *batchesApart({ state, revision }: WalletFold): Generator<readonly WalletEvent[], void> {
    this.defer(revision);
    let batch: WalletEvent[] = [];
    for (const part of this.#closing(state, revision)) {
      if (batch.length > 0 && unitsOf([...batch, part]) > unitsMax) {
        yield batch;
        batch = [];
      }
      batch.push(part);
    }
    yield batch;
  }

  /** Notes that a closing was recorded. Returns the time. */
  closed(): number {
    this.isApart = false;
    this.#failures = 0;
    this.#kept = { credits: new Set(), debits: new Set() };
    return this.#clock.now();
  }

  /** Notes a failed closing. The retry waits for twice as many events each time, up to four periods. */
  failed(revision: number, error: unknown): void {
    this.#failures += 1;
    const { events } = this.#options.times;
    const retriedAfterEvents = Math.max(1, Math.ceil(Math.min(events * 4, (events / 4) * 2 ** (this.#failures - 1))));
    this.isApart = false;
    this.#notBefore = revision + retriedAfterEvents;
    this.#options.onFailed?.({ walletId: this.#walletId, failures: this.#failures, retriedAfterEvents }, error);
  }

  /** Notes that a closing was not recorded because its group was not: other commands come first. */
  defer(revision: number): void {
    this.isApart = false;
    this.#notBefore = revision + Math.max(1, Math.ceil(this.#options.times.events / 4));
  }

  #isDue(fold: WalletFold, state: WalletState, revision: number): boolean {
    const { times } = this.#options;
    if (state.walletId === null || revision < this.#notBefore) return false;
    const since = revision - fold.closedRevision;
    if (since >= times.events + Math.ceil(closingEntries(state) / 4)) return true;
    const ageMs = this.#clock.now() - (fold.closedAtMs ?? this.#sinceMs);
    return since >= times.events / 8 && ageMs >= times.milliseconds;
  }

  async #keepIds({ creditIds, debitIds }: WalletState): Promise<void> {
    await this.#keep('credit', creditIds, this.#kept.credits);
    await this.#keep('debit', debitIds, this.#kept.debits);
  }

  async #keep(kind: MovementId['kind'], ids: KeyedValues<NanoEur>, kept: Set<string>): Promise<void> {
    const fresh = ids
      .entries()
      .filter(([id]) => !kept.has(id))
      .take(idsMovedMax)
      .toArray();
    for (let from = 0; from < fresh.length; from += idsAtOnce) {
      const some = fresh.slice(from, from + idsAtOnce);
      await Promise.all(
        some.map(([id, amount]) => keepId(this.#options, { kind, walletId: this.#walletId, id }, amount)),
      );
      for (const [id] of some) kept.add(id);
    }
  }

  /** The closing of a wallet whose last event has this revision. */
  #closing(state: WalletState, revision: number): readonly WalletEvent[] {
    return closingOf(state, revision + 1, this.#kept).map((data) => ({ type: 'WalletPeriodClosed', data }));
  }
}

/** UTF-16 units of the data. */
function unitsOf(events: readonly WalletEvent[]): number {
  return events.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
}
