import { AppendOutcomeUnknown, EventLogBusy, EventLogUnavailable } from '../../ports/event-log.ts';
import { remoteFailureToError, streamsLike } from './failures.ts';
import { remotePositionOf } from './positions.ts';
import { findAppend, isPlaced, type Conflict, type StreamPages, type Written } from './find-append.ts';
import type { AppendResult, EventToAppend, ExpectedRevision } from '../../ports/event-log.ts';
import type { AppendAnswer, AppendOutcome, AppendTry, RemoteFailure } from './messages.ts';

/** Most appends at the engine at a time. Others wait here, where they are certainly not written. */
const appendsInFlightMax = 512;
const charactersInFlightMax = 8 * 1024 * 1024;
/** Bounds the memory of the queue, which the number of events alone does not. */
const queueCharactersMax = 128 * 1024 * 1024;
/** Pause before an append of unknown outcome is repeated. */
const repeatPauseMs = 100;
/**
 * Part of `callTimeoutMs` after which an unanswered append at an exact revision is sent again on the same connection.
 * The engine recognises it by its ids at that revision, even while the first try is still being written: then it drops
 * the repetition. So a lost answer delays its stream by this part only.
 */
const repeatPart = 0.2;
/** Most lookups at once before the final ones: a busy engine is not to be asked for each of its appends. */
const peeksMax = 8;
/** Least time for the final lookup, if the engine came back at the last moment. */
const lookMsMin = 500;

/** The engine, as the queue sees it. */
export interface AppendEngine extends StreamPages {
  readonly isUp: boolean;
  /** Callers are refused; else an engine that is not up is being reached, and they wait. */
  readonly isAway: boolean;
  /** When the newest answered probe was sent, by `performance.now()`. */
  readonly answeredProbeAtMs: number;
  sendAppends(tries: readonly AppendTry[]): void;
  suspect(): void;
  replace(reason: string): void;
  /** Keeps the process alive until {@link AppendEngine.release}. */
  hold(): void;
  release(): void;
}

export interface AppendQueueLimits {
  /** Most unanswered events; further appends are refused. */
  readonly queueEventsMax: number;
  /** How long one try may be unanswered before it is repeated, milliseconds. */
  readonly callTimeoutMs: number;
  /** How long the outcome of an append may stay unknown, milliseconds. At least twice `callTimeoutMs`. */
  readonly outcomeMs: number;
}

interface Entry extends Omit<AppendTry, 'attempt'> {
  readonly events: number;
  readonly characters: number;
  readonly addedAtMs: number;
  firstSentAtMs: number;
  /** Of the first try on this connection. */
  openSinceMs: number;
  /** Of the newest try. */
  sentAtMs: number;
  /** The number of the newest try that may have arrived; 0: none has. */
  attempt: number;
  /** `repeat`: outcome unknown, to be sent again. `looking`: the final lookup reads the stream for its ids. */
  state: 'queued' | 'sent' | 'repeat' | 'looking';
  resolve(result: AppendResult): void;
  reject(error: Error): void;
}

const untried = { firstSentAtMs: 0, openSinceMs: 0, sentAtMs: 0, attempt: 0, state: 'queued' } as const;

/**
 * Sends appends and determines their outcomes. An append without an answer is repeated unchanged; the engine recognises
 * it by its ids. If no append is answered, its stream is read for the ids, and once more at the end. If that fails too, the
 * outcome is unknown. Bounded: refuses with {@link EventLogBusy}.
 */
export class RemoteAppendQueue {
  readonly #engine: AppendEngine;
  readonly #limits: AppendQueueLimits;
  #queued: Entry[] = [];
  /** In the order of their first try, in which they are also repeated. */
  readonly #sent = new Map<number, Entry>();
  #isScheduled = false;
  #lastId = 0;
  /** When the engine last answered an append. An engine that accepts no appends may still answer reads. */
  #answeredAtMs = 0;
  /** When the engine last told that an append was written, and when the newest of those appends was sent. */
  #writtenAtMs = 0;
  #writtenSentAtMs = 0;
  /** Since when appends are found written that the engine does not answer; `null` since its last answer. */
  #foundSinceMs: number | null = null;
  /** Appends that are being looked for before their final lookup. */
  readonly #peeked = new Set<Entry>();
  #charactersInFlight = 0;
  #characters = 0;
  #drained = Promise.withResolvers<void>();
  /** Events accepted and not yet answered. */
  events = 0;
  /** Successful appends since the opening, their events, and their total duration. */
  appends = 0;
  eventsAppended = 0;
  appendMsTotal = 0;
  /** Number of repeated tries. */
  repeats = 0;
  /** Appends that ended as `AppendOutcomeUnknown`. */
  unknownOutcomes = 0;

