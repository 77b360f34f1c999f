import { SilenceWatch } from './silence-watch.ts';

/** How long nothing may come from the leader before the other nodes are asked, and between two questions; milliseconds. */
const silentMs = 500;
const nodesMax = 32;

/** A node of a cluster, as one of its nodes knows it. */
export interface ClusterMember {
  /** `address:port`. */
  readonly node: string;
  readonly isAlive: boolean;
  readonly isLeader: boolean;
}

/** The connection, as the lookout sees it. Nodes are `address:port`. */
export interface ClusterConnection {
  /** When anything last came from the present node, by `performance.now()`. */
  readonly heardAtMs: number;
  presentNode(): Promise<string>;
  /** What a node knows of its cluster. Raises when it does not answer soon. */
  membersAt(node: string): Promise<readonly ClusterMember[]>;
  /** Ends all calls, and makes the next ones at another node. */
  moveTo(node: string): Promise<void>;
}

/**
 * Notices that a cluster has elected another leader while the present one is silent: a paused or unreachable node does
 * not tell it, and its connection stays open. A leader that is silent and still leads is waited for.
 */
export class ClusterLookout {
  readonly #connection: ClusterConnection;
  #nodes: readonly string[];
  #learnedFrom = '';

  /** `seeds`: nodes that may be asked before one has told of the cluster. */
  constructor(connection: ClusterConnection, seeds: readonly string[]) {
    this.#connection = connection;
    this.#nodes = seeds;
  }

  /** Settles as a probe of the present node does, and looks out until then. */
  async over(probe: Promise<void>): Promise<void> {
    const ended = new AbortController();
    void this.#lookOut(ended.signal);
    try {
      await probe;
    } finally {
      ended.abort();
    }
    void this.#learn();
  }

  async #lookOut(ended: AbortSignal): Promise<void> {
    while (await this.#isSilent(ended)) {
      const leader = await this.#newLeader().catch(() => null);
      if (leader !== null && !ended.aborted) await this.#connection.moveTo(leader).catch(() => undefined);
    }
  }

  /** Settles when nothing has come for a while (`true`), or when the probe has ended (`false`). */
  #isSilent(ended: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const stop = new SilenceWatch(silentMs, () => this.#connection.heardAtMs).start(() => resolve(true));
    const end = (): void => resolve(false);
    ended.addEventListener('abort', end);
    if (ended.aborted) end();
    return promise.finally(() => {
      stop();
      ended.removeEventListener('abort', end);
    });
  }

  async #newLeader(): Promise<string | null> {
    const present = await this.#connection.presentNode();
    const others = this.#nodes.filter((node) => node !== present);
    const answers = await Promise.allSettled(others.map((node) => this.#connection.membersAt(node)));
    const told = answers.map((answer) => (answer.status === 'fulfilled' ? leaderBeside(present, answer.value) : null));
    return told.find((leader) => leader !== null) ?? null;
  }

  /** Asks each new node once for the others: a cluster behind one name has no other list. */
  async #learn(): Promise<void> {
    try {
      const present = await this.#connection.presentNode();
      if (present === this.#learnedFrom) return;
      this.#learnedFrom = present;
      const members = await this.#connection.membersAt(present);
      this.#nodes = members.slice(0, nodesMax).map(({ node }) => node);
    } catch {
      this.#learnedFrom = ''; // the next probe tries again
    }
  }
}

/** The leader, if it is another node than the present one; `null`: it is not, or the present one goes by another name. */
function leaderBeside(present: string, members: readonly ClusterMember[]): string | null {
  const leaders = members.filter(({ isAlive, isLeader }) => isAlive && isLeader).map(({ node }) => node);
  if (leaders.includes(present) || !members.some(({ node }) => node === present)) return null;
  return leaders[0] ?? null;
}
