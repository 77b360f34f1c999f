import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { PeerAppends } from './peer-appends.ts';
import { PeerCompression, type Compression } from './peer-compression.ts';
import { PeerLine } from './peer-line.ts';
import { answerRead } from './peer-reads.ts';
import { PeerStore } from './peer-store.ts';
import {
  accessDenied,
  checkpointMessage,
  expectationOf,
  nameOf,
  notLeader,
  notReady,
  peerError,
  streamDeleted,
  tooSlow,
  unauthenticated,
  wrongVersion,
} from './wire.ts';
import type { Metadata, sendUnaryData } from '@grpc/grpc-js';
import type { PeerExpectation, PeerPosition, PeerVerdict } from './peer-store.ts';
import type { PeerVersion } from './peer-version.ts';
import { LIVE_MESSAGES_MAX } from './peer-subscription.ts';
import type { ReadCall } from './peer-calls.ts';

export interface PeerOptions {
  /** What it behaves like, if it has a store of its own. Default: 23.10. */
  readonly version?: PeerVersion;
  /** Default: on request, if its version does that. */
  readonly compression?: Compression;
  /** Shared by the nodes of a cluster. Default: of its own. */
  readonly store?: PeerStore;
  /** Absent: this node leads. Else who does, and calls that require the leader are sent there. */
  readonly leaderPort?: number;
  /** Stands still for so long, again and again, all calls included: as a server with too few threads does. */
  readonly standStill?: { readonly everyMs: number; readonly forMs: number };
  /** Calls that it takes at once on one connection; more wait at the client. Default: as many as come. */
  readonly callsMax?: number;
  /** Speaks TLS. PEM texts. */
  readonly tls?: { readonly certificate: Buffer; readonly key: Buffer };
}

const HOST = '127.0.0.1';

/**
 * A server that speaks EventStoreDB's protocol, made from the client's own generated services. In memory, on loopback,
 * without TLS; it misbehaves on request: see {@link PeerAppends.fault}, {@link PeerLine} and the methods here.
 */
export class EventStoreDbPeer {
  readonly store: PeerStore;
  readonly appends: PeerAppends;
  readonly #server: Server;
  readonly #credentials: ServerCredentials;
  readonly #subscriptions = new Set<ReadCall>();
  #line: PeerLine | null = null;
  readonly #options: PeerOptions;
  #compression: PeerCompression | null = null;
  /** Who leads; `null`: this node. */
  leaderPort: number | null;
  /** Nodes vote: none leads, and gossip names none. */
  isVoting = false;
  /** What gossip says of it, whether it still answers or not. */
  isCalledAlive = true;
  /** All nodes that gossip tells of, this one among them; `null`: it is alone. */
  cluster: readonly EventStoreDbPeer[] | null = null;
  readonly #standStill: PeerOptions['standStill'];
  /** Reads of this stream are taken and never answered. */
  silentStream: string | null = null;
  /** How many reads were taken so. */
  silencedReads = 0;
  /** Calls of Read that neither side has ended. */
  openReads = 0;
  /** How long each page takes before its first word, milliseconds. */
  pageMs = 0;
  /** The highest that {@link openReads} was. */
  mostOpenReads = 0;
  /** Subscriptions are taken and never confirmed. */
  areSubscriptionsSilent = false;
  /** Subscriptions tell the place of their first event once more after every event, as a checkpoint. */
  areCheckpointsStale = false;
  /** Subscriptions, those of pages too, tell every event twice, and every third one once more after the next. */
  areEventsRepeated = false;
  /** Decides of every page how many messages it has before the call breaks; `null`: it does not. */
  pageCut: (() => number | null) | null = null;
  /** With which status such a call breaks. */
  cutCode: number = status.UNAVAILABLE;
  /** How many calls of Read came in, subscriptions among them. */
  reads = 0;
  /** How often this node was asked for the nodes of its cluster. */
  gossips = 0;
  /** Reads of the whole log with a filter: a server looks through everything for them, and says nothing meanwhile. */
  filteredReads = 0;
  /** Events of the whole log that reads and subscriptions looked at, passing or not. */
  looks = 0;
  /** Messages held for a live subscription that takes none; with one more it lags. */
  liveMessagesMax = LIVE_MESSAGES_MAX;
  /** Whether it accepts the user that a call names, by its header; without TLS none is named. */
  isKnown: (authorization: string) => boolean = () => true;
  /** Whether the user may read a stream, or `$all`. */
  mayRead: (stream: string) => boolean = () => true;
  /** Called when a subscription has read its last page and not yet sent it. */
  onLastPage: (() => void) | null = null;

  constructor(options: PeerOptions) {
    const { callsMax, version } = options;
    this.#options = options;
    this.#server = new Server(callsMax === undefined ? {} : { 'grpc.max_concurrent_streams': callsMax });
    this.leaderPort = options.leaderPort ?? null;
    this.#standStill = options.standStill;
    this.#credentials = credentialsOf(options.tls);
    this.store = options.store ?? new PeerStore(version === undefined ? {} : { version });
    this.appends = new PeerAppends(this.store);
    this.appends.redirect = () => this.#elsewhere();
  }

