import type { PoolTarget, TargetPool } from '../catalogue/model-catalogue.ts';
import { Balancer } from './balance.ts';
import type { MemberState } from './member-state.ts';
import { RetryBudget } from './retry-budget.ts';

/** A target with the state that a request needs to choose it. */
export interface Option<Of extends PoolTarget = PoolTarget> {
  readonly target: Of;
  readonly state: MemberState;
  readonly weight: number;
}

/** A group, and its balancer. */
export interface PoolGroup {
  readonly members: readonly { readonly state: MemberState; readonly weight: number }[];
  readonly balancer: Balancer;
}

/** The running state of a profile's pool. */
export interface RunningPool {
  readonly settings: TargetPool;
  readonly groups: readonly PoolGroup[];
  readonly budget: RetryBudget;
}

export function runningPool(settings: TargetPool, stateOf: (target: PoolTarget) => MemberState): RunningPool {
  return {
    settings,
    groups: settings.groups.map((members) => ({
      members: members.map(({ target, weight }) => ({ state: stateOf(target), weight })),
      balancer: new Balancer(),
    })),
    budget: new RetryBudget(settings.retryBudget),
  };
}

/**
 * A pool of one member, which is asked again only after failures that can leave it without work. Time from the first
 * attempt to the beginning of the last at most `deadlineMs`.
 */
export function poolOfOne(
  state: MemberState,
  { deadlineMs, retryBudget }: Pick<TargetPool, 'deadlineMs' | 'retryBudget'>,
): RunningPool {
  return {
    settings: {
      groups: [],
      balance: 'weighted',
      hasAffinity: false,
      attemptsMax: state.credential.settings.retriesMax + 1,
      deadlineMs,
      failsOver: new Set(['refused', 'rate_limited', 'overloaded']),
      retryBudget,
    },
    groups: [{ members: [{ state, weight: 1 }], balancer: new Balancer() }],
    budget: new RetryBudget(retryBudget),
  };
}

/** Whether another member of the pool is healthy: the last one is never ejected for its failure rate alone. */
export function hasOtherHealthy({ groups }: RunningPool, state: MemberState, nowMs: number): boolean {
  return groups.some(({ members }) =>
    members.some(
      (member) => member.weight > 0 && member.state !== state && member.state.healthState(nowMs) === 'healthy',
    ),
  );
}
