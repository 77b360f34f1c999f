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
import type { Clock } from '../time/clock.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import { mayBeKept, withKeptId } from './kept-ids.ts';
import { encodeBatch } from './codec.ts';
import { OtherWriters } from './other-writers.ts';
import { retryPause } from './retry.ts';
import { walletIdOf } from './stream-names.ts';
import { closingTimesDefault, WalletCloser, type ClosingTimes, type WalletCloserOptions } from './wallet-closer.ts';
import { WalletFold } from './wallet-fold.ts';
import { withinMs } from './within-ms.ts';

/** The answer to a command: its durable events; or the refusal, with the state in which it was refused. */
export type WalletAnswer =
  | { readonly accepted: true; readonly events: readonly WalletEvent[]; readonly revision: number }
  | { readonly accepted: false; readonly refusal: WalletRefusal; readonly state: WalletState };

export interface WalletMailboxOptions {
  readonly log: EventLog;
  /** Creates an event id: a UUID. */
  readonly createId: () => string;
  /** Seven hexadecimal digits, unique to this process: the ids of its events begin with them. */
  readonly writerTag: string;
  /** Most commands that may wait; one more is refused with `EventLogBusy`. */
  readonly commandsMax: number;
  /** Most commands decided together and appended as one batch. */
  readonly groupMax: number;
  /** Most attempts at a group, after conflicts with other processes or unknown outcomes. */
  readonly attemptsMax: number;
  /**
   * How long a command may take, milliseconds: a third of it to wait for its turn, the rest to be decided and recorded.
   * After that it raises `EventLogBusy`, or `AppendOutcomeUnknown` if it was sent.
   */
  readonly commandMsMax: number;
  readonly timer?: Timer;
  /** When the wallet is closed; absent: {@link closingTimesDefault}. */
  readonly closingTimes?: ClosingTimes;
  /** Called for each closing that failed; the commands appended with it were recorded all the same. */
  readonly onClosingFailed?: WalletCloserOptions['onFailed'];
  /** Measures the age of a closing. */
  readonly clock?: Clock;
}

interface Waiting {
  readonly command: WalletCommand;
  /** The command is only decided; its events are not recorded. */
  readonly isPreview: boolean;
  readonly sinceMs: number;
  readonly resolve: (answer: WalletAnswer) => void;
  readonly reject: (error: unknown) => void;
}

const unknownRetries = { pauseMs: 1, pauseMsMax: 20 };

/** An append of unknown outcome. */
interface Doubt {
  readonly expected: ExpectedRevision;
  readonly batch: readonly EventToAppend[];
}

/**
 * The only writer of a wallet in this process. Commands that arrive while an append is in flight are decided together
 * against the folded state and appended as one atomic batch at the exact revision; only then are they answered. After a
 * conflict, which means that another process wrote, it reads the new events and decides again. Safety needs no lease:
 * the revision fences. Several processes that write the wallet take turns, see {@link OtherWriters}.
 *
 * An append of unknown outcome may still be written later, until another event takes its place. Before a command is
 * refused for its absence, it is therefore appended again unchanged, which reveals its outcome.
 */
export class WalletMailbox {
  readonly #stream: string;
  readonly #options: WalletMailboxOptions;
  readonly #timer: Timer;
  #waiting: Waiting[] = [];
  #running = false;
  readonly #fold = new WalletFold();
  readonly #closer: WalletCloser;
  /** Whether the state is current: false before the first load and after any unknown outcome. */
  #isLoaded = false;
  /** The newest one: settling it settles all earlier ones, which named the same revision or an earlier one. */
  #doubt: Doubt | null = null;
  /** `null`: no event of the wallet was observed, as where no follower of the log delivers them. */
  #others: OtherWriters | null = null;
  /** When the current group is given up, by the timer. */
  #lateAtMs = Infinity;

  constructor(stream: string, options: WalletMailboxOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
    const { log, createId, clock, closingTimes: times = closingTimesDefault } = options;
    const onFailed = options.onClosingFailed;
    this.#closer = new WalletCloser(walletIdOf(stream), { log, createId, times, onFailed, ...(clock && { clock }) });
  }

  get isIdle(): boolean {
    return !this.#running && this.#waiting.length === 0 && this.#doubt === null;
  }

