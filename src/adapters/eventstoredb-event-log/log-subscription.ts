import { isTooSlow } from './engine-failure.ts';
import { comparePlaces } from './positions.ts';
import { ROW_DATA, ROW_FIELDS, ROW_ID, ROW_METADATA, ROW_STREAM } from './messages.ts';
import { SilenceWatch } from './silence-watch.ts';
import type { ReadCall } from './ledger-client.ts';
import type { FollowedBatch, RowFields, SubscriptionEnd } from './messages.ts';
import type { LogPlace } from './positions.ts';
import type { SeenPlaces } from './seen-places.ts';
import type { ReadEvent, ReadMessage } from './read-message.ts';

/** Events of one batch. */
const BATCH_EVENTS_MAX = 1_000;
/** Held while the subscription catches up; beyond that the engine is held up, which it takes. */
const CATCHING_UP_EVENTS_MAX = 1_000;
/**
 * Held while it is live. The engine must not be held up then: it holds 32 messages itself and ends the subscription
 * with the next. Beyond this bound it is ended from this side.
 */
const LIVE_EVENTS_MAX = 10_000;
const LIVE_CHARACTERS_MAX = 32 * 1024 * 1024;
/**
 * Live events that nobody waits for are gathered for so long, milliseconds, or until there are so many: each hand-over wakes
 * two threads, which costs more than the events do. The longer time is for streams whose follower is patient.
 */
const GATHER_MS = 20;
const PATIENT_MS = 200;
const GATHER_EVENTS_MAX = 500;
const GATHER_CHARACTERS_MAX = 4 * 1024 * 1024;

interface Batch {
  rows: RowFields;
  upTo: LogPlace | null;
  isLevel: boolean;
  /** Of data and metadata, whose length a caller decides. */
  characters: number;
}

/** Whom a subscription tells what. */
export interface SubscriptionListener {
  /** Something came from the engine. */
  heard(): void;
  /** In answer to a pull. */
  batch(batch: FollowedBatch): void;
  /** Whether somebody waits for an event, so that it is handed over at once. */
  isAwaited(stream: string, id: string): boolean;
  /** Whether nobody minds that events of a stream come later. */
  isPatient(stream: string): boolean;
  /** Comes once, in answer to a pull, behind the last batch, however the subscription ended. */
  ended(end: SubscriptionEnd): void;
}

/**
 * A subscription to the log, handed over batch by batch as it is pulled: what came before its end is handed over before
 * the end is told. It never comes back by itself: `error`, `end`, `close` and a silence at the beginning all end it.
 */
export class LogSubscription {
  readonly #listener: SubscriptionListener;
  readonly #seen: SeenPlaces;
  /** Stops the watch over the time until it begins. */
  readonly #begun: () => void;
  #call: ReadCall | null = null;
  #held: Batch[] = [];
  #heldEvents = 0;
  #heldCharacters = 0;
  #isLive = false;
  #isPulled = false;
  #isScheduled = false;
  #isUrgent = false;
  /** Held are nothing but events that may come later. */
  #isPatient = true;
  #gathering: { readonly timer: NodeJS.Timeout; readonly isLong: boolean } | null = null;
  /** Whoever looked at the end of the log waits for what stands here. */
  #expected: LogPlace | null = null;
  #end: SubscriptionEnd | null = null;
  #isStopped = false;

  constructor(opening: Promise<ReadCall>, beginMs: number, listener: SubscriptionListener, seen: SeenPlaces) {
    this.#listener = listener;
    this.#seen = seen;
    this.#begun = new SilenceWatch(beginMs, () => 0).start(() => this.#finish('lost'));
    opening.then(
      (call) => this.#begin(call),
      () => this.#finish('lost'),
    );
  }

  /** Asks for one batch. */
  pull(): void {
    this.#isPulled = true;
    this.#schedule();
  }

