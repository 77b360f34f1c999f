import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { PeerPosition } from './peer-store.ts';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

const START: PeerPosition = { commit: 0, prepare: 0 };

export function isOver(call: ReadCall): boolean {
  return call.cancelled || call.destroyed || call.writableEnded;
}

/** Where a call on the whole log begins. */
export function startOf(options: streams.ReadReq.Options): PeerPosition {
  const at = options.getAll()?.getPosition();
  if (at === undefined) return START;
  return { commit: Number(at.getCommitPosition()), prepare: Number(at.getPreparePosition()) };
}

/** Writes one message, and waits while the client takes no more. */
export async function send(call: ReadCall, message: streams.ReadResp): Promise<void> {
  if (isOver(call) || call.write(message)) return;
  await whatComesFirst(call, ['drain', 'cancelled', 'close', 'finish']);
}

export async function whatComesFirst(
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
