import { EventStoreDBClient } from '@eventstore/db-client';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { isTooSlow } from './engine-failure.ts';
import { addressesOf, discoverBy, LeaderSearch, LeaderUnknown, type SeedNode } from './leader-search.ts';
import { readMessageOf, type ReadMessage } from './read-message.ts';
import type { ClientDuplexStream, ClientReadableStream } from '@grpc/grpc-js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ClusterConnection, ClusterMember } from './cluster-lookout.ts';
import type { Certificates, RemoteWorkerOptions } from './messages.ts';

/** The constructor has three overloads; `ConstructorParameters` sees only the last. */
type Settings = ConstructorParameters<typeof EventStoreDBClient>[0];

/** How long a node may take to tell what it knows of its cluster: when a leader is sought, and while the leader is silent. */
const seedMembersMs = 1_000;
const membersMs = 500;

/** Calls have no deadline: their callers watch over them and end them. */
const noDeadline = { deadline: Infinity };
const fromLeader = { requiresLeader: true };

/** A call that can be cancelled from this side. */
export type ReadCall = ClientReadableStream<ReadMessage>;
export type BatchCall = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

/**
 * The client, used for its connection: credentials, and reconnecting when the leader moves. Reads and
 * appends use its generated protocol instead of its functions, because those parse events, so that text does not come
 * back unchanged; match answers to appends in one table for all connections, which one broken stream empties; and keep
 * an append waiting forever when a server ends a stream without an answer.
 */
export class LedgerClient extends EventStoreDBClient implements ClusterConnection {
  readonly #callTimeoutMs: number;
  readonly #onCut: () => void;
  readonly #credentials: grpc.ChannelCredentials;
  readonly #open = new Set<ReadCall | BatchCall>();
  /** When anything last came from the engine, by `performance.now()`; set by {@link LedgerClient.heard}. */
  heardAtMs = 0;

  /** `onCut`: called when the engine ends a subscription because its consumer is too slow, whatever it was read for. */
  constructor({ connection, certificates, callTimeoutMs }: RemoteWorkerOptions, onCut: () => void = () => undefined) {
    super(
      settingsOf(connection, callTimeoutMs) as Settings,
      { insecure: !connection.isSecure, ...channelCredentials(certificates) },
      connection.credentials ?? undefined,
    );
    this.#callTimeoutMs = callTimeoutMs;
    this.#onCut = onCut;
    // When calls break together, the client waits here, unawaited, for the channel that one of them has begun to search. A
    // search in vain is told to whoever asked for the channel; here it would end the thread.
    const giveUp = this.handleError;
    this.handleError = (client, error) =>
      giveUp(client, error).catch((reason: unknown) => {
        if (!(reason instanceof LeaderUnknown)) throw reason;
      });
    this.#credentials = connection.isSecure ? secured(certificates) : grpc.credentials.createInsecure();
    const membersAt = (seed: SeedNode): ReturnType<LedgerClient['membersAt']> =>
      this.membersBehind(seed, seedMembersMs);
    discoverBy(new LeaderSearch(connection.hosts, { addressesOf, membersAt }));
  }

  heard(): void {
    this.heardAtMs = performance.now();
  }

  /** A page or a subscription, answered by the leader. */
  async read(request: streams.ReadReq): Promise<ReadCall> {
    const { path, requestSerialize } = streamServices.StreamsService.read;
    const begin = this.GRPCStreamCreator(streamServices.StreamsClient, 'read', (client) =>
      client.makeServerStreamRequest(
        path,
        requestSerialize,
        readMessageOf,
        request,
        ...this.callArguments(fromLeader, noDeadline),
      ),
    );
    const call = this.#noted(await begin());
    if (request.getOptions()?.hasSubscription() === true) {
      call.once('error', (error) => {
        if (isTooSlow(error)) this.#onCut();
      });
    }
    return call;
  }

  /** A new stream of appends to the leader. */
  async batchAppend(): Promise<BatchCall> {
    const begin = this.GRPCStreamCreator(streamServices.StreamsClient, 'batchAppend', (client) =>
      client.batchAppend(...this.callArguments(fromLeader, noDeadline)),
    );
    return this.#noted(await begin());
  }

