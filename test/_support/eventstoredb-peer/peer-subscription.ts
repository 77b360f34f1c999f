import { randomUUID } from 'node:crypto';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { isOver, send, startOf, whatComesFirst, type ReadCall } from './peer-calls.ts';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage, filterOf, tooSlow } from './wire.ts';
import type { PeerEvent, PeerPosition, PeerStore } from './peer-store.ts';

/** Events looked through between two checkpoints of a filtered subscription. */
const CHECKPOINT_EVENTS = 1_024;
/** What a server holds for a live subscription, as a live 23.10.6 was measured. */
export const LIVE_MESSAGES_MAX = 32;

/**
 * A subscription to the whole log. While it catches up, a client that takes nothing holds it up. While it is live, the
 * server holds a few messages for it, and ends it with the next one, in the words of a server 23.10.
 */
export class PeerSubscription {
  readonly #store: PeerStore;
  readonly #call: ReadCall;
  readonly #options: streams.ReadReq.Options;
  readonly #passes: (event: PeerEvent) => boolean;
  readonly #liveMessagesMax: number;
  #last: PeerPosition | null;
  #passedOver = 0;

  constructor(store: PeerStore, call: ReadCall, options: streams.ReadReq.Options, liveMessagesMax: number) {
    this.#store = store;
    this.#call = call;
    this.#options = options;
    this.#passes = filterOf(options);
    this.#liveMessagesMax = liveMessagesMax;
    this.#last = options.getAll()?.hasPosition() === true ? startOf(options) : null;
  }

  async run(): Promise<void> {
    await send(this.#call, confirmationMessage(randomUUID()));
    await this.#catchUp();
    if (isOver(this.#call)) return;
    const live = this.#live();
    await send(this.#call, caughtUpMessage());
    await live;
  }

  async #catchUp(): Promise<void> {
    for (let isLevel = false; !isLevel && !isOver(this.#call);) {
      isLevel = true;
      for (const event of this.#pending()) {
        if (isOver(this.#call)) return;
        isLevel = false;
        const message = this.#messageOf(event);
        if (message !== null) await send(this.#call, message);
      }
    }
  }

  /** Holds what the client does not take, up to the bound. */
  async #live(): Promise<void> {
    const call = this.#call;
    const held: streams.ReadResp[] = [];
    let isTaking = true;
    const pump = (): void => {
      isTaking = true;
      while (isTaking && held.length > 0 && !isOver(call)) {
        const message = held.shift();
        if (message !== undefined) isTaking = call.write(message);
      }
    };
    call.on('drain', pump);
    await whatComesFirst(call, ['cancelled', 'close', 'finish'], (resolve) =>
      this.#store.onGrowth(() => {
        for (const event of this.#pending()) {
          const message = this.#messageOf(event);
          if (message === null) continue;
          held.push(message);
          if (isTaking) pump();
          if (held.length > this.#liveMessagesMax && !isOver(call)) {
            call.emit('error', tooSlow());
            resolve();
            return;
          }
        }
      }),
    );
    call.off('drain', pump);
  }

  /** What a client is told of an event; `null`: nothing. */
  #messageOf(event: PeerEvent): streams.ReadResp | null {
    this.#last = event.position;
    if (this.#passes(event)) return eventMessage(event);
    if (!this.#options.hasFilter()) return null;
    this.#passedOver += 1;
    return this.#passedOver % CHECKPOINT_EVENTS === 0 ? checkpointMessage(event.position) : null;
  }

  #pending(): Iterable<PeerEvent> {
    const last = this.#last;
    return this.#store.from(last === null ? null : { commit: last.commit, prepare: last.prepare + 1 });
  }
}
