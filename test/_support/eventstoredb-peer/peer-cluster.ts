import { startPeer, type EventStoreDbPeer, type PeerOptions } from './peer.ts';

/** Three nodes on one log. One leads; the others name it to whoever needs the leader. */
export interface PeerCluster extends AsyncDisposable {
  readonly nodes: readonly [EventStoreDbPeer, EventStoreDbPeer, EventStoreDbPeer];
  readonly leader: EventStoreDbPeer;
  /** Asks all nodes who leads. */
  readonly authority: string;
  /** Another node leads from now on. Whoever was subscribed at the one before is told that it does not lead any more. */
  elect(): EventStoreDbPeer;
}

export async function startPeerCluster({ tls }: Pick<PeerOptions, 'tls'> = {}): Promise<PeerCluster> {
  const first = await startPeer({ ...(tls && { tls }) });
  const others = { store: first.store, leaderPort: first.line.port, ...(tls && { tls }) };
  const nodes = [first, await startPeer(others), await startPeer(others)] as const;
  for (const node of nodes) node.cluster = nodes;
  let leader: EventStoreDbPeer = first;
  return {
    nodes,
    get leader() {
      return leader;
    },
    authority: nodes.map(({ line }) => `127.0.0.1:${line.port}`).join(),
    elect: () => {
      const before = leader;
      leader = nodes[(nodes.indexOf(before) + 1) % nodes.length] ?? first;
      for (const node of nodes) node.leaderPort = node === leader ? null : leader.line.port;
      before.endSubscriptions('not leader');
      return leader;
    },
    [Symbol.asyncDispose]: async () => {
      for (const node of nodes) await node[Symbol.asyncDispose]();
    },
  };
}
