import type { Target, TargetPool } from '../catalogue/model-catalogue.ts';
import { Balancer } from './balance.ts';
import type { MemberState } from './member-state.ts';
import { RetryBudget } from './retry-budget.ts';

/** A target as one request may be answered by it. */
export interface Option {
  readonly target: Target;
  readonly state: MemberState;
  readonly weight: number;
}

/** A group, and whose turn it is there. */
export interface PoolGroup {
  readonly members: readonly { readonly state: MemberState; readonly weight: number }[];
  readonly balancer: Balancer;
}

/** A profile's pool while it works. */
export interface RunningPool {
  readonly settings: TargetPool;
  readonly groups: readonly PoolGroup[];
  readonly budget: RetryBudget;
}

export function runningPool(settings: TargetPool, stateOf: (target: Target) => MemberState): RunningPool {
  return {
    settings,
    groups: settings.groups.map((members) => ({
      members: members.map(({ target, weight }) => ({ state: stateOf(target), weight })),
      balancer: new Balancer(),
    })),
    budget: new RetryBudget(settings.retryBudget),
  };
}

/** Whether another member of the pool is well: the last one is never taken out for its rate alone. */
export function hasOtherWell({ groups }: RunningPool, state: MemberState, nowMs: number): boolean {
  return groups.some(({ members }) =>
    members.some((member) => member.weight > 0 && member.state !== state && member.state.standing(nowMs) === 'well'),
  );
}
