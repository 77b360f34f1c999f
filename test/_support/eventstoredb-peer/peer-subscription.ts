import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { isOver, send, startOf, whatComesFirst, type ReadCall } from './peer-calls.ts';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  fellBehindMessage,
  filterOf,
  tooSlow,
} from './wire.ts';
import type { PeerEvent, PeerPosition, PeerStore } from './peer-store.ts';

/** Events looked through between two checkpoints of a filtered subscription. */
const CHECKPOINT_EVENTS = 1_024;
/** A subscription passes over some 450 events a millisecond, as a live 23.10.6 was measured. */
const PASSED_OVER_AT_ONCE = 4_500;
const PASSED_OVER_MS = 10;
/** What a server holds for a live subscription, as a live 23.10.6 was measured. */
export const LIVE_MESSAGES_MAX = 32;
/** What a server reads of the log at once for a subscription that catches up. */
const PAGE_EVENTS = 32;

export interface LiveOptions {
  readonly liveMessagesMax: number;
  /** Called for each event that is looked at, whether it passes or not. */
  onLook(): void;
  onLastPage(): void;
}

/**
 * A subscription to the whole log. While it catches up, a client that takes nothing holds it up. From its last page on, the
 * server holds a few messages for it. With the next one a server 23.10 ends it, and a later one has it catch up again.
 */
export class PeerSubscription {
  readonly #store: PeerStore;
  readonly #call: ReadCall;
  readonly #options: streams.ReadReq.Options;
  readonly #passes: (event: PeerEvent) => boolean;
  readonly #live: LiveOptions;
  #last: PeerPosition | null;
  #passedOver = 0;

  constructor(store: PeerStore, call: ReadCall, options: streams.ReadReq.Options, live: LiveOptions) {
    this.#store = store;
    this.#call = call;
    this.#options = options;
    this.#passes = filterOf(options);
    this.#live = live;
    this.#last = options.getAll()?.hasPosition() === true ? startOf(options) : null;
  }

  async run(): Promise<void> {
    const call = this.#call;
    await send(call, confirmationMessage(randomUUID()));
    for (;;) {
      await this.#catchUp();
      if (isOver(call)) return;
      await this.#goLive();
      if (isOver(call)) return;
      if (this.#store.profile.cutsLive) {
        call.emit('error', tooSlow());
        return;
      }
      await send(call, fellBehindMessage());
    }
  }

  /** All but the last page. */
  async #catchUp(): Promise<void> {
    let paidFor = this.#passedOver;
    while (this.#store.countFrom(this.#next()) > PAGE_EVENTS) {
      for (const message of this.#page()) {
        await send(this.#call, message);
        if (isOver(this.#call)) return;
      }
      if (this.#passedOver < paidFor + PASSED_OVER_AT_ONCE) continue;
      paidFor = this.#passedOver;
      await pause(PASSED_OVER_MS);
      if (isOver(this.#call)) return;
    }
  }

  /**
   * The last page, and then what is written. What the client does not take meanwhile is held. Ends when that is too much,
   * after which `#last` is before it, or when the call is over.
   */
  async #goLive(): Promise<void> {
    const call = this.#call;
    const page = [...this.#page(), caughtUpMessage()];
    const held: { readonly message: streams.ReadResp; readonly before: PeerPosition | null }[] = [];
    let isTaking = false;
    let isBehind = false;
    const pump = (): void => {
      isTaking = true;
      while (isTaking && held.length > 0 && !isOver(call)) {
        const next = held.shift();
        if (next !== undefined) isTaking = call.write(next.message);
      }
    };
    const ended = whatComesFirst(call, ['cancelled', 'close', 'finish'], (resolve) =>
      this.#store.onGrowth(() => {
        for (const event of isBehind ? [] : this.#pending()) {
          const before = this.#last;
          const message = this.#messageOf(event);
          if (message === null) continue;
          held.push({ message, before });
          if (isTaking) pump();
          if (held.length <= this.#live.liveMessagesMax) continue;
          isBehind = true;
          this.#last = held[0]?.before ?? null;
          held.length = 0;
          resolve();
          return;
        }
      }),
    );
    this.#live.onLastPage();
    const paged = this.#sendAll(page).then(() => {
      call.on('drain', pump);
      pump();
    });
    await ended;
    call.off('drain', pump);
    if (!this.#store.profile.cutsLive) await paged;
  }

  async #sendAll(messages: readonly streams.ReadResp[]): Promise<void> {
    for (const message of messages) await send(this.#call, message);
  }

  /** What a client is told of an event; `null`: nothing. */
  #messageOf(event: PeerEvent): streams.ReadResp | null {
    this.#last = event.position;
    this.#live.onLook();
    if (this.#passes(event)) return eventMessage(event);
    if (!this.#options.hasFilter()) return null;
    this.#passedOver += 1;
    return this.#passedOver % CHECKPOINT_EVENTS === 0 ? checkpointMessage(event.position) : null;
  }

  /** What a client is told of the next page. */
  #page(): readonly streams.ReadResp[] {
    const messages: streams.ReadResp[] = [];
    let events = 0;
    for (const event of this.#pending()) {
      const message = this.#messageOf(event);
      if (message !== null) messages.push(message);
      events += 1;
      if (events === PAGE_EVENTS) break;
    }
    return messages;
  }

  #next(): PeerPosition | null {
    const last = this.#last;
    return last === null ? null : { commit: last.commit, prepare: last.prepare + 1 };
  }

  #pending(): Iterable<PeerEvent> {
    return this.#store.from(this.#next());
  }
}
