import type { DomainEvent } from '../../domain/event-catalogue.ts';
import { isEventId } from '../../domain/event-digest.ts';
import { eurFromNano, type NanoEur } from '../../domain/money.ts';
import { walletEventSchemas, type WalletEvent } from '../../domain/wallet-events.ts';
import type { CheckpointEvent, LedgerCheckpoint } from '../../domain/checkpoints/checkpoint-events.ts';
import type { TreeHead } from '../../domain/checkpoints/tree-head.ts';
import { StreamChains } from '../../domain/stream-chains.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import { RecentIds } from '../../limits/recent-ids.ts';
import { readEvent } from './read-event.ts';
import { BillsCheck } from './verify-bills.ts';
import { CheckpointsCheck, type CheckpointsAsked } from './verify-checkpoints.ts';
import { ContentsCheck } from './verify-contents.ts';
import { mismatch, type LedgerDifference, type Mismatch } from './ledger-difference.ts';
import { isThinned, walletIdOf, walletPrefix, walletStream } from '../stream-names.ts';
import { ownStream } from './own-stream.ts';
import { MovementsCheck } from './verify-movements.ts';
import { PricesCheck } from './verify-prices.ts';
import type { ProjectionCheck } from './verify-projection.ts';
import { accountNames, emptyBalances, type Balances } from './verify-postings.ts';
import { WalletCheck, WalletsBalances } from './verify-wallet.ts';

const overdueShownMax = 100;

/** A hold that has expired and has not been ended: a sweep is late, or none runs. Not an error of the ledger. */
export interface OverdueReservation {
  readonly wallet_id: string;
  readonly reservation_id: string;
  readonly amount_eur: string;
  readonly expires_at: string;
  readonly flag: string | null;
}

/** Their number, and the hundred that expired first. */
export interface OverdueReservations {
  readonly count: number;
  readonly first: readonly OverdueReservation[];
}

function byTime(a: OverdueReservation, b: OverdueReservation): number {
  if (a.expires_at !== b.expires_at) return a.expires_at < b.expires_at ? -1 : 1;
  return a.reservation_id < b.reservation_id ? -1 : 1;
}

/** A stream as far as it has been read. */
interface Stream {
  readonly number: number;
  readonly walletId: string;
  /** `null` for a stream that is not a wallet's. */
  readonly wallet: WalletCheck | null;
  readonly projections: readonly ProjectionCheck[];
  readonly isThinned: boolean;
}

/** What is known of a log before it is read. */
interface LogAsked {
  /** Whether it checks positions, revisions, ids and digests itself. */
  readonly isAudited: boolean;
  /** The data of the events that close bills, unchecked, those of each tenant in their order. */
  readonly bills: readonly string[];
}

/** Checks the whole log, event by event, and reports the first event that breaks a rule. */
export class LedgerCheck {
  readonly #log: Pick<EventLog, 'comparePositions'>;
  readonly #projections: readonly ProjectionCheck[];
  readonly #streams = new Map<string, Stream>();
  /** `null` when the log itself checks positions, revisions, ids and digests. */
  readonly #bytes: { readonly chains: StreamChains; readonly eventIds: RecentIds } | null;
  readonly #checkpoints: CheckpointsCheck;
  readonly #shared = new WalletsBalances();
  readonly #contents = new ContentsCheck();
  readonly #movements = new MovementsCheck();
  readonly #prices = new PricesCheck();
  readonly #bills: BillsCheck;
  #lastPosition: Position | null = null;
  #events = 0;

  constructor(
    log: Pick<EventLog, 'comparePositions'>,
    projections: readonly ProjectionCheck[],
    { isAudited, bills, ...asked }: CheckpointsAsked & LogAsked,
  ) {
    this.#log = log;
    this.#projections = projections;
    this.#bytes = isAudited ? null : { chains: new StreamChains(), eventIds: new RecentIds() };
    this.#checkpoints = new CheckpointsCheck(asked);
    this.#bills = new BillsCheck(bills);
  }

  /** The tree of the kept events so far; `null`: there were none. */
  get tree(): TreeHead | null {
    return this.#checkpoints.head;
  }

  /** The last checkpoints of the ledgers that this one was copied from. */
  get continued(): readonly TreeHead[] {
    return this.#checkpoints.continued;
  }

  /** The last checkpoint that the log records; `null`: none. */
  get lastCheckpoint(): LedgerCheckpoint | null {
    return this.#checkpoints.last;
  }

  /** Number of events found correct. */
  get events(): number {
    return this.#events;
  }

  get wallets(): number {
    return this.#shared.wallets;
  }

  /** The balances of all wallets together; what resellers have as margins has left the revenue. */
  get balances(): Balances {
    const total = emptyBalances();
    for (const { balances } of this.#walletChecks()) {
      for (const account of accountNames) total[account] += balances[account];
    }
    total.revenue -= this.margin;
    return total;
  }

  /** The margins of all resellers together. */
  get margin(): NanoEur {
    return this.#prices.margin;
  }

  /** Charges whose margin is not recorded yet. */
  get owedMargins(): number {
    return this.#prices.owed;
  }

  /** The sum of the posted amounts of all wallets. */
  get posted(): NanoEur {
    return this.#walletChecks().reduce<NanoEur>((total, { state }) => total + state.posted, 0n);
  }