  /**
   * Decides and records a command; a preview is only decided. Raises `EventLogBusy` (nothing recorded),
   * `EventLogUnavailable` (nothing recorded), `AppendOutcomeUnknown` (may or may not be recorded; the mailbox reads the
   * stream again before its next decision, and refuses nothing on the assumption that it was not). Each within
   * `commandMsMax`.
   */
  execute(command: WalletCommand, isPreview = false): Promise<WalletAnswer> {
    if (this.#waiting.length >= this.#options.commandsMax) {
      return Promise.reject(new EventLogBusy(`${this.#stream} has ${this.#waiting.length} commands waiting`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ command, isPreview, sinceMs: this.#timer.monotonic(), resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  /**
   * The answer of the wallet now, without recording anything. `null`: it would accept by the state in memory, which is
   * returned at once. A refusal is returned only after the stream was read to its end, as for a command, and after an
   * id that a closing may have moved into a stream of its own was looked up. Raises what `execute` raises.
   */
  preview(command: WalletCommand): Promise<WalletAnswer> | null {
    if (this.#isLoaded && wouldAccept(command, this.#fold.state)) return null;
    return this.execute(command, true);
  }

  /** Takes events of this stream from a follower of the log, in order, so that they need not be read. */
  observe(events: readonly RecordedEvent[]): void {
    const others = (this.#others ??= new OtherWriters(this.#options.writerTag, this.#timer));
    if (!others.observe(events, this.#fold.revision) || this.#running) return;
    try {
      this.#fold.take(others.drain(this.#fold.revision));
    } catch {
      // The next command reads the event again and raises the error.
      this.#isLoaded = false;
    }
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const turns = this.#others?.turnsTaken();
      if (turns !== undefined && turns !== null) await turns;
      const group = this.#nextGroup(this.#options.groupMax);
      if (group.length === 0) continue;
      this.#lateAtMs = this.#timer.monotonic() + (this.#options.commandMsMax * 2) / 3;
      try {
        await this.#process(group, true);
      } catch (error) {
        this.#isLoaded = false;
        for (const waiting of group) waiting.reject(error);
      }
      if (this.#isLoaded && this.#closer.isApart) await this.#closeApart();
    }
    this.#running = false;
  }

  /** The next group of at most `commandsMax`, without commands that have waited too long. */
  #nextGroup(commandsMax: number): Waiting[] {
    const lateMs = this.#timer.monotonic() - this.#options.commandMsMax / 3;
    return this.#waiting.splice(0, commandsMax).filter(({ sinceMs, reject }) => {
      if (sinceMs >= lateMs) return true;
      reject(new EventLogBusy(`${this.#stream} is written too slowly: nothing was recorded`));
      return false;
    });
  }

  /** Raises the error made by `late` when the time of the group is over. The work itself goes on. */
  async #inTime<Value>(work: Promise<Value>, late: () => Error): Promise<Value> {
    const value = await withinMs(work, Math.max(0, this.#lateAtMs - this.#timer.monotonic()), this.#timer);
    if (value === 'too_late') throw late();
    return value;
  }

  /** With `mayGrow`, commands that arrived meanwhile join the group after a conflict. */
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
        this.#isLoaded = (await this.#others?.waitUntilObserved(error, this.#fold.revision)) ?? false;
        await this.#others?.turnsTaken();
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

  /** Appends a closing that was too large to go with a group, in as many appends as it takes. Never raises. */
  async #closeApart(): Promise<void> {
    this.#lateAtMs = this.#timer.monotonic() + this.#options.commandMsMax / 3;
    try {
      for (const batch of this.#closer.batchesApart(this.#fold)) {
        await this.#record({ events: [], state: this.#fold.state }, batch);
      }
    } catch (error) {
      // The next read reveals its outcome.
      this.#isLoaded = false;
      this.#closer.failed(this.#fold.revision, error);
    }
  }

  async #processHalves(group: readonly Waiting[], error: AppendTooLarge): Promise<void> {
    if (group.length < 2) return group[0]?.reject(error); // Only the oversized command is refused.
    const half = Math.ceil(group.length / 2);
    await this.#process(group.slice(0, half), false);
    await this.#process(group.slice(half), false);
  }

  /**
   * A successful append proves the state that it was decided on. A group with only refusals has no such proof: another
   * process may have credited or reserved since, so the tail is read before a command is refused. An append of unknown
   * outcome could still be written after that read, so its outcome is settled first.
   */
  async #decide(group: readonly Waiting[]): Promise<DecidedGroup> {
    const isFresh = !this.#isLoaded;
    if (this.#others !== null) this.#fold.take(this.#others.drain(this.#fold.revision));
    if (isFresh) await this.#loadTail();
    const decided = decideGroup(await this.#lookedUp(group), this.#fold.state);
    if (decided.events.length > 0) return decided;
    if (this.#doubt !== null) await this.#settleDoubt(this.#doubt);
    else if (isFresh) return decided;
    await this.#loadTail();
    return decideGroup(await this.#lookedUp(group), this.#fold.state);
  }

  /**
   * Looks up credits and debits whose ids the state does not know: closings leave out ids that separate streams keep.
   * Done after the state was read, because an id that the state leaves out has been kept before.
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

  /** Settles an append of unknown outcome: writes it, or learns that it can no longer be written. */
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
   * Appends at the exact revision. An unknown outcome is retried with the identical batch, which the log recognises. If
   * the log does not settle it in time, the outcome stays unknown.
   */
  async #append(events: readonly WalletEvent[]): Promise<void> {
    if (events.length === 0) return;
    const expected: ExpectedRevision = this.#fold.revision === -1 ? 'no_stream' : this.#fold.revision;
    const { writerTag, createId } = this.#options;
    const batch = encodeBatch(events, writerTag, createId);
    for (let attempt = 1; ; attempt++) {
      const sentAtMs = this.#timer.monotonic();
      try {
        await this.#appendInTime(expected, batch);
        this.#others?.wrote(this.#timer.monotonic() - sentAtMs, this.#waiting.length > 0);
        // An append of unknown outcome named this revision or an earlier one: it can no longer be written.
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

/** Whether the state alone accepts a command. Every request asks this for a hold, so its event is not made. */
function wouldAccept(command: WalletCommand, state: WalletState): boolean {
  if (command.type === 'reserve_credit') return refusalToReserve(command, state) === null;
  return !mayBeKept(command, state) && wallet.decide(command, state).accepted;
}

/** Decides a group: each command sees the state after the commands before it. */
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
