import { AppendOutcomeUnknown, EventLogBusy } from '../../ports/event-log.ts';
import { failureToError } from './failures.ts';
import { GroupPause } from './group-pause.ts';
import { positionOf } from './positions.ts';
import type { AppendResult, EventToAppend, ExpectedRevision } from '../../ports/event-log.ts';
import type { AppendFields, GroupAnswer, ToWorker } from './messages.ts';

/** Most groups at the worker at a time: appends that arrive meanwhile share the next group. */
const groupsInFlightMax = 1;
const groupAppendsMax = 2_000;
const groupCharactersMax = 4 * 1024 * 1024;
/** Bounds the memory of the queue, which the number of events alone does not. */
const queueCharactersMax = 128 * 1024 * 1024;

interface Waiting {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  resolve(result: AppendResult): void;
  reject(error: Error): void;
}

interface Group {
  readonly fields: AppendFields;
  readonly waiting: Waiting[];
  events: number;
  characters: number;
  /** Since when its appends wait: first for the worker to be free, then for its answer. */
  sinceMs: number;
  /** Its appends were rejected as of unknown outcome; the answer may still come. */
  givenUp: boolean;
}

/** The worker, as the queue sees it. */
export interface AppendPost {
  post(message: ToWorker): void;
  /** Keeps the process alive until {@link AppendPost.release}. */
  hold(): void;
  release(): void;
}

export interface AppendQueueOptions {
  /** Most unanswered events; further appends are refused. */
  readonly queueEventsMax: number;
  /** The longest pause from the sending of one group to the next, milliseconds; see {@link GroupPause}. */
  readonly groupPauseMsMax: number;
  /** Called for each group that is on the disk, before its appends are answered. */
  onCommitted(fields: AppendFields, characters: number, answer: GroupAnswer): void;
}

/**
 * Collects the appends of all streams into groups: one message, one transaction and one answer for all that arrive
 * while the groups before them are at the worker. Bounded: refuses with {@link EventLogBusy}.
 */
export class AppendQueue {
  readonly #worker: AppendPost;
  readonly #queueEventsMax: number;
  readonly #pause: GroupPause;
  readonly #onCommitted: AppendQueueOptions['onCommitted'];
  #collecting: Group[] = [];
  #inFlight: Group[] = [];
  #endOfTurn: NodeJS.Immediate | null = null;
  #endOfPause: NodeJS.Timeout | null = null;
  #characters = 0;
  #drained = Promise.withResolvers<void>();
  /** Events accepted and not yet answered. */
  events = 0;
  /** Successful appends, and the number of commits that wrote them. */
  appends = 0;
  commits = 0;

  constructor(worker: AppendPost, options: AppendQueueOptions) {
    this.#worker = worker;
    this.#queueEventsMax = options.queueEventsMax;
    this.#pause = new GroupPause(options.groupPauseMsMax);
    this.#onCommitted = options.onCommitted.bind(options);
  }

