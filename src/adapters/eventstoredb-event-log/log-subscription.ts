import { isTooSlow } from './engine-failure.ts';
import { comparePlaces } from './positions.ts';
import { rowData, remoteRowFields, rowId, rowMetadata, rowStream } from './messages.ts';
import { SilenceWatch } from './silence-watch.ts';
import type { ReadCall } from './ledger-client.ts';
import type { FollowedBatch, RemoteRowFields, SubscriptionEnd } from './messages.ts';
import type { LogPlace } from './positions.ts';
import type { SeenPlaces } from './seen-places.ts';
import type { ReadEvent, ReadMessage } from './read-message.ts';

/** Most events in one batch. */
const batchEventsMax = 1_000;
/** Most events held while the subscription catches up; beyond that the call is paused, which the engine tolerates. */
const catchingUpEventsMax = 1_000;
/**
 * Most events held while it is live. The call must not be paused then: the engine buffers 32 messages and ends the
 * subscription with the next. Beyond this bound the subscription is ended from this side.
 */
const liveEventsMax = 10_000;
const liveCharactersMax = 32 * 1024 * 1024;
/**
 * Live events that are not awaited are gathered for this long, milliseconds, or up to these counts: each hand-over
 * wakes two threads, which costs more than the events do. `patientMs` applies to streams whose follower is patient.
 */
const gatherMs = 20;
const patientMs = 200;
const gatherEventsMax = 500;
const gatherCharactersMax = 4 * 1024 * 1024;

interface Batch {
  rows: RemoteRowFields;
  upTo: LogPlace | null;
  isLevel: boolean;
  /** Characters of data and metadata, whose length a caller decides. */
  characters: number;
}

/** Notifications of a subscription, and what it needs to know of its events. */
export interface SubscriptionListener {
  /** Something came from the engine. */
  heard(): void;
  /** It is ended from this side, because its consumer is too slow. */
  cut(): void;
  /** In answer to a pull. */
  batch(batch: FollowedBatch): void;
  /** Whether a writer waits for an event, so that it is handed over at once. */
  isAwaited(stream: string, id: string): boolean;
  /** Whether events of a stream may be delayed. */
  isPatient(stream: string): boolean;
  /** Called once, in answer to a pull after the last batch, however the subscription ended. */
  ended(end: SubscriptionEnd): void;
}

/**
 * A subscription to the log, handed over batch by batch as it is pulled. Events received before its end are handed over
 * before the end is reported. It does not recover: `error`, `end`, `close` and silence at the beginning all end it.
 */
export class LogSubscription {
  readonly #listener: SubscriptionListener;
  readonly #seen: SeenPlaces;
  /** Stops the timeout for the first message. */
  readonly #begun: () => void;
  #call: ReadCall | null = null;
  #held: Batch[] = [];
  #heldEvents = 0;
  #heldCharacters = 0;
  #isLive = false;
  #isPulled = false;
  #isScheduled = false;
  #isUrgent = false;
  /** The place of the last event. */
  #newest: LogPlace | null = null;
  /** Whether all held events may be delayed. */
  #isPatient = true;
  #gathering: { readonly timer: NodeJS.Timeout; readonly isLong: boolean } | null = null;
  /** A reader of the log's end waits for everything up to here. */
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

  /** Hands over the gathered events without further delay. */
  hurry(): void {
    if (this.#held.length === 0) return;
    this.#isUrgent = true;
    this.#schedule();
  }

  /** A reader waits for everything up to `place`: hands over as soon as it is reached. */
  expect(place: LogPlace): void {
    const { upTo } = this.#seen;
    if (upTo !== null && comparePlaces(upTo, place) >= 0) this.hurry();
    else if (this.#expected === null || comparePlaces(place, this.#expected) > 0) this.#expected = place;
  }

  /** Ends it from this side, without notifying the listener. */
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
    else if (message.kind === 'checkpoint') this.#takeCheckpoint(message.place);
    else if (message.kind === 'caught_up') this.#drewLevel();
    else if (message.kind === 'fell_behind') this.#isLive = false;
    else return;
    this.#bound();
    this.#schedule();
  }

  /** An event that is told once more was handed over, and goes back to no earlier place. */
  #takeEvent({ row, place, isOfEngine }: ReadEvent): void {
    if (this.#newest !== null && comparePlaces(place, this.#newest) <= 0) return;
    this.#newest = place;
    const stream = String(row[rowStream]);
    if (!isOfEngine) this.#seen.take(stream, place);
    const batch = this.#reach(place);
    if (isOfEngine) return;
    this.#isUrgent ||= this.#listener.isAwaited(stream, String(row[rowId]));
    this.#isPatient &&= this.#listener.isPatient(stream);
    for (const field of row) batch.rows.push(field);
    const characters = String(row[rowData]).length + String(row[rowMetadata]).length;
    batch.characters += characters;
    this.#heldEvents += 1;
    this.#heldCharacters += characters;
  }

  /** Servers are known to tell an earlier place once more. Going back to it would repeat the events since. */
  #takeCheckpoint(place: LogPlace): void {
    const { upTo } = this.#seen;
    if (upTo === null || comparePlaces(place, upTo) > 0) this.#reach(place);
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

  /** The batch being filled. */
  #batch(): Batch {
    const last = this.#held.at(-1);
    if (last !== undefined && !last.isLevel && last.rows.length < batchEventsMax * remoteRowFields) return last;
    const batch = { rows: [], upTo: null, isLevel: false, characters: 0 };
    this.#held.push(batch);
    return batch;
  }

  #bound(): void {
    if (this.#isLive) {
      if (this.#heldEvents <= liveEventsMax && this.#heldCharacters <= liveCharactersMax) return;
      this.#listener.cut();
      this.#finish('too_slow');
    } else if (this.#isFull()) {
      this.#call?.pause();
    }
  }

  #isFull(): boolean {
    return this.#heldEvents >= catchingUpEventsMax || this.#heldCharacters >= liveCharactersMax;
  }

  // Hands over at the end of this turn of the event loop, so that all events of the turn go together.
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
    const isSmall = this.#heldEvents < gatherEventsMax && this.#heldCharacters < gatherCharactersMax;
    return isQuiet && isSmall && this.#held[0]?.isLevel !== true;
  }

  /** Starts the gathering timer. A shorter delay replaces a longer one and applies to all gathered events. */
  #gather(): void {
    const isLong = this.#isPatient;
    if (this.#gathering !== null && (isLong || !this.#gathering.isLong)) return;
    if (this.#gathering !== null) clearTimeout(this.#gathering.timer);
    const timer = setTimeout(() => this.#handOver(), isLong ? patientMs : gatherMs);
    this.#gathering = { timer, isLong };
  }

  #handOver(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering.timer);
    this.#gathering = null;
    // Two hand-overs may be due at once: the first has answered the pull.
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
    this.#heldEvents -= batch.rows.length / remoteRowFields;
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