  /** See {@link ClusterConnection}. */
  async presentNode(): Promise<string> {
    return (await this.getChannel()).getTarget().replace(/^dns:/, '');
  }

  /** See {@link ClusterConnection}. */
  membersAt(node: string): Promise<readonly ClusterMember[]> {
    return this.membersBehind({ node, name: null }, membersMs);
  }

  /** What a node knows of its cluster. Its certificate is checked by the name. Raises when there is no answer in `waitMs`. */
  membersBehind({ node, name }: SeedNode, waitMs: number): Promise<readonly ClusterMember[]> {
    const named = name === null ? {} : { 'grpc.ssl_target_name_override': name, 'grpc.default_authority': name };
    const client = new gossipServices.GossipClient(node, this.#credentials, named);
    const [metadata, options] = this.callArguments({}, { deadline: Date.now() + waitMs });
    return new Promise((resolve, reject) => {
      client.read(new shared.Empty(), metadata, options, (error, cluster) => {
        client.close();
        if (error === null) resolve(cluster.getMembersList().map(memberOf));
        else reject(error);
      });
    });
  }

  /** See {@link ClusterConnection}. As when a node names another as the leader; calls break as cancelled. */
  async moveTo(node: string): Promise<void> {
    const channel = await this.getChannel();
    const colon = node.lastIndexOf(':');
    const metadata = new grpc.Metadata();
    metadata.set('exception', 'not-leader');
    metadata.set('leader-endpoint-host', node.slice(0, colon));
    metadata.set('leader-endpoint-port', node.slice(colon + 1));
    const redirection = Object.assign(new Error('another node leads'), { code: grpc.status.NOT_FOUND, metadata });
    const onChannel = new streamServices.StreamsClient(node, this.#credentials, { channelOverride: channel });
    await this.handleError(onChannel, redirection);
    for (const call of this.#open) call.cancel();
  }

  #noted<Call extends ReadCall | BatchCall>(call: Call): Call {
    this.#open.add(call);
    for (const end of ['end', 'error', 'close']) call.once(end, () => this.#open.delete(call));
    return call;
  }

  /** Deletion options beside the expected revision. */
  get deletion(): { readonly requiresLeader: true; readonly deadline: number } {
    return { requiresLeader: true, deadline: this.#callTimeoutMs };
  }
}

function settingsOf(
  { hosts, isDiscovered, ...connection }: RemoteWorkerOptions['connection'],
  callTimeoutMs: number,
): object {
  const settings = {
    keepAliveInterval: connection.keepAliveIntervalMs,
    keepAliveTimeout: connection.keepAliveTimeoutMs,
    defaultDeadline: callTimeoutMs,
    ...(connection.connectionName === null ? {} : { connectionName: connection.connectionName }),
  };
  // A search takes the place of the client's own discovery: see `LeaderSearch`.
  return isDiscovered || hosts.length > 1
    ? { ...settings, endpoints: [...hosts] }
    : { ...settings, endpoint: hosts[0] };
}

function channelCredentials({ authority, userCertificate, userKey }: Certificates) {
  return {
    ...(authority === null ? {} : { rootCertificate: Buffer.from(authority) }),
    ...(userCertificate === null ? {} : { userCertFile: Buffer.from(userCertificate) }),
    ...(userKey === null ? {} : { userKeyFile: Buffer.from(userKey) }),
  };
}

function secured({ authority, userCertificate, userKey }: Certificates): grpc.ChannelCredentials {
  const [root, key, certificate] = [authority, userKey, userCertificate].map((file) => file && Buffer.from(file));
  return grpc.credentials.createSsl(root, key, certificate);
}

function memberOf(member: gossip.MemberInfo): ClusterMember {
  const endpoint = member.getHttpEndPoint();
  return {
    node: `${endpoint?.getAddress()}:${endpoint?.getPort()}`,
    isAlive: member.getIsAlive(),
    isLeader: member.getState() === gossip.MemberInfo.VNodeState.LEADER,
  };
}
