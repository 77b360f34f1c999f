import { isIP } from 'node:net';
import { lookup } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import discovery from '@eventstore/db-client/dist/Client/discovery.js';
import type { ClusterMember } from './cluster-lookout.ts';
import type { EngineEndpoint } from './connection-string.ts';

/** How long one lookup of a name may take, and then one node may take to answer; milliseconds. */
const lookupMs = 1_000;
const roundsMax = 3;
const pauseMs = 100;
/** Most nodes that are asked, of all seeds together. */
const nodesMax = 32;

/** A node to ask, and the name by which its certificate is checked; `null`: by its address. */
export interface SeedNode {
  /** `address:port`. */
  readonly node: string;
  readonly name: string | null;
}

/** What a search needs of the outside. */
export interface LeaderSearchOptions {
  /** All addresses of a name. */
  addressesOf(name: string): Promise<readonly string[]>;
  /** What a node knows of its cluster. Raises when it does not answer soon. */
  membersAt(seed: SeedNode): Promise<readonly ClusterMember[]>;
}

/**
 * Finds the leader of a cluster by asking all nodes behind all seeds at once, so that one which accepts connections and
 * says nothing delays nobody. The client alone would ask one seed, at one of its addresses, and then the next.
 */
export class LeaderSearch {
  readonly #seeds: readonly EngineEndpoint[];
  readonly #options: LeaderSearchOptions;

  constructor(seeds: readonly EngineEndpoint[], options: LeaderSearchOptions) {
    this.#seeds = seeds;
    this.#options = options;
  }

  /** The node that leads. Raises {@link LeaderUnknown}. */
  async leader(): Promise<EngineEndpoint> {
    for (let round = 1; ; round += 1) {
      try {
        return await this.#askAll();
      } catch (error) {
        if (round === roundsMax) throw new LeaderUnknown(error);
      }
      await pause(pauseMs);
    }
  }

  /** The first leader that any node names. Raises what the nodes said when none does. */
  #askAll(): Promise<EngineEndpoint> {
    const asked = new Set<string>();
    const leaderBehind = async (seed: EngineEndpoint): Promise<EngineEndpoint> => {
      const fresh = (await this.#nodesOf(seed)).filter(({ node }) => !asked.has(node)).slice(0, nodesMax - asked.size);
      for (const { node } of fresh) asked.add(node);
      return Promise.any(fresh.map(async (one) => leaderOf(await this.#options.membersAt(one))));
    };
    return Promise.any(this.#seeds.map((seed) => leaderBehind(seed)));
  }

  async #nodesOf({ address, port }: EngineEndpoint): Promise<readonly SeedNode[]> {
    if (isIP(address.replace(/^\[|\]$/g, '')) !== 0) return [{ node: `${address}:${port}`, name: null }];
    const late = pause(lookupMs, [], { ref: false });
    const addresses: readonly string[] = await Promise.race([this.#options.addressesOf(address), late]);
    return addresses.map((one) => ({ node: `${isIP(one) === 6 ? `[${one}]` : one}:${port}`, name: address }));
  }
}

/** Makes the client of this thread find the leader by a search. Its own way is a function of its module. */
export function discoverBy(search: LeaderSearch): void {
  Object.assign(discovery, { discoverEndpoint: () => search.leader() });
}

/** All addresses of a name, as the system resolves it. */
export async function addressesOf(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** No node names a leader that is alive. */
export class LeaderUnknown extends Error {
  override readonly name = 'LeaderUnknown';

  constructor(cause: unknown) {
    super(`Failed to discover the leader: no node names one${firstReason(cause)}`, { cause });
  }
}

/** What the first node said that was asked, in brackets; that of a certificate or a name helps an operator. */
function firstReason(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // What `Promise.any` raises has all that was said.
  if ('errors' in error && Array.isArray(error.errors)) return firstReason(error.errors[0]);
  return ` (${error.message})`;
}

function leaderOf(members: readonly ClusterMember[]): EngineEndpoint {
  const leader = members.find(({ isAlive, isLeader }) => isAlive && isLeader);
  if (leader === undefined) throw new Error('this node names no leader');
  const colon = leader.node.lastIndexOf(':');
  return { address: leader.node.slice(0, colon), port: Number(leader.node.slice(colon + 1)) };
}
