import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  fellBehindMessage,
  filterOf,
  nameOf,
  notFoundMessage,
  peerError,
  streamDeleted,
} from './wire.ts';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { PeerEvent, PeerPosition, PeerStore } from './peer-store.ts';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

/** Events looked through between two checkpoints of a filtered subscription. */
const CHECKPOINT_EVENTS = 32;
/** A live subscription that lags so far goes back to catching up. */
const LIVE_LAG_MAX = 1_000;
const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;
const START: PeerPosition = { commit: 0, prepare: 0 };

/** Answers the Read call: pages and subscriptions. */
export async function answerRead(store: PeerStore, call: ReadCall, subscriptions: Set<ReadCall>): Promise<void> {
  const options = call.request.getOptions();
  if (options === undefined) {
    call.emit('error', peerError(status.INVALID_ARGUMENT, 'no options'));
  } else if (options.hasSubscription()) {
    subscriptions.add(call);
    await subscribe(store, call, options);
    subscriptions.delete(call);
  } else if (options.hasStream()) {
    await readStream(store, call, options);
  } else {
    await readAll(store, call, options);
  }
}

async function readStream(store: PeerStore, call: ReadCall, options: streams.ReadReq.Options): Promise<void> {
  const from = options.getStream();
  const stream = nameOf(from?.getStreamIdentifier());
  const isBackwards = options.getReadDirection() === BACKWARDS;
  const revision = from?.hasRevision() === true ? Number(from.getRevision()) : isBackwards ? Infinity : 0;
  const events = store.read(stream, revision, Number(options.getCount()), isBackwards);
  if (events === 'deleted') {
    call.emit('error', streamDeleted(stream));
    return;
  }
  if (events === 'not_found') await send(call, notFoundMessage(stream));
  else for (const event of events) await send(call, eventMessage(event));
  call.end();
}

async function readAll(store: PeerStore, call: ReadCall, options: streams.ReadReq.Options): Promise<void> {
  const passes = filterOf(options);
  const count = Number(options.getCount());
  const isBackwards = options.getReadDirection() === BACKWARDS;
  const log = isBackwards ? store.log.toReversed() : store.log.slice(store.indexFrom(startOf(options)));
  let sent = 0;
  for (const event of log) {
    if (sent >= count || call.cancelled) break;
    if (!passes(event)) continue;
    sent += 1;
    await send(call, eventMessage(event));
  }
  call.end();
}

async function subscribe(store: PeerStore, call: ReadCall, options: streams.ReadReq.Options): Promise<void> {
  const passes = filterOf(options);
  await send(call, confirmationMessage(randomUUID()));
  let last: PeerPosition | null = options.getAll()?.hasPosition() === true ? startOf(options) : null;
  let isLive = false;
  let passedOver = 0;
  while (!isOver(call)) {
    const pending = eventsAfter(store, last);
    if (isLive && pending.length > LIVE_LAG_MAX) {
      isLive = false;
      await send(call, fellBehindMessage());
    }
    for (const event of pending) {
      if (isOver(call)) return;
      last = event.position;
      if (passes(event)) await send(call, eventMessage(event));
      else if (options.hasFilter() && (passedOver += 1) % CHECKPOINT_EVENTS === 0) {
        await send(call, checkpointMessage(event.position));
      }
    }
    if (pending.length > 0) continue;
    if (isLive) await growth(store, call);
    else await send(call, caughtUpMessage());
    isLive = true;
  }
}

function isOver(call: ReadCall): boolean {
  return call.cancelled || call.destroyed || call.writableEnded;
}

/** Settles at the next write, or when the call is over. */
function growth(store: PeerStore, call: ReadCall): Promise<void> {
  return whatComesFirst(call, ['cancelled', 'close', 'finish'], (resolve) => store.onGrowth(resolve));
}

function eventsAfter(store: PeerStore, last: PeerPosition | null): readonly PeerEvent[] {
  if (last === null) return store.log.slice();
  return store.log.slice(store.indexFrom({ commit: last.commit, prepare: last.prepare + 1 }));
}

function startOf(options: streams.ReadReq.Options): PeerPosition {
  const at = options.getAll()?.getPosition();
  if (at === undefined) return START;
  return { commit: Number(at.getCommitPosition()), prepare: Number(at.getPreparePosition()) };
}

async function send(call: ReadCall, message: streams.ReadResp): Promise<void> {
  if (isOver(call) || call.write(message)) return;
  await whatComesFirst(call, ['drain', 'cancelled', 'close', 'finish']);
}

async function whatComesFirst(
  call: ReadCall,
  names: readonly string[],
  listen: (resolve: () => void) => () => void = () => () => undefined,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = listen(resolve);
  for (const name of names) call.on(name, resolve);
  await promise;
  for (const name of names) call.off(name, resolve);
  stop();
}