  constructor(engine: AppendEngine, limits: AppendQueueLimits) {
    this.#engine = engine;
    this.#limits = limits;
  }

  /** Raises {@link EventLogBusy}; the promise raises what the append raises. */
  add(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<AppendResult> {
    if (this.events + events.length > this.#limits.queueEventsMax || this.#characters > queueCharactersMax) {
      throw new EventLogBusy(`${this.events} events are waiting to be written: try again`);
    }
    if (this.events === 0) this.#engine.hold();
    const fields = events.flatMap(({ id, type, data, metadata }) => [id, type, data, metadata]);
    const characters = fields.reduce((sum, field) => sum + field.length, 0);
    this.events += events.length;
    this.#characters += characters;
    this.#lastId += 1;
    const id = this.#lastId;
    const addedAtMs = performance.now();
    return new Promise<AppendResult>((resolve, reject) => {
      const append = { id, stream, expected, fields, events: events.length, characters, resolve, reject };
      this.#queued.push({ ...append, addedAtMs, ...untried });
      this.#schedule();
    });
  }

  /** Since when the oldest unanswered append has waited; `null`: there is none. */
  waitingSinceMs(): number | null {
    const [oldest] = this.#sent.values();
    return oldest?.sentAtMs ?? null;
  }

  answered(answers: readonly AppendAnswer[]): void {
    for (const { id, attempt, outcome } of answers) {
      if (isAnswer(outcome)) this.#heard();
      const entry = this.#sent.get(id);
      if (entry === undefined) continue;
      if (!('failure' in outcome)) this.#written(entry, attempt, outcome);
      else if (entry.state !== 'looking') this.#refused(entry, attempt, outcome.failure);
    }
    this.#schedule();
  }

  /** The engine is available (again): repeats appends of unknown outcome first. */
  up(): void {
    for (const entry of this.#sent.values()) if (entry.state === 'repeat') this.#send(entry);
    this.#schedule();
  }

  /** The engine is unavailable: rejects appends that were not sent, and so were not written. */
  down(error: EventLogUnavailable): void {
    for (const entry of this.#queued.splice(0)) this.#reject(entry, error);
    for (const entry of this.#sent.values()) if (isUnwritten(entry)) this.#reject(entry, error);
  }

  /** The connection is lost, and the answers with it. */
  lost(): void {
    this.#foundSinceMs = null;
    for (const entry of this.#sent.values()) if (entry.state === 'sent') entry.state = 'repeat';
  }

  /** Repeats overdue appends, and gives up those whose time is over. */
  tick(nowMs: number): void {
    const { outcomeMs } = this.#limits;
    const unsent = new EventLogUnavailable(`the append could not be sent for ${outcomeMs} ms: nothing was written`);
    for (const entry of this.#sent.values()) {
      if (entry.state === 'looking') continue;
      if (isUnwritten(entry) && this.#isLast(entry, nowMs)) this.#reject(entry, unsent);
      else if (this.#isLast(entry, nowMs)) void this.#lookForIds(entry);
      else if (entry.state === 'sent') this.#watch(entry, nowMs);
      else if (entry.state === 'repeat' && nowMs - entry.sentAtMs > repeatPauseMs && this.#engine.isUp) {
        this.#send(entry);
      }
    }
    const busy = new EventLogBusy(`the engine was busy for ${outcomeMs} ms, nothing was written: try again`);
    while (nowMs - (this.#queued[0]?.addedAtMs ?? nowMs) > outcomeMs) {
      const entry = this.#queued.shift();
      if (entry !== undefined) this.#reject(entry, busy);
    }
  }

  /** The thread was blocked for `lateMs`: answers may have waited meanwhile, so the time does not count. */
  late(lateMs: number): void {
    if (this.#foundSinceMs !== null) this.#foundSinceMs += lateMs;
    for (const entry of this.#sent.values()) {
      entry.firstSentAtMs += lateMs;
      entry.openSinceMs += lateMs;
      entry.sentAtMs += lateMs;
    }
  }

  /** Settles when every append has been answered. */
  async drain(): Promise<void> {
    if (this.events > 0) await this.#drained.promise;
  }

  // Sends at the end of this turn of the event loop, so that all appends of the turn share a message.
  #schedule(): void {
    if (this.#isScheduled || this.#queued.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendQueued();
    });
  }

  #sendQueued(): void {
    if (!this.#engine.isUp) return;
    const tries: AppendTry[] = [];
    let sent = 0;
    for (const entry of this.#queued) {
      if (this.#sent.size >= appendsInFlightMax || this.#charactersInFlight > charactersInFlightMax) break;
      sent += 1;
      entry.firstSentAtMs = performance.now();
      this.#charactersInFlight += entry.characters;
      this.#sent.set(entry.id, entry);
      tries.push(this.#nextTry(entry));
    }
    this.#queued.splice(0, sent);
    if (tries.length > 0) this.#engine.sendAppends(tries);
  }

  #send(entry: Entry): void {
    this.repeats += 1;
    this.#engine.sendAppends([this.#nextTry(entry)]);
  }

  #nextTry(entry: Entry): AppendTry {
    entry.attempt += 1;
    entry.sentAtMs = performance.now();
    // A try that nothing has answered yet leaves the stream of appends as suspect as it was.
    if (entry.state !== 'sent') entry.openSinceMs = entry.sentAtMs;
    entry.state = 'sent';
    const { id, attempt, stream, expected, fields } = entry;
    return { id, attempt, stream, expected, fields };
  }

  #refused(entry: Entry, attempt: number, failure: RemoteFailure): void {
    const isDoubtful = failure.code === 'unknown' || failure.code === 'unsent';
    if (isDoubtful) this.#engine.suspect();
    // The refusal of a later try says nothing about the first.
    const isFirst = entry.attempt === 1;
    if (isFirst && failure.code === 'unsent' && this.#mayWait(entry)) {
      // It is sent again as if for the first time, or rejected when the engine turns out to be unavailable.
      entry.state = 'repeat';
      entry.attempt = 0;
    } else if (isFirst && failure.code !== 'unknown') {
      this.#reject(entry, errorOf(failure, entry));
    } else if (failure.code === 'conflict' || failure.code === 'tombstoned') {
      void this.#lookForIds(entry, failure);
    } else if (attempt === entry.attempt) {
      entry.state = 'repeat';
    }
  }

  /** Whether an append that was not sent may be sent again. */
  #mayWait(entry: Entry): boolean {
    return !this.#engine.isAway && !this.#isLast(entry, performance.now());
  }

  /** Whether the final lookup is due. An unavailable engine gets more time: once back, it is sent the append again. */
  #isLast({ firstSentAtMs }: Entry, nowMs: number): boolean {
    const { callTimeoutMs, outcomeMs } = this.#limits;
    return nowMs - firstSentAtMs > (this.#engine.isUp ? outcomeMs - callTimeoutMs : outcomeMs);
  }

  /** Replaces a connection that answers no append, and repeats an append whose answer alone was lost. */
  #watch(entry: Entry, nowMs: number): void {
    const { callTimeoutMs } = this.#limits;
    const silentSinceMs = Math.max(entry.openSinceMs, this.#answeredAtMs);
    if (nowMs - silentSinceMs > callTimeoutMs) {
      // The worker may have been blocked, and the answer with it. If a later probe was answered, it was not.
      const isPassed = this.#engine.answeredProbeAtMs > silentSinceMs + callTimeoutMs;
      if (isPassed) this.#engine.replace(`no answer to an append in ${callTimeoutMs} ms`);
      else this.#engine.suspect();
      return;
    }
    const repeatMs = isPlaced(entry.expected) ? callTimeoutMs * repeatPart : callTimeoutMs;
    if (nowMs - entry.sentAtMs <= repeatMs) return;
    // The engine answers in the order in which it writes. A probe may overtake many appends, so it is only asked when
    // none is answered: a busy engine would get each append several times.
    const isQuiet = nowMs - this.#writtenAtMs > repeatMs;
    const isPassedByProbe = isQuiet && this.#engine.answeredProbeAtMs > entry.sentAtMs + repeatMs;
    if (!isPassedByProbe && this.#writtenSentAtMs <= entry.sentAtMs) {
      if (isQuiet) this.#engine.suspect();
    } else if (this.#engine.isUp) {
      this.#send(entry);
      if (isQuiet && this.#peeked.size < peeksMax && !this.#peeked.has(entry)) void this.#peek(entry, nowMs);
    }
  }

  /** Whether an append was written, when the engine answers reads and no append. If it is not found, it still may be. */
  async #peek(entry: Entry, nowMs: number): Promise<void> {
    const { callTimeoutMs } = this.#limits;
    this.#peeked.add(entry);
    const found = await findAppend(this.#engine, entry, callTimeoutMs);
    this.#peeked.delete(entry);
    if (found === null || entry.state === 'looking' || !this.#sent.has(entry.id)) return;
    this.#conclude(entry, found);
    this.#foundSinceMs ??= nowMs;
    if (nowMs - this.#foundSinceMs <= callTimeoutMs) return;
    this.#foundSinceMs = null;
    this.#engine.replace(`no append was answered in ${callTimeoutMs} ms`);
  }

  #conclude(entry: Entry, found: Written | Conflict): void {
    if ('code' in found) this.#reject(entry, errorOf(found, entry));
    else this.#succeed(entry, found);
  }

  /** The final lookup: whether the ids of the append are where it would have put them. */
  async #lookForIds(entry: Entry, refusal: RemoteFailure | null = null): Promise<void> {
    entry.state = 'looking';
    const { callTimeoutMs, outcomeMs } = this.#limits;
    const leftMs = Math.max(entry.firstSentAtMs + outcomeMs - performance.now(), lookMsMin);
    const lookMs = refusal === null ? Math.min(callTimeoutMs, leftMs) : callTimeoutMs;
    const found = await findAppend(this.#engine, entry, lookMs);
    if (!this.#sent.has(entry.id)) return;
    if (found !== null && (refusal === null || !('code' in found))) {
      this.#conclude(entry, found);
    } else if (refusal !== null) {
      this.#reject(entry, errorOf(refusal, entry));
    } else {
      this.unknownOutcomes += 1;
      this.#reject(entry, new AppendOutcomeUnknown(`${entry.stream} was not answered for: repeat the append`));
    }
  }

  #heard(): void {
    this.#answeredAtMs = performance.now();
    this.#foundSinceMs = null;
  }

  #written(entry: Entry, attempt: number, written: Written): void {
    this.#writtenAtMs = performance.now();
    const sentAtMs = attempt === entry.attempt ? entry.sentAtMs : entry.firstSentAtMs;
    this.#writtenSentAtMs = Math.max(this.#writtenSentAtMs, sentAtMs);
    this.#succeed(entry, written);
  }

  #succeed(entry: Entry, { revision, place }: Written): void {
    this.appends += 1;
    this.eventsAppended += entry.events;
    this.appendMsTotal += performance.now() - entry.addedAtMs;
    this.#settled(entry);
    entry.resolve({ revision, position: place === null ? null : remotePositionOf(place) });
  }

  #reject(entry: Entry, error: Error): void {
    this.#settled(entry);
    entry.reject(error);
  }

  #settled(entry: Entry): void {
    if (this.#sent.delete(entry.id)) this.#charactersInFlight -= entry.characters;
    this.events -= entry.events;
    this.#characters -= entry.characters;
    if (this.events > 0) return;
    this.#engine.release();
    this.#drained.resolve();
    this.#drained = Promise.withResolvers();
  }
}

function errorOf(failure: RemoteFailure, { stream, expected }: Entry): Error {
  return remoteFailureToError(failure, { stream, expected, right: `append to streams like ${streamsLike(stream)}` });
}

/** Whether no try of an append can have arrived. */
function isUnwritten({ state, attempt }: Entry): boolean {
  return state === 'repeat' && attempt === 0;
}

/** Whether the outcome is a decision of the engine. */
export function isAnswer(outcome: AppendOutcome): boolean {
  return !('failure' in outcome) || (outcome.failure.code !== 'unsent' && outcome.failure.code !== 'unknown');
}