  /** Hands over what was gathered. */
  hurry(): void {
    if (this.#held.length === 0) return;
    this.#isUrgent = true;
    this.#schedule();
  }

  /** Somebody waits for everything up to a place: what was gathered until then is handed over with it. */
  expect(place: LogPlace): void {
    const { upTo } = this.#seen;
    if (upTo !== null && comparePlaces(upTo, place) >= 0) this.hurry();
    else if (this.#expected === null || comparePlaces(place, this.#expected) > 0) this.#expected = place;
  }

  /** Ends it from this side, without a word to the listener. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #begin(call: ReadCall): void {
    this.#call = call;
    call.on('data', (message: ReadMessage) => this.#take(message));
    call.on('error', (error: unknown) => this.#finish(isTooSlow(error) ? 'too_slow' : 'lost'));
    call.on('end', () => this.#finish('lost'));
    call.on('close', () => this.#finish('lost'));
    if (this.#isStopped || this.#end !== null) this.#cancel();
  }

  #take(message: ReadMessage): void {
    this.#begun();
    this.#listener.heard();
    if (this.#isStopped || this.#end !== null) return;
    if (message.kind === 'event') this.#takeEvent(message);
    else if (message.kind === 'checkpoint') this.#reach(message.place);
    else if (message.kind === 'caught_up') this.#drewLevel();
    else if (message.kind === 'fell_behind') this.#isLive = false;
    else return;
    this.#bound();
    this.#schedule();
  }

  #takeEvent({ row, place, isOfEngine }: ReadEvent): void {
    const stream = String(row[ROW_STREAM]);
    if (!isOfEngine) this.#seen.take(stream, place);
    const batch = this.#reach(place);
    if (isOfEngine) return;
    this.#isUrgent ||= this.#listener.isAwaited(stream, String(row[ROW_ID]));
    this.#isPatient &&= this.#listener.isPatient(stream);
    for (const field of row) batch.rows.push(field);
    const characters = String(row[ROW_DATA]).length + String(row[ROW_METADATA]).length;
    batch.characters += characters;
    this.#heldEvents += 1;
    this.#heldCharacters += characters;
  }

  #reach(place: LogPlace): Batch {
    const batch = this.#batch();
    batch.upTo = place;
    this.#seen.reach(place);
    if (this.#expected !== null && comparePlaces(place, this.#expected) >= 0) {
      this.#expected = null;
      this.#isUrgent = true;
    }
    return batch;
  }

  #drewLevel(): void {
    this.#isLive = true;
    this.#batch().isLevel = true;
  }

  /** The batch that is being filled. */
  #batch(): Batch {
    const last = this.#held.at(-1);
    if (last !== undefined && !last.isLevel && last.rows.length < BATCH_EVENTS_MAX * ROW_FIELDS) return last;
    const batch = { rows: [], upTo: null, isLevel: false, characters: 0 };
    this.#held.push(batch);
    return batch;
  }

  #bound(): void {
    if (this.#isLive) {
      if (this.#heldEvents > LIVE_EVENTS_MAX || this.#heldCharacters > LIVE_CHARACTERS_MAX) this.#finish('too_slow');
    } else if (this.#isFull()) {
      this.#call?.pause();
    }
  }

  #isFull(): boolean {
    return this.#heldEvents >= CATCHING_UP_EVENTS_MAX || this.#heldCharacters >= LIVE_CHARACTERS_MAX;
  }

  // At the end of this turn of the event loop, so that what arrived in it goes over together.
  #schedule(): void {
    if (!this.#isPulled || this.#isScheduled || (this.#held.length === 0 && this.#end === null)) return;
    if (this.#mayGather()) {
      this.#gather();
      return;
    }
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#handOver();
    });
  }

  #mayGather(): boolean {
    const isQuiet = this.#isLive && !this.#isUrgent && this.#end === null;
    const isSmall = this.#heldEvents < GATHER_EVENTS_MAX && this.#heldCharacters < GATHER_CHARACTERS_MAX;
    return isQuiet && isSmall && this.#held[0]?.isLevel !== true;
  }

  /** What may not come as late as what was gathered before it takes all of it along. */
  #gather(): void {
    const isLong = this.#isPatient;
    if (this.#gathering !== null && (isLong || !this.#gathering.isLong)) return;
    if (this.#gathering !== null) clearTimeout(this.#gathering.timer);
    const timer = setTimeout(() => this.#handOver(), isLong ? PATIENT_MS : GATHER_MS);
    this.#gathering = { timer, isLong };
  }

  #handOver(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering.timer);
    this.#gathering = null;
    // Of two that were due together the first has answered the pull.
    if (this.#isStopped || !this.#isPulled) return;
    this.#isPulled = false;
    const batch = this.#held.shift();
    if (this.#held.length === 0) {
      this.#isUrgent = false;
      this.#isPatient = true;
    }
    if (batch === undefined) {
      if (this.#end !== null) this.#listener.ended(this.#end);
      return;
    }
    const { characters, ...handedOver } = batch;
    this.#heldEvents -= batch.rows.length / ROW_FIELDS;
    this.#heldCharacters -= characters;
    this.#listener.batch(handedOver);
    if (!this.#isFull()) this.#call?.resume();
  }

  #finish(end: SubscriptionEnd): void {
    if (this.#isStopped || this.#end !== null) return;
    this.#end = end;
    this.#cancel();
    this.#schedule();
  }

  #cancel(): void {
    this.#begun();
    if (this.#isStopped && this.#gathering !== null) clearTimeout(this.#gathering.timer);
    const call = this.#call;
    if (call !== null) setImmediate(() => call.cancel());
  }
}
