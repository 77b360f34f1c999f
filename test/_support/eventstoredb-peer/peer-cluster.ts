import { setTimeout as pause } from 'node:timers/promises';
import { startPeer, type EventStoreDbPeer, type PeerOptions } from './peer.ts';

/** How long nobody leads, as a live 23.10.6 was measured. */
const electionMs = 7_000;

/** Three nodes on one log. One leads; the others name it to whoever needs the leader. */
export interface PeerCluster extends AsyncDisposable {
  readonly nodes: readonly [EventStoreDbPeer, EventStoreDbPeer, EventStoreDbPeer];
  readonly leader: EventStoreDbPeer;
  /** Asks all nodes who leads. */
  readonly authority: string;
  /** Another node leads from now on. Whoever was subscribed at the one before is told that it does not lead any more. */
  elect(): EventStoreDbPeer;
  /**
   * An election as a server holds it: nobody leads for so long, default 7,000 ms. Then whoever led before leads again if
   * gossip still calls it alive, though it may be silent; else the next.
   */
  election(ms?: number): Promise<EventStoreDbPeer>;
}

export async function startPeerCluster({ tls }: Pick<PeerOptions, 'tls'> = {}): Promise<PeerCluster> {
  const first = await startPeer({ ...(tls && { tls }) });
  const others = { store: first.store, leaderPort: first.line.port, ...(tls && { tls }) };
  const nodes = [first, await startPeer(others), await startPeer(others)] as const;
  for (const node of nodes) node.cluster = nodes;
  let leader: EventStoreDbPeer = first;
  const lead = (next: EventStoreDbPeer): EventStoreDbPeer => {
    leader = next;
    for (const node of nodes) node.leaderPort = node === leader ? null : leader.line.port;
    return leader;
  };
  const after = (node: EventStoreDbPeer): EventStoreDbPeer => nodes[(nodes.indexOf(node) + 1) % nodes.length] ?? first;
  return {
    nodes,
    get leader() {
      return leader;
    },
    authority: nodes.map(({ line }) => `127.0.0.1:${line.port}`).join(),
    elect: () => {
      const before = leader;
      lead(after(before));
      before.endSubscriptions('not leader');
      return leader;
    },
    election: async (ms = electionMs) => {
      for (const node of nodes) node.isVoting = true;
      leader.endSubscriptions('error');
      await pause(ms);
      for (const node of nodes) node.isVoting = false;
      return lead(leader.isCalledAlive ? leader : after(leader));
    },
    [Symbol.asyncDispose]: async () => {
      for (const node of nodes) await node[Symbol.asyncDispose]();
    },
  };
}