  get line(): PeerLine {
    if (this.#line === null) throw new Error('the peer was not started');
    return this.#line;
  }

  /** What calls ask of its answers. */
  get compression(): PeerCompression {
    if (this.#compression === null) throw new Error('the peer was not started');
    return this.#compression;
  }

  get connectionString(): string {
    return `esdb://${HOST}:${this.line.port}?tls=false`;
  }

  /** Past the line, for measurements. */
  get directConnectionString(): string {
    return `esdb://${HOST}:${this.line.targetPort}?tls=false`;
  }

  async start(): Promise<void> {
    this.#serve();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#server.bindAsync(`${HOST}:0`, this.#credentials, (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
    const port = await promise;
    const compression = this.store.profile.compresses ? 'on request' : 'never';
    this.#compression = new PeerCompression(port, this.#options.compression ?? compression);
    this.#line = new PeerLine(port);
    await this.#line.open();
    if (this.#standStill !== undefined) this.#line.standStillAgainAndAgain(this.#standStill);
  }

  /** A crash and a start: connections end, what is on the disk stays, the memory of recent writes goes. */
  async restart(downMs: number): Promise<void> {
    await this.line.cut();
    this.store.forgetRecentWrites();
    await new Promise((resolve) => setTimeout(resolve, downMs));
    await this.line.open();
  }

  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Every open subscription stays open and tells nothing more; later ones do. Returns how many. */
  muteOpenSubscriptions(): number {
    for (const call of this.#subscriptions) call.write = () => true;
    return this.#subscriptions.size;
  }

  /** Ends every subscription: as a server that shuts down does, or with an error. */
  endSubscriptions(how: 'end' | 'error' | 'too slow' | 'not leader'): void {
    for (const call of this.#subscriptions) {
      if (how === 'end') call.end();
      else if (how === 'not leader') call.emit('error', notLeader(HOST, this.leaderPort ?? this.line.port));
      else if (how === 'error') call.emit('error', peerError(status.INTERNAL, 'the subscription broke'));
      else call.emit('error', tooSlow());
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#line?.cut();
    this.#server.forceShutdown();
    this.#compression?.[Symbol.dispose]();
  }

  #serve(): void {
    this.#server.addService(streamServices.StreamsService, {
      read: (call: ReadCall) => void this.#read(call),
      batchAppend: (call: Parameters<PeerAppends['answerBatch']>[0]) => {
        if (!this.#refuse(call) && !this.#redirect(call)) this.appends.answerBatch(call);
      },
      delete: (call: { readonly request: streams.DeleteReq }, callback: sendUnaryData<streams.DeleteResp>) => {
        const [stream, expected] = target(call.request.getOptions());
        const refusal = refusalOf(stream, expected, this.store.delete(stream, expected));
        if (refusal === null) callback(null, new streams.DeleteResp());
        else callback(refusal);
      },
      tombstone: (call: { readonly request: streams.TombstoneReq }, callback: sendUnaryData<streams.TombstoneResp>) => {
        const [stream, expected] = target(call.request.getOptions());
        const refusal = refusalOf(stream, expected, this.store.tombstone(stream, expected));
        if (refusal === null) callback(null, new streams.TombstoneResp());
        else callback(refusal);
      },
    });
    this.#server.addService(gossipServices.GossipService, {
      read: (_: unknown, callback: sendUnaryData<gossip.ClusterInfo>) => {
        this.gossips += 1;
        const leaderPort = this.leaderPort ?? this.line.port;
        callback(null, clusterOf(this.cluster ?? [this], this.isVoting ? null : leaderPort));
      },
    });
  }

  async #read(call: ReadCall): Promise<void> {
    this.reads += 1;
    this.openReads += 1;
    this.mostOpenReads = Math.max(this.mostOpenReads, this.openReads);
    call.once('close', () => (this.openReads -= 1));
    const stream = call.request.getOptions()?.getStream();
    if (this.#refuse(call)) return;
    if (!this.mayRead(stream === undefined ? '$all' : nameOf(stream.getStreamIdentifier()))) {
      call.emit('error', accessDenied());
      return;
    }
    if (stream !== undefined && nameOf(stream.getStreamIdentifier()) === this.silentStream) {
      this.silencedReads += 1;
      return;
    }
    const isSubscription = call.request.getOptions()?.hasSubscription() === true;
    if (!isSubscription && call.request.getOptions()?.hasFilter() === true) this.filteredReads += 1;
    if ((isSubscription && this.areSubscriptionsSilent) || this.#redirect(call)) return;
    const cutAfter = isSubscription ? null : (this.pageCut?.() ?? null);
    if (cutAfter !== null) breakAfter(call, cutAfter, this.cutCode);
    if (!isSubscription && this.pageMs > 0) await pause(this.pageMs);
    if (isSubscription) this.#repeatFirstPlace(call);
    await answerRead(this.store, call, this.#subscriptions, {
      liveMessagesMax: this.liveMessagesMax,
      onLook: () => (this.looks += 1),
      onLastPage: () => this.onLastPage?.(),
    });
  }

  #repeatFirstPlace(call: ReadCall): void {
    const write = call.write.bind(call);
    let first: PeerPosition | null = null;
    let before: streams.ReadResp | null = null;
    let told = 0;
    call.write = (message: streams.ReadResp) => {
      const isTaken = write(message);
      const event = message.getEvent()?.getEvent();
      if (event === undefined) return isTaken;
      first ??= { commit: Number(event.getCommitPosition()), prepare: Number(event.getPreparePosition()) };
      if (this.areEventsRepeated) {
        write(message);
        if (before !== null) write(before);
        before = told % 3 === 0 ? message : null;
        told += 1;
      }
      return this.areCheckpointsStale ? write(checkpointMessage(first)) : isTaken;
    };
  }

