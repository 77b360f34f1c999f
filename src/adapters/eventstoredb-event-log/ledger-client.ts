import { EventStoreDBClient } from '@eventstore/db-client';
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { readMessageOf, type ReadMessage } from './read-message.ts';
import type { ClientReadableStream } from '@grpc/grpc-js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Certificates, WorkerOptions } from './messages.ts';

/** The constructor has three overloads; `ConstructorParameters` sees only the last. */
type Settings = ConstructorParameters<typeof EventStoreDBClient>[0];

const discoverAttemptsMax = 3;
const gossipTimeoutSeconds = 1;

/** Calls have no deadline: their callers watch over them and end them. */
const noDeadline = { deadline: Infinity };
const fromLeader = { requiresLeader: true };

/** A call that can be cancelled from this side. */
export type ReadCall = ClientReadableStream<ReadMessage>;
export type BatchCall = Awaited<ReturnType<LedgerClient['batchAppend']>>;

/**
 * The client, used for its connection: discovery, credentials, and reconnecting when the leader moves. Reads and
 * appends use its generated protocol instead of its functions, because those parse events, so that text does not come
 * back unchanged; match answers to appends in one table for all connections, which one broken stream empties; and keep
 * an append waiting forever when a server ends a stream without an answer.
 */
export class LedgerClient extends EventStoreDBClient {
  readonly #callTimeoutMs: number;
  /** When anything last came from the engine, by `performance.now()`; set by {@link LedgerClient.heard}. */
  heardAtMs = 0;

  constructor({ connection, certificates, callTimeoutMs }: WorkerOptions) {
    super(
      settingsOf(connection, callTimeoutMs) as Settings,
      { insecure: !connection.isSecure, ...channelCredentials(certificates) },
      connection.credentials ?? undefined,
    );
    this.#callTimeoutMs = callTimeoutMs;
  }

  heard(): void {
    this.heardAtMs = performance.now();
  }

  /** A page or a subscription, answered by the leader. */
  read(request: streams.ReadReq): Promise<ReadCall> {
    const { path, requestSerialize } = streamServices.StreamsService.read;
    return this.GRPCStreamCreator(streamServices.StreamsClient, 'read', (client) =>
      client.makeServerStreamRequest(
        path,
        requestSerialize,
        readMessageOf,
        request,
        ...this.callArguments(fromLeader, noDeadline),
      ),
    )();
  }

  /** A new stream of appends to the leader. */
  batchAppend() {
    return this.GRPCStreamCreator(streamServices.StreamsClient, 'batchAppend', (client) =>
      client.batchAppend(...this.callArguments(fromLeader, noDeadline)),
    )();
  }

  /** Deletion options beside the expected revision. */
  get deletion(): { readonly requiresLeader: true; readonly deadline: number } {
    return { requiresLeader: true, deadline: this.#callTimeoutMs };
  }
}

function settingsOf(
  { hosts, isDiscovered, ...connection }: WorkerOptions['connection'],
  callTimeoutMs: number,
): object {
  const discovery = {
    maxDiscoverAttempts: discoverAttemptsMax,
    gossipTimeout: gossipTimeoutSeconds,
    nodePreference: 'leader' as const,
  };
  const settings = {
    keepAliveInterval: connection.keepAliveIntervalMs,
    keepAliveTimeout: connection.keepAliveTimeoutMs,
    defaultDeadline: callTimeoutMs,
    ...(connection.connectionName === null ? {} : { connectionName: connection.connectionName }),
  };
  if (isDiscovered) return { ...settings, ...discovery, discover: hosts[0] };
  return hosts.length > 1 ? { ...settings, ...discovery, endpoints: [...hosts] } : { ...settings, endpoint: hosts[0] };
}

function channelCredentials({ authority, userCertificate, userKey }: Certificates) {
  return {
    ...(authority === null ? {} : { rootCertificate: Buffer.from(authority) }),
    ...(userCertificate === null ? {} : { userCertFile: Buffer.from(userCertificate) }),
    ...(userKey === null ? {} : { userKeyFile: Buffer.from(userKey) }),
  };
}
