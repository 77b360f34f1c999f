import type { Decision } from '../domain/decider.ts';
import { refusalToReserve, wallet } from '../domain/wallet.ts';
import type { WalletCommand, WalletRefusal } from '../domain/wallet-commands.ts';
import type { WalletEvent } from '../domain/wallet-events.ts';
import type { WalletState } from '../domain/wallet-state.ts';
import {
  AppendOutcomeUnknown,
  AppendTooLarge,
  EventLogBusy,
  EventLogUnavailable,
  RevisionConflict,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  type RecordedEvent,
} from '../ports/event-log.ts';
import type { Clock } from '../ports/clock.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';
import { mayBeKept, withKeptId } from './kept-ids.ts';
import { OtherWriters } from './other-writers.ts';
import { retryPause } from './retry.ts';
import { walletIdOf } from './stream-names.ts';
import { closingTimesDefault, WalletCloser, type ClosingTimes, type WalletCloserOptions } from './wallet-closer.ts';
import { WalletFold } from './wallet-fold.ts';
import { withinMs } from './within-ms.ts';

/** What became of a command: its events, durable; or the rule that refused it, with the state it was refused in. */
export type WalletAnswer =
  | { readonly accepted: true; readonly events: readonly WalletEvent[]; readonly revision: number }
  | { readonly accepted: false; readonly refusal: WalletRefusal; readonly state: WalletState };

export interface WalletMailboxOptions {
  readonly log: EventLog;
  /** Mints an event id: a UUID. */
  readonly mintId: () => string;
  /** Seven hexadecimal digits, of this process alone: the ids of its events begin with them. */
  readonly writerTag: string;
  /** Most commands that may wait; one more is refused with `EventLogBusy`. */
  readonly commandsMax: number;
  /** Most commands decided together and appended as one batch. */
  readonly groupMax: number;
  /** How often a conflict with another process, or an unknown outcome, is retried before the group is given up. */
  readonly attemptsMax: number;
  /**
   * How long a command may take, milliseconds: a third of it to wait for its turn, the rest to be decided and recorded.
   * Then `EventLogBusy`, or `AppendOutcomeUnknown` once it was sent.
   */
  readonly commandMsMax: number;
  readonly timer?: Timer;
  /** When the wallet's books are closed; absent: {@link closingTimesDefault}. */
  readonly closingTimes?: ClosingTimes;
  /** Told of each closing that failed; what it went with was recorded all the same. */
  readonly onClosingFailed?: WalletCloserOptions['onFailed'];
  /** Tells how old a closing is. */
  readonly clock?: Clock;
}

interface Waiting {
  readonly command: WalletCommand;
  /** Only decided: what it would record is not recorded. */
  readonly isPreview: boolean;
  readonly sinceMs: number;
  readonly resolve: (answer: WalletAnswer) => void;
  readonly reject: (error: unknown) => void;
}

const unknownRetries = { pauseMs: 1, pauseMsMax: 20 };

/** An append of which nobody knows whether it was written. */
interface Doubt {
  readonly expected: ExpectedRevision;
  readonly batch: readonly EventToAppend[];
}

/**
 * The one writer of a wallet in this process. Commands that arrive while an append is in flight are decided together
 * against the folded state and appended as one atomic batch at the exact revision; only then are they answered. A
 * conflict means that another process wrote: learn what is new, decide again. Safety needs no lease: the revision fences.
 * Where several processes write the wallet, they take turns, see {@link OtherWriters}.
 *
 * An append given up in doubt may still be written later. It can be until something else stands in its place, so nobody is
 * turned away for its absence before that: it is appended once more as it was, which tells what became of it.
 */
export class WalletMailbox {
  readonly #stream: string;
  readonly #options: WalletMailboxOptions;
  readonly #timer: Timer;
  #waiting: Waiting[] = [];
  #running = false;
  readonly #fold = new WalletFold();
  readonly #closer: WalletCloser;
  /** Whether the state may be trusted: false before the first load and after any doubt. */
  #isLoaded = false;
  /** Not only with what is recorded next. */
  #closesNext = false;
  /** The newest: whatever tells of it tells of all before it, which named the same revision or an earlier one. */
  #doubt: Doubt | null = null;
  readonly #others: OtherWriters;
  /** When the group at work is given up, by the timer. */
  #lateAtMs = Infinity;

