import { rowOf } from './protocol-requests.ts';
import { ROW_FIELDS } from './messages.ts';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadCall } from './ledger-client.ts';
import type { RowFields } from './messages.ts';

/** Events held here; beyond that the engine is held up. */
const HELD_EVENTS_MAX = 1_000;

interface Batch {
  rows: RowFields;
  /** Everything appended before has been handed over. */
  isLevel: boolean;
}

/** Whom a subscription tells what. */
export interface SubscriptionListener {
  batch(rows: RowFields, isLevel: boolean): void;
  /** Comes once, however the subscription ended. */
  ended(): void;
}

/**
 * A subscription to the log, handed over batch by batch as it is pulled. It never comes back by itself: `error`, `end`,
 * `close` and a silence at the beginning all end it.
 */
export class LogSubscription {
  readonly #listener: SubscriptionListener;
  readonly #beginning: NodeJS.Timeout;
  #call: ReadCall | null = null;
  #held: Batch[] = [];
  #isPulled = false;
  #isScheduled = false;
  #isOver = false;

  constructor(opening: Promise<ReadCall>, beginMs: number, listener: SubscriptionListener) {
    this.#listener = listener;
    this.#beginning = setTimeout(() => this.#end(), beginMs);
    opening.then(
      (call) => this.#begin(call),
      () => this.#end(),
    );
  }

  /** Asks for one batch. */
  pull(): void {
    this.#isPulled = true;
    this.#schedule();
  }

  /** Ends it from this side, without a word to the listener. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#beginning);
    const call = this.#call;
    if (call !== null) setImmediate(() => call.cancel());
  }

  #begin(call: ReadCall): void {
    this.#call = call;
    call.on('data', (response: streams.ReadResp) => this.#take(response));
    call.on('error', () => this.#end());
    call.on('end', () => this.#end());
    call.on('close', () => this.#end());
    if (this.#isOver) this.stop();
  }

  #take(response: streams.ReadResp): void {
    clearTimeout(this.#beginning);
    const row = rowOf(response);
    if (row !== null) this.#batch().rows.push(...row);
    else if (response.hasCaughtUp()) this.#batch().isLevel = true;
    else return;
    if (this.#heldEvents() >= HELD_EVENTS_MAX) this.#call?.pause();
    this.#schedule();
  }

  /** The batch that is being filled. */
  #batch(): Batch {
    const last = this.#held.at(-1);
    const isOpen = last !== undefined && !last.isLevel && last.rows.length < HELD_EVENTS_MAX * ROW_FIELDS;
    if (isOpen) return last;
    const batch = { rows: [], isLevel: false };
    this.#held.push(batch);
    return batch;
  }

  #heldEvents(): number {
    return this.#held.reduce((sum, { rows }) => sum + rows.length, 0) / ROW_FIELDS;
  }

  // At the end of this turn of the event loop, so that what arrived in it goes over together.
  #schedule(): void {
    if (!this.#isPulled || this.#held.length === 0 || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#handOver();
    });
  }

  #handOver(): void {
    const batch = this.#held.shift();
    if (batch === undefined || this.#isOver) return;
    this.#isPulled = false;
    this.#listener.batch(batch.rows, batch.isLevel);
    if (this.#heldEvents() < HELD_EVENTS_MAX) this.#call?.resume();
  }

  #end(): void {
    if (this.#isOver) return;
    this.stop();
    this.#listener.ended();
  }
}
