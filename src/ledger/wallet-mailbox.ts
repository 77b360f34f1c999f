import type { Decision } from '../domain/decider.ts';
import { wallet } from '../domain/wallet.ts';
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
} from '../ports/event-log.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';
import { decodeEvent, encodeEvent } from './codec.ts';
import { withinMs } from './within-ms.ts';

/** What became of a command: its events, durable; or the rule that refused it, with the state it was refused in. */
export type WalletAnswer =
  | { readonly accepted: true; readonly events: readonly WalletEvent[]; readonly revision: number }
  | { readonly accepted: false; readonly refusal: WalletRefusal; readonly state: WalletState };

export interface WalletMailboxOptions {
  readonly log: EventLog;
  /** Mints an event id: a UUID. */
  readonly mintId: () => string;
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
}

interface Waiting {
  readonly command: WalletCommand;
  /** Only decided: what it would record is not recorded. */
  readonly isPreview: boolean;
  readonly sinceMs: number;
  readonly resolve: (answer: WalletAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** An append of which nobody knows whether it was written. */
interface Doubt {
  readonly expected: ExpectedRevision;
  readonly batch: readonly EventToAppend[];
}

const readPage = 1_000;

/**
 * The one writer of a wallet in this process. Commands that arrive while an append is in flight are decided together
 * against the folded state and appended as one atomic batch at the exact revision; only then are they answered. A
 * conflict means that another process wrote: load what is new, decide again. Safety needs no lease: the revision fences.
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
  #state: WalletState = wallet.initialState;
  /** Revision of the last event folded into the state; -1 before the first. */
  #revision = -1;
  /** Whether the state may be trusted: false before the first load and after any doubt. */
  #isLoaded = false;
  /** The newest: whatever tells of it tells of all before it, which named the same revision or an earlier one. */
  #doubt: Doubt | null = null;
  /** When the group at work is given up, by the timer. */
  #lateAtMs = Infinity;

  constructor(stream: string, options: WalletMailboxOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
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
    if (this.#isLoaded && wallet.decide(command, this.#state).accepted) return null;
    return this.#enqueue(command, true);
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
      const group = this.#nextGroup();
      if (group.length === 0) continue;
      this.#lateAtMs = this.#timer.monotonic() + (this.#options.commandMsMax * 2) / 3;
      try {
        await this.#process(group);
      } catch (error) {
        this.#isLoaded = false;
        for (const waiting of group) waiting.reject(error);
      }
    }
    this.#running = false;
  }

  /** Without those that have waited too long. */
  #nextGroup(): readonly Waiting[] {
    const lateMs = this.#timer.monotonic() - this.#options.commandMsMax / 3;
    return this.#waiting.splice(0, this.#options.groupMax).filter(({ sinceMs, reject }) => {
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

  async #process(group: readonly Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const decided = await this.#decide(group);
      try {
        await this.#append(decided.events);
      } catch (error) {
        if (error instanceof AppendTooLarge && group.length > 1) return this.#processHalves(group);
        if (!(error instanceof RevisionConflict)) throw error;
        this.#isLoaded = false;
        if (attempt >= this.#options.attemptsMax || this.#timer.monotonic() > this.#lateAtMs) {
          throw new EventLogBusy(`${this.#stream} is written by others too fast`, { cause: error });
        }
        continue;
      }
      this.#state = decided.state;
      this.#revision += decided.events.length;
      this.#answer(group, decided.decisions);
      return;
    }
  }

  async #processHalves(group: readonly Waiting[]): Promise<void> {
    const half = Math.ceil(group.length / 2);
    await this.#process(group.slice(0, half));
    await this.#process(group.slice(half));
  }

  /**
   * An append proves the state that it was decided on. A group of nothing but refusals has no such proof: another process
   * may have credited or reserved since, so the tail is read before anybody is turned away; and what is in doubt could
   * still be written after the reading, so that is found out before.
   */
  async #decide(group: readonly Waiting[]): Promise<DecidedGroup> {
    const isFresh = !this.#isLoaded;
    if (isFresh) await this.#loadTail();
    const decided = decideGroup(group, this.#state);
    if (decided.events.length > 0) return decided;
    if (this.#doubt !== null) await this.#settleDoubt(this.#doubt);
    else if (isFresh) return decided;
    await this.#loadTail();
    return decideGroup(group, this.#state);
  }

  #answer(group: readonly Waiting[], decisions: readonly Decision<WalletEvent, WalletRefusal>[]): void {
    for (const [index, waiting] of group.entries()) {
      const decision = decisions[index];
      if (decision === undefined) throw new Error('a command was left undecided');
      waiting.resolve(
        decision.accepted
          ? { accepted: true, events: waiting.isPreview ? [] : decision.events, revision: this.#revision }
          : { accepted: false, refusal: decision.refusal, state: this.#state },
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
    const expected: ExpectedRevision = this.#revision === -1 ? 'no_stream' : this.#revision;
    const batch: readonly EventToAppend[] = events.map((event) => encodeEvent(event, this.#options.mintId()));
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#appendInTime(expected, batch);
        // What was in doubt named this revision or an earlier one: now it can never be written.
        this.#doubt = null;
        return;
      } catch (error) {
        if (error instanceof RevisionConflict) throw error;
        const isUnknown = error instanceof AppendOutcomeUnknown;
        if (attempt === 1 && !isUnknown) throw error;
        const isOver = attempt >= this.#options.attemptsMax || this.#timer.monotonic() >= this.#lateAtMs;
        if (isUnknown && !isOver) continue;
        this.#doubt = { expected, batch };
        throw new AppendOutcomeUnknown(`an append to ${this.#stream} may have been written`, { cause: error });
      }
    }
  }

  async #loadTail(): Promise<void> {
    const late = (): Error => new EventLogBusy(`${this.#stream} was not read in time: nothing was recorded`);
    for (;;) {
      const reading = { fromRevision: this.#revision + 1, limit: readPage };
      const page = await this.#inTime(this.#options.log.readStream(this.#stream, reading), late);
      for (const recorded of page) {
        // Wallet streams hold wallet events only: the stream name says so, and the codec knows each type.
        this.#state = wallet.evolve(this.#state, decodeEvent(recorded) as WalletEvent);
        this.#revision = recorded.revision;
      }
      if (page.length < readPage) break;
    }
    this.#isLoaded = true;
  }
}

interface DecidedGroup {
  readonly decisions: readonly Decision<WalletEvent, WalletRefusal>[];
  readonly events: readonly WalletEvent[];
  readonly state: WalletState;
}

/** Each command sees the state that the commands before it leave behind. */
function decideGroup(group: readonly Waiting[], before: WalletState): DecidedGroup {
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
