import type { PoolBalance } from '../catalogue/pool-balance.ts';
import type { MovingAverage } from './moving-average.ts';
import { rendezvousScore } from './rendezvous.ts';

/** A member of a group that may be asked now. */
export interface BalanceCandidate {
  readonly key: string;
  /** Above 0. */
  readonly weight: number;
  /** Running requests. */
  readonly running: number;
  /** Time to the first byte, milliseconds. */
  readonly latency: MovingAverage;
}

export interface BalanceRequest {
  readonly balance: PoolBalance;
  /** `null`: the request may go to any member. */
  readonly conversation: string | null;
  readonly nowMs: number;
}

/** A conversation's member may be this much busier than the average of the others before it is passed over. */
const loadFactorMax = 1.25;
/** It may be this much slower than the fastest. */
const latencyFactorMax = 2;

/** Balances requests among the members of one group. Keeps the state of the rotation. */
export class Balancer {
  /** What each member is owed (smooth weighted round robin). */
  readonly #owed = new Map<string, number>();

  /** Picks one of the candidates, of which there must be at least one. */
  pick<Member extends BalanceCandidate>(candidates: readonly Member[], request: BalanceRequest): Member {
    const [only, other] = candidates;
    if (only === undefined) throw new RangeError('there is no candidate to pick');
    if (other === undefined) return only;
    const { conversation, nowMs } = request;
    const own = conversation === null ? null : ownMember(candidates, conversation, request);
    if (own !== null) return own;
    switch (request.balance) {
      case 'weighted':
        return this.#inTurn(candidates);
      case 'least_requests':
        return this.#inTurn(least(candidates, loadOf));
      case 'lowest_latency':
        return this.#inTurn(least(candidates, (member) => expectedWait(member, nowMs)));
    }
  }

  #inTurn<Member extends BalanceCandidate>(candidates: readonly Member[]): Member {
    let [found] = candidates;
    let most = Number.NEGATIVE_INFINITY;
    let total = 0;
    for (const candidate of candidates) {
      const owed = (this.#owed.get(candidate.key) ?? 0) + candidate.weight;
      this.#owed.set(candidate.key, owed);
      total += candidate.weight;
      if (owed > most) [found, most] = [candidate, owed];
    }
    if (found === undefined) throw new RangeError('there is no candidate to pick');
    this.#owed.set(found.key, most - total);
    return found;
  }
}

/** The member of a conversation; `null`: it is too busy or too slow compared with the others. */
function ownMember<Member extends BalanceCandidate>(
  candidates: readonly Member[],
  conversation: string,
  { balance, nowMs }: BalanceRequest,
): Member | null {
  const own = candidates
    .map((member) => ({ member, score: rendezvousScore(conversation, member.key, member.weight) }))
    .reduce((best, scored) => (scored.score > best.score ? scored : best)).member;
  if (balance === 'least_requests') {
    const running = candidates.reduce((sum, member) => sum + member.running, 0);
    const weights = candidates.reduce((sum, member) => sum + member.weight, 0);
    return own.running <= (running * own.weight * loadFactorMax) / weights + 1 ? own : null;
  }
  if (balance === 'lowest_latency') {
    const fastest = Math.min(...candidates.map((member) => member.latency.fadedAt(nowMs)));
    return own.latency.fadedAt(nowMs) <= fastest * latencyFactorMax ? own : null;
  }
  return own;
}

function loadOf({ running, weight }: BalanceCandidate): number {
  return running / weight;
}

/**
 * Includes the requests that wait there already: a member whose average has faded does not get all requests at once.
 */
function expectedWait({ latency, running, weight }: BalanceCandidate, nowMs: number): number {
  return ((latency.fadedAt(nowMs) + 1) * (running + 1)) / weight;
}

function least<Member extends BalanceCandidate>(
  candidates: readonly Member[],
  measure: (member: Member) => number,
): readonly Member[] {
  const least = Math.min(...candidates.map(measure));
  return candidates.filter((member) => measure(member) <= least);
}
