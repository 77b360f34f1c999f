import { isTooSlow } from './engine-failure.ts';
import { placeOfCheckpoint, placeOfResponse, rowOf } from './protocol-requests.ts';
import { ROW_FIELDS } from './messages.ts';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadCall } from './ledger-client.ts';
import type { FollowedBatch, RowFields, SubscriptionEnd } from './messages.ts';
import type { LogPlace } from './positions.ts';

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
  /** Comes once, in answer to a pull, behind the last batch, however the subscription ended. */
  ended(end: SubscriptionEnd): void;
}

/**
 * A subscription to the log, handed over batch by batch as it is pulled: what came before its end is handed over before
 * the end is told. It never comes back by itself: `error`, `end`, `close` and a silence at the beginning all end it.
 */
export class LogSubscription {
  readonly #listener: SubscriptionListener;
  readonly #beginning: NodeJS.Timeout;
  #call: ReadCall | null = null;
  #held: Batch[] = [];
  #heldEvents = 0;
  #heldCharacters = 0;
  #isLive = false;
  #isPulled = false;
  #isScheduled = false;
  #end: SubscriptionEnd | null = null;
  #isStopped = false;

  constructor(opening: Promise<ReadCall>, beginMs: number, listener: SubscriptionListener) {
    this.#listener = listener;
    this.#beginning = setTimeout(() => this.#finish('lost'), beginMs);
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

  /** Ends it from this side, without a word to the listener. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #begin(call: ReadCall): void {
    this.#call = call;
    call.on('data', (response: streams.ReadResp) => this.#take(response));
    call.on('error', (error: unknown) => this.#finish(isTooSlow(error) ? 'too_slow' : 'lost'));
    call.on('end', () => this.#finish('lost'));
    call.on('close', () => this.#finish('lost'));
    if (this.#isStopped || this.#end !== null) this.#cancel();
  }

  #take(response: streams.ReadResp): void {
    clearTimeout(this.#beginning);
    this.#listener.heard();
    if (this.#isStopped || this.#end !== null) return;
    if (response.hasEvent()) this.#takeEvent(response);
    else if (response.hasCheckpoint()) this.#batch().upTo = placeOfCheckpoint(response);
    else if (response.hasCaughtUp()) this.#drewLevel();
    else if (response.hasFellBehind()) this.#isLive = false;
    else return;
    this.#bound();
    this.#schedule();
  }

  #takeEvent(response: streams.ReadResp): void {
    const batch = this.#batch();
    batch.upTo = placeOfResponse(response);
    const row = rowOf(response);
    if (row === null) return;
    for (const field of row) batch.rows.push(field);
    const characters = String(row.at(-1)).length + String(row.at(-2)).length;
    batch.characters += characters;
    this.#heldEvents += 1;
    this.#heldCharacters += characters;
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
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#handOver();
    });
  }

  #handOver(): void {
    if (this.#isStopped) return;
    this.#isPulled = false;
    const batch = this.#held.shift();
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
    clearTimeout(this.#beginning);
    const call = this.#call;
    if (call !== null) setImmediate(() => call.cancel());
  }
}