  /** Of a user that it does not know. */
  #refuse(call: { readonly metadata: Metadata; emit(event: 'error', error: object): boolean }): boolean {
    if (this.isKnown(String(call.metadata.get('authorization')[0] ?? ''))) return false;
    call.emit('error', unauthenticated());
    return true;
  }

  #redirect(call: { readonly metadata: Metadata; emit(event: 'error', error: object): boolean }): boolean {
    const elsewhere = this.#elsewhere();
    if (elsewhere === null || call.metadata.get('requires-leader')[0] !== 'true') return false;
    call.emit('error', elsewhere);
    return true;
  }

  /** Where the leader is; `null`: here. */
  #elsewhere(): ReturnType<typeof peerError> | null {
    if (this.isVoting) return notReady();
    return this.leaderPort === null ? null : notLeader(HOST, this.leaderPort);
  }
}

/** Starts a peer on a free port. */
export async function startPeer(options: PeerOptions = {}): Promise<EventStoreDbPeer> {
  const peer = new EventStoreDbPeer(options);
  await peer.start();
  return peer;
}

/** Resolves when so many subscriptions run. */
export async function subscribed(peer: EventStoreDbPeer, count: number): Promise<void> {
  while (peer.subscriptions < count) await once(AbortSignal.timeout(10), 'abort');
}

/** Lets so many messages through; with the next one, or at its end, the call breaks. */
function breakAfter(call: ReadCall, messages: number, code: number): void {
  const write = call.write.bind(call);
  const end = call.end.bind(call);
  let written = 0;
  let isBroken = false;
  const breakOnce = (): ReadCall => {
    if (isBroken) return end();
    isBroken = true;
    call.emit('error', peerError(code, 'Connection dropped'));
    return call;
  };
  call.write = (message: streams.ReadResp) => {
    written += 1;
    if (written <= messages) return write(message);
    breakOnce();
    return true;
  };
  call.end = breakOnce;
}

function target(
  options: streams.DeleteReq.Options | streams.TombstoneReq.Options | undefined,
): readonly [string, PeerExpectation] {
  if (options === undefined) throw new Error('a deletion without options');
  return [nameOf(options.getStreamIdentifier()), expectationOf(options, options.getRevision())];
}

function refusalOf(
  stream: string,
  expected: PeerExpectation,
  verdict: PeerVerdict,
): ReturnType<typeof peerError> | null {
  if (verdict.is === 'written') return null;
  return verdict.is === 'conflict' ? wrongVersion(stream, expected, verdict.currentRevision) : streamDeleted(stream);
}

function clusterOf(nodes: readonly EventStoreDbPeer[], leaderPort: number | null): gossip.ClusterInfo {
  // A node that is alone and follows tells of its leader only.
  const isAlone = nodes.length === 1 && leaderPort !== null;
  const members = nodes.map(({ line, isCalledAlive }) => {
    const port = isAlone ? leaderPort : line.port;
    return memberOf(port, { isLeader: port === leaderPort, isCalledAlive });
  });
  const cluster = new gossip.ClusterInfo();
  cluster.setMembersList(members);
  return cluster;
}

function memberOf(
  port: number,
  { isLeader, isCalledAlive }: { readonly isLeader: boolean; readonly isCalledAlive: boolean },
): gossip.MemberInfo {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const endpoint = new gossip.EndPoint();
  endpoint.setAddress(HOST);
  endpoint.setPort(port);
  const member = new gossip.MemberInfo();
  member.setInstanceId(new shared.UUID());
  member.setTimeStamp('0');
  member.setState(isLeader ? LEADER : FOLLOWER);
  member.setIsAlive(isCalledAlive);
  member.setHttpEndPoint(endpoint);
  return member;
}

function credentialsOf(tls: PeerOptions['tls']): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ cert_chain: tls.certificate, private_key: tls.key }]);
}