  constructor(stream: string, options: WalletMailboxOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
    const { log, mintId, writerTag: ownTag, clock, closingTimes: times = closingTimesDefault } = options;
    const onFailed = options.onClosingFailed;
    this.#closer = new WalletCloser(walletIdOf(stream), { log, mintId, times, onFailed, ...(clock && { clock }) });
    this.#others = new OtherWriters({ timer: this.#timer, mintId, ownTag });
  }

  get isIdle(): boolean {
    return !this.#running && this.#waiting.length === 0 && this.#doubt === null;
  }

  /**
   * Decides and records a command. Raises `EventLogBusy` (nothing recorded), `EventLogUnavailable` (nothing recorded),
   * `AppendOutcomeUnknown` (may or may not be recorded; the mailbox reads the stream again before its next decision, and
   * refuses nothing on the ground that it was not). Each within `commandMsMax`.
   */
  execute(command: WalletCommand): Promise<WalletAnswer> {
    return this.#enqueue(command, false);
  }

  /**
   * What the wallet would answer now; nothing is recorded. `null`: by the state in memory it would accept, which costs
   * nothing to know. A refusal is told only after the stream was read to its end, as for a command. Raises what `execute`
   * raises.
   */
  preview(command: WalletCommand): Promise<WalletAnswer> | null {
    if (this.#isLoaded && wouldAccept(command, this.#fold.state)) return null;
    return this.#enqueue(command, true);
  }

  /**
   * Reads the stream to its end and closes the books, if that is due: else the next command does both, and its caller waits.
   * Raises what `execute` raises; what was read until then need not be read again.
   */
  async closeBooks(): Promise<void> {
    this.#closesNext = true;
    // Whether it would be accepted says nothing: it is never recorded.
    const walletId = walletIdOf(this.#stream);
    await this.#enqueue({ type: 'open_wallet', walletId, tenantId: walletId }, true);
  }

  /** Events of this stream as a follower of the log hands them over, in order. What it tells need not be read. */
  observe(events: readonly RecordedEvent[]): void {
    if (!this.#others.observe(events, this.#fold.revision) || this.#running) return;
    try {
      this.#fold.take(this.#others.drain(this.#fold.revision));
    } catch {
      // The next command reads the event again, and is told what is wrong with it.
      this.#isLoaded = false;
    }
  }

  #enqueue(command: WalletCommand, isPreview: boolean): Promise<WalletAnswer> {
    if (this.#waiting.length >= this.#options.commandsMax) {
      return Promise.reject(new EventLogBusy(`${this.#stream} has ${this.#waiting.length} commands waiting`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ command, isPreview, sinceMs: this.#timer.monotonic(), resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const turns = this.#others.turnsTaken();
      if (turns !== null) await turns;
      const group = this.#nextGroup(this.#options.groupMax);
      if (group.length === 0) continue;
      this.#lateAtMs = this.#timer.monotonic() + (this.#options.commandMsMax * 2) / 3;
      try {
        await this.#process(group, true);
      } catch (error) {
        this.#isLoaded = false;
        for (const waiting of group) waiting.reject(error);
      }
      if (this.#isLoaded && (this.#closer.isApart || this.#closesNext)) await this.#closeApart();
    }
    this.#running = false;
  }

  /** So many at most, without those that have waited too long. */
  #nextGroup(commandsMax: number): Waiting[] {
    const lateMs = this.#timer.monotonic() - this.#options.commandMsMax / 3;
    return this.#waiting.splice(0, commandsMax).filter(({ sinceMs, reject }) => {
      if (sinceMs >= lateMs) return true;
      reject(new EventLogBusy(`${this.#stream} is written too slowly: nothing was recorded`));
      return false;
    });
  }

  /** Raises what `late` makes when the time of the group is over. The work itself goes on. */
  async #inTime<Value>(work: Promise<Value>, late: () => Error): Promise<Value> {
    const value = await withinMs(work, Math.max(0, this.#lateAtMs - this.#timer.monotonic()), this.#timer);
    if (value === 'too_late') throw late();
    return value;
  }

  /** With `mayGrow`, commands that came meanwhile join the group after a lost race. */
  async #process(group: Waiting[], mayGrow: boolean): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const decided = await this.#decide(group);
      const late = (): Error => new EventLogBusy(`ids of ${this.#stream} were not kept in time`);
      const closing = await this.#closer.closingWith(decided, this.#fold, (work) => this.#inTime(work, late));
      try {
        await this.#record(decided, closing);
      } catch (error) {
        if (error instanceof AppendTooLarge && closing.length > 0) {
          this.#closer.failed(this.#fold.revision, error);
          continue;
        }
        if (closing.length > 0) this.#closer.defer(this.#fold.revision);
        if (error instanceof AppendTooLarge) return this.#processHalves(group, error);
        if (!(error instanceof RevisionConflict)) throw error;
        if (attempt >= this.#options.attemptsMax || this.#timer.monotonic() > this.#lateAtMs) {
          throw new EventLogBusy(`${this.#stream} is written by others too fast`, { cause: error });
        }
        this.#isLoaded = await this.#others.waitUntilObserved(error, this.#fold.revision);
        await this.#others.turnsTaken();
        if (mayGrow) group.push(...this.#nextGroup(this.#options.groupMax - group.length));
        continue;
      }
      this.#answer(group, decided.decisions);
      return;
    }
  }

  async #record({ events, state }: Recorded, closing: readonly WalletEvent[]): Promise<void> {
    await this.#append([...events, ...closing]);
    const after = closing.reduce(wallet.evolve, state);
    const isClosed = closing.length > 0 && after.closingParts.length === 0;
    this.#fold.advance(after, events.length + closing.length, isClosed ? this.#closer.closed() : null);
  }

  /** A closing that was too large to go with a group: in as many appends as it takes, one after the other. Never raises. */
  async #closeApart(): Promise<void> {
    this.#lateAtMs = this.#timer.monotonic() + this.#options.commandMsMax / 3;
    const isAsked = this.#closesNext;
    this.#closesNext = false;
    try {
      if (isAsked && !(await this.#closer.isReadyApart(this.#fold))) return;
      for (const batch of this.#closer.batchesApart(this.#fold)) {
        await this.#record({ events: [], state: this.#fold.state }, batch);
      }
    } catch (error) {
      // What became of it, the next reading tells.
      this.#isLoaded = false;
      this.#closer.failed(this.#fold.revision, error);
    }
  }

  async #processHalves(group: readonly Waiting[], error: AppendTooLarge): Promise<void> {
    if (group.length < 2) return group[0]?.reject(error); // Nobody else is refused for it.
    const half = Math.ceil(group.length / 2);
    await this.#process(group.slice(0, half), false);
    await this.#process(group.slice(half), false);
  }

  /**
   * An append proves the state that it was decided on. A group of nothing but refusals has no such proof: another process
   * may have credited or reserved since, so the tail is read before anybody is turned away; and what is in doubt could
   * still be written after the reading, so that is found out before.
   */
  async #decide(group: readonly Waiting[]): Promise<DecidedGroup> {
    const isFresh = !this.#isLoaded;
    this.#fold.take(this.#others.drain(this.#fold.revision));
    if (isFresh) await this.#loadTail();
    const decided = decideGroup(await this.#lookedUp(group), this.#fold.state);
    if (decided.events.length > 0) return decided;
    if (this.#doubt !== null) await this.#settleDoubt(this.#doubt);
    else if (isFresh) return decided;
    await this.#loadTail();
    return decideGroup(await this.#lookedUp(group), this.#fold.state);
  }

  /**
   * Credits and debits with ids that the state does not know are looked up: closings leave ids out that streams of their own
   * keep. It is done after the state was read: an id that it leaves out then was kept before.
   */
  async #lookedUp(group: readonly Waiting[]): Promise<readonly Asked[]> {
    if (!group.some(({ command }) => mayBeKept(command, this.#fold.state))) return group;
    const walletId = walletIdOf(this.#stream);
    const late = (): Error => new EventLogBusy(`ids of ${this.#stream} were not read in time: nothing was recorded`);
    const { state } = this.#fold;
    const asked = group.map(async ({ command, isPreview }) => ({
      command: mayBeKept(command, state) ? await withKeptId(this.#options.log, walletId, command) : command,
      isPreview,
    }));
    return this.#inTime(Promise.all(asked), late);
  }

  #answer(group: readonly Waiting[], decisions: readonly Decision<WalletEvent, WalletRefusal>[]): void {
    for (const [index, waiting] of group.entries()) {
      const decision = decisions[index];
      if (decision === undefined) throw new Error('a command was left undecided');
      waiting.resolve(
        decision.accepted
          ? { accepted: true, events: waiting.isPreview ? [] : decision.events, revision: this.#fold.revision }
          : { accepted: false, refusal: decision.refusal, state: this.#fold.state },
      );
    }
  }

  /** Writes what is in doubt, or learns that it cannot be written any more. */
  async #settleDoubt({ expected, batch }: Doubt): Promise<void> {
    try {
      await this.#appendInTime(expected, batch);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      if (!(error instanceof RevisionConflict)) {
        const message = `what became of an earlier append to ${this.#stream} is not known yet: nothing was recorded`;
        throw new EventLogBusy(message, { cause: error });
      }
    }
    this.#doubt = null;
  }

  #appendInTime(expected: ExpectedRevision, batch: readonly EventToAppend[]): Promise<unknown> {
    const late = (): Error => new AppendOutcomeUnknown(`an append to ${this.#stream} was not answered in time`);
    return this.#inTime(this.#options.log.append(this.#stream, expected, batch), late);
  }

  /**
   * Appends at the exact revision. An unknown outcome is retried with the identical batch, which the log recognises; when
   * the log then refuses to say more, or the time is over, the outcome stays unknown.
   */
  async #append(events: readonly WalletEvent[]): Promise<void> {
    if (events.length === 0) return;
    const expected: ExpectedRevision = this.#fold.revision === -1 ? 'no_stream' : this.#fold.revision;
    const batch = this.#others.batchOf(events);
    for (let attempt = 1; ; attempt++) {
      const sentAtMs = this.#timer.monotonic();
      try {
        await this.#appendInTime(expected, batch);
        this.#others.wrote(this.#timer.monotonic() - sentAtMs, this.#waiting.length > 0);
        // What was in doubt named this revision or an earlier one: now it can never be written.
        this.#doubt = null;
        return;
      } catch (error) {
        if (error instanceof RevisionConflict) throw error;
        const isUnknown = error instanceof AppendOutcomeUnknown;
        if (attempt === 1 && !isUnknown) throw error;
        const leftMs = this.#lateAtMs - this.#timer.monotonic();
        if (isUnknown && attempt < this.#options.attemptsMax && leftMs > 0) {
          await retryPause(unknownRetries, attempt, { timer: this.#timer, leftMs });
          continue;
        }
        this.#doubt = { expected, batch };
        throw new AppendOutcomeUnknown(`an append to ${this.#stream} may have been written`, { cause: error });
      }
    }
  }

  async #loadTail(): Promise<void> {
    const late = (): Error => new EventLogBusy(`${this.#stream} was not read in time: nothing was recorded`);
    await this.#fold.readTail((page) => this.#inTime(this.#options.log.readStream(this.#stream, page), late));
    this.#isLoaded = true;
  }
}

interface Asked {
  readonly command: WalletCommand;
  readonly isPreview: boolean;
}

interface Recorded {
  readonly events: readonly WalletEvent[];
  readonly state: WalletState;
}

interface DecidedGroup extends Recorded {
  readonly decisions: readonly Decision<WalletEvent, WalletRefusal>[];
}

/** Every request asks before it is read: the event of a hold is not made for that. */
function wouldAccept(command: WalletCommand, state: WalletState): boolean {
  if (command.type === 'reserve_credit') return refusalToReserve(command, state) === null;
  return wallet.decide(command, state).accepted;
}

/** Each command sees the state that the commands before it leave behind. */
function decideGroup(group: readonly Asked[], before: WalletState): DecidedGroup {
  let state = before;
  const events: WalletEvent[] = [];
  const decisions = group.map(({ command, isPreview }) => {
    const decision = wallet.decide(command, state);
    if (decision.accepted && !isPreview) {
      for (const event of decision.events) {
        state = wallet.evolve(state, event);
        events.push(event);
      }
    }
    return decision;
  });
  return { decisions, events, state };
}