  /** To be called before the events of a page are checked, with the position of the last of them. */
  begin(last: Position): void {
    for (const projection of this.#projections) projection.begin(last);
  }

  /**
   * Checks the next event of the log. Returns what is wrong with it; `null` when it is correct and has been taken.
   * `stored`: what an audit found wrong with it, which is returned where the event breaks no other rule.
   */
  check(recorded: RecordedEvent, stored: LedgerDifference | null = null): LedgerDifference | null {
    const found = this.#place(recorded) ?? this.#content(recorded);
    if (found !== null) {
      const { stream, revision, position } = recorded;
      return { ...found, stream, revision, position };
    }
    if (stored !== null) return stored;
    this.#events += 1;
    return this.#stream(recorded.stream).isThinned ? null : this.#checkpoints.add(recorded);
  }

  /** To be called after the last event: checks that all wallets together hold what was paid in and not spent. */
  difference(): LedgerDifference | null {
    const balances = this.balances;
    const { available, reserved } = balances;
    const sum = accountNames.reduce((total, account) => total + balances[account], this.margin);
    if (sum !== 0n) return ofLedger(mismatch('totals', 'all accounts to sum to 0', eurFromNano(sum)));
    const kept = this.#checkpoints.end();
    if (kept !== null) return kept;
    const ended = this.#prices.end() ?? this.#bills.end(this.#origin);
    if (ended !== null) return ofLedger(ended);
    for (const wallet of this.#walletChecks()) {
      const found = wallet.end();
      if (found !== null) return { ...ofLedger(found), stream: walletStream(wallet.walletId) };
    }
    if (this.posted === available + reserved) return null;
    return ofLedger(mismatch('totals', eurFromNano(this.posted), eurFromNano(available + reserved)));
  }

  /** Open reservations that have expired by `now`. */
  overdueAt(now: number): OverdueReservations {
    const overdue = this.#walletChecks().flatMap((wallet) => overdueOf(wallet, now));
    return { count: overdue.length, first: overdue.toSorted(byTime).slice(0, overdueShownMax) };
  }

  get #origin(): string | null {
    return this.#checkpoints.head?.origin ?? null;
  }

  #walletChecks(): readonly WalletCheck[] {
    return [...this.#streams.values()].flatMap(({ wallet }) => wallet ?? []);
  }

  #order({ position }: RecordedEvent): Mismatch | null {
    const last = this.#lastPosition;
    if (last !== null && this.#log.comparePositions(position, last) <= 0) {
      return mismatch('position', `a position after ${last}`, position);
    }
    this.#lastPosition = position;
    return null;
  }

  #place(recorded: RecordedEvent): Mismatch | null {
    if (this.#bytes === null) return null;
    const misplaced = this.#order(recorded);
    if (misplaced !== null) return misplaced;
    const { chains, eventIds } = this.#bytes;
    const { stream, id } = recorded;
    const known = this.#stream(stream);
    const broken = chains.check(known.number, recorded, known.isThinned);
    if (broken !== null) return broken;
    if (!isEventId(id)) return mismatch('event_id', 'a UUID', id);
    return eventIds.add(known.number, id) ? null : mismatch('event_id', 'a new id', `${id} again`);
  }

  #content(recorded: RecordedEvent): Mismatch | null {
    const event = readEvent(recorded);
    if ('kind' in event) return event;
    const { position, stream, recordedAt, revision } = recorded;
    const own = ownStream(event, stream);
    if (own !== stream) return mismatch('stream_name', own, stream);
    const { wallet, walletId, projections } = this.#stream(stream);
    const found = isWalletEvent(event) ? (wallet?.check(event) ?? null) : this.#kept(event, recorded);
    const misled = found ?? this.#movements.check(event, walletId) ?? this.#prices.check(event, walletId);
    if (misled !== null) return misled;
    if (wallet !== null && isWalletEvent(event)) {
      const { state } = wallet;
      this.#bills.take({ walletId, event, revision, recordedAt, state, origin: this.#origin });
    }
    const positioned = { position, stream, recordedAt, event };
    for (const projection of projections) projection.fold(positioned, revision);
    return null;
  }

  #kept(event: DomainEvent, { stream, revision }: RecordedEvent): Mismatch | null {
    if (isCheckpoint(event)) return this.#checkpoints.check(event, revision);
    if (event.type === 'BillClosed') return this.#bills.check(event.data, this.#origin);
    if (event.type !== 'CreditIdKept' && event.type !== 'DebitIdKept') return this.#contents.check(event, stream);
    return this.#stream(walletStream(event.data.wallet_id)).wallet?.keep(event) ?? null;
  }

  #stream(name: string): Stream {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const walletId = walletIdOf(name);
    const wallet = name.startsWith(walletPrefix) ? new WalletCheck(walletId, this.#shared) : null;
    const projections = this.#projections.filter((projection) => projection.reads(name));
    const stream = { number: this.#streams.size, walletId, wallet, projections, isThinned: isThinned(name) };
    this.#streams.set(name, stream);
    return stream;
  }
}

const walletTypes: ReadonlySet<string> = new Set(Object.keys(walletEventSchemas));

function isWalletEvent(event: DomainEvent): event is WalletEvent {
  return walletTypes.has(event.type);
}

/** Whether an event is of the stream of checkpoints. */
export function isCheckpoint(event: DomainEvent): event is CheckpointEvent {
  return event.type === 'LedgerCheckpointed' || event.type === 'LedgerContinued';
}

function overdueOf({ walletId, state }: WalletCheck, now: number): readonly OverdueReservation[] {
  return [...state.reservations.entries()]
    .filter(([, { expiresAt }]) => Date.parse(expiresAt) <= now)
    .map(([reservationId, { amount, expiresAt, flag }]) => ({
      wallet_id: walletId,
      reservation_id: reservationId,
      amount_eur: eurFromNano(amount),
      expires_at: expiresAt,
      flag,
    }));
}

function ofLedger(found: Mismatch): LedgerDifference {
  return { ...found, stream: null, revision: null, position: null };
}