  /** Raises {@link EventLogBusy}; the promise raises what the append raises. */
  add(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<AppendResult> {
    if (this.events + events.length > this.#queueEventsMax || this.#characters > queueCharactersMax) {
      throw new EventLogBusy(`${this.events} events are waiting to be written: try again`);
    }
    if (this.events === 0) this.#worker.hold();
    const group = this.#openGroup();
    let characters = 0;
    group.fields.push(stream, expected, events.length);
    for (const { id, type, data, metadata } of events) {
      group.fields.push(id, type, data, metadata);
      characters += data.length + metadata.length;
    }
    group.events += events.length;
    group.characters += characters;
    this.events += events.length;
    this.#characters += characters;
    const answered = new Promise<AppendResult>((resolve, reject) => {
      group.waiting.push({ stream, expected, resolve, reject });
    });
    this.#schedule();
    return answered;
  }

  /** Takes the worker's answer to the oldest group. */
  answered(answer: GroupAnswer): void {
    const { numbers, refusals, commits } = answer;
    const group = this.#inFlight.shift();
    if (group === undefined) return;
    this.#onCommitted(group.fields, group.characters, answer);
    this.commits += commits;
    this.appends += group.waiting.length - refusals.length;
    const refused = new Map(refusals.map(({ index, failure }) => [index, failure]));
    for (const [index, { stream, expected, resolve, reject }] of group.waiting.entries()) {
      const failure = refused.get(index);
      if (failure === undefined) resolve(resultOf(numbers, index));
      else reject(failureToError(failure, { stream, expected }));
    }
    this.#settled(group);
    this.#schedule();
  }

  /**
   * Rejects appends that were not answered within `answerMs`. Appends at the worker have an unknown outcome, and their
   * answer is still awaited; appends not yet sent are not written.
   */
  giveUp(answerMs: number): void {
    const overdueMs = performance.now() - answerMs;
    const unknown = new AppendOutcomeUnknown(`no answer from the disk in ${answerMs} ms: repeat the append`);
    for (const group of this.#inFlight) {
      if (group.givenUp || group.sinceMs > overdueMs) continue;
      group.givenUp = true;
      for (const { reject } of group.waiting) reject(unknown);
    }
    const busy = new EventLogBusy(`the disk was busy for ${answerMs} ms, nothing was written: try again`);
    const overdue = this.#collecting.filter(({ sinceMs }) => sinceMs <= overdueMs);
    this.#collecting = this.#collecting.filter(({ sinceMs }) => sinceMs > overdueMs);
    for (const group of overdue) this.#rejectAll(group, busy);
  }

  /** The worker is gone: appends it had may have been written; appends not yet sent were not. */
  abandon(unwritten: Error): void {
    const sent = this.#inFlight;
    const unsent = this.#collecting;
    this.#inFlight = [];
    this.#collecting = [];
    const unknown = new AppendOutcomeUnknown(`${unwritten.message}: the append may have been written, repeat it`);
    for (const group of sent) this.#rejectAll(group, unknown);
    for (const group of unsent) this.#rejectAll(group, unwritten);
  }

  /** Settles when every append has been answered. */
  async drain(): Promise<void> {
    if (this.events > 0) await this.#drained.promise;
  }

  #openGroup(): Group {
    const last = this.#collecting.at(-1);
    const isOpen = last !== undefined && last.waiting.length < groupAppendsMax && last.characters < groupCharactersMax;
    if (isOpen) return last;
    const group: Group = {
      fields: [],
      waiting: [],
      events: 0,
      characters: 0,
      sinceMs: performance.now(),
      givenUp: false,
    };
    this.#collecting.push(group);
    return group;
  }

  // Sends at the end of this turn of the event loop, so that all appends of the turn share a message.
  #schedule(): void {
    const next = this.#collecting[0];
    if (next === undefined || this.#endOfTurn !== null || this.#inFlight.length >= groupsInFlightMax) return;
    if (this.#endOfPause !== null && !this.#pause.hasGathered(next.waiting.length)) return;
    this.#endOfTurn = setImmediate(() => {
      this.#endOfTurn = null;
      this.#sendAfterPause(next);
    });
  }

  #sendAfterPause(next: Group): void {
    const appends = next.waiting.length;
    const remainingMs = this.#pause.remainingMs(appends);
    if (remainingMs === 0) this.#send(false);
    else this.#endOfPause = setTimeout(() => this.#send(next.waiting.length === appends), remainingMs);
  }

  #send(pausedInVain: boolean): void {
    if (this.#endOfPause !== null) clearTimeout(this.#endOfPause);
    this.#endOfPause = null;
    while (this.#inFlight.length < groupsInFlightMax) {
      const group = this.#collecting.shift();
      if (group === undefined) return;
      group.sinceMs = performance.now();
      this.#inFlight.push(group);
      this.#pause.sent(group.waiting.length, pausedInVain);
      this.#worker.post({ kind: 'append', fields: group.fields, appends: group.waiting.length });
    }
  }

  #rejectAll(group: Group, error: Error): void {
    for (const { reject } of group.waiting) reject(error);
    this.#settled(group);
  }

  #settled(group: Group): void {
    this.events -= group.events;
    this.#characters -= group.characters;
    if (this.events > 0) return;
    this.#worker.release();
    this.#drained.resolve();
    this.#drained = Promise.withResolvers();
  }
}

function resultOf(numbers: Float64Array, index: number): AppendResult {
  // The worker's answer has two numbers for each append.
  return { revision: numbers[index * 2] as number, position: positionOf(numbers[index * 2 + 1] as number) };
}
