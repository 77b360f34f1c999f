import type { AttemptFailure, FailureClass } from '../../src/catalogue/failure-class.ts';
import { failureClasses } from '../../src/catalogue/failure-class.ts';
import type { Target, TargetPool } from '../../src/catalogue/model-catalogue.ts';
import type { PoolBalance } from '../../src/catalogue/pool-balance.ts';
import { BalancedPools, type PoolsSettings } from '../../src/pools/balanced-pools.ts';
import type { CredentialSettings } from '../../src/pools/member-state.ts';
import type { NoTurn, PoolTurns, TargetAttempt } from '../../src/ports/target-pools.ts';
import type { HealthFacts } from '../../src/ports/telemetry.ts';
import { SimulatedTimer } from './simulated-timer.ts';

export interface MemberWish {
  readonly name: string;
  readonly weight?: number;
  readonly upstream?: string;
  readonly contextTokensMax?: number;
}

export interface SceneWish {
  readonly groups: readonly (readonly (string | MemberWish)[])[];
  readonly pool?: Partial<Omit<TargetPool, 'groups'>>;
  readonly balance?: PoolBalance;
  /** Of every credential. */
  readonly credential?: Partial<CredentialSettings>;
  readonly limits?: Partial<CredentialSettings['limits']>;
  readonly weights?: Partial<Record<FailureClass, number>>;
  readonly predecessor?: BalancedPools;
  readonly timer?: SimulatedTimer;
  readonly hasOthers?: () => boolean;
}

const ordinary: Omit<TargetPool, 'groups'> = {
  balance: 'weighted',
  hasAffinity: true,
  attemptsMax: 4,
  deadlineMs: 60_000,
  failsOver: new Set(failureClasses),
  retryBudget: { sharePercent: 50, attemptsMin: 20 },
};

export const unlimited = { requestsPerMinute: null, tokensPerMinute: null, requestsAtOnce: null };

/** Takes a target out after three failures; tries it after 1, 2, 4, 5, 5, … seconds. */
const health = {
  failuresInARow: 3,
  failurePercentMax: 50,
  attemptsMin: 20,
  windowMs: 30_000,
  pauseMsMin: 1_000,
  pauseMsMax: 5_000,
};

/** How much each failure counts against a target. */
export const ordinaryWeights: PoolsSettings['weights'] = {
  refused: 1,
  timed_out: 1,
  rate_limited: 0,
  overloaded: 1,
  server_error: 1,
  account_exhausted: 1_000,
  credential_rejected: 1_000,
  model_gone: 0,
  context_too_long: 0,
  cut: 1,
};

/** One profile, `light`, with its pool, in simulated time. */
export class PoolScene {
  readonly timer: SimulatedTimer;
  readonly pools: BalancedPools;
  readonly targets: readonly Target[];
  readonly changes: HealthFacts[] = [];
  readonly closing = new AbortController();
  readonly outcomes: string[] = [];

  constructor({
    groups,
    pool,
    balance = 'weighted',
    credential,
    limits,
    weights,
    predecessor,
    timer,
    hasOthers,
  }: SceneWish) {
    this.timer = timer ?? new SimulatedTimer(0.5);
    const wishes = groups.map((members) => members.map((of) => (typeof of === 'string' ? { name: of } : of)));
    const made = wishes.map((members) => members.map((of) => ({ target: targetOf(of), weight: of.weight ?? 1 })));
    this.targets = made.flat().map(({ target }) => target);
    const upstreams = [...new Set(this.targets.map(({ upstream }) => upstream))];
    const of = (upstream: string): CredentialSettings => ({
      upstream,
      identity: upstream,
      limits: { ...unlimited, ...limits },
      sharePercentMax: 90,
      health,
      retriesMax: 0,
      isProbed: false,
      waitMsMax: 5_000,
      ...credential,
    });
    this.pools = new BalancedPools(
      {
        pools: new Map([['light', { ...ordinary, balance, ...pool, groups: made }]]),
        credentials: new Map(upstreams.map((upstream) => [upstream, of(upstream)])),
        alone: new Map([['alone', { credential: of('alone'), pool: { ...ordinary, ...pool } }]]),
        weights: { ...ordinaryWeights, ...weights },
        waitingMax: 100,
        sharePercentMax: 90,
      },
      {
        timer: this.timer,
        closing: this.closing.signal,
        ...(hasOthers && { hasOthers }),
        telemetry: {
          attemptEnded: ({ target, outcome }) => this.outcomes.push(`${target} ${outcome}`),
          healthChanged: (facts) => this.changes.push(facts),
        },
      },
      predecessor,
    );
  }

  open(
    wish: {
      tenant?: string;
      key?: string;
      caller?: string;
      conversation?: string;
      tokens?: number;
      isFree?: boolean;
      isStreamed?: boolean;
      members?: readonly Target[];
    } = {},
  ): PoolTurns {
    return this.pools.open({
      profile: 'light',
      members: wish.members ?? this.targets,
      sharer: { tenantId: wish.tenant ?? 'tenant', keyId: wish.key ?? `key of ${wish.tenant ?? 'tenant'}` },
      caller: wish.caller ?? 'ada',
      conversation: wish.conversation ?? null,
      tokens: wish.tokens ?? 1,
      isFree: wish.isFree ?? false,
      isStreamed: wish.isStreamed ?? false,
    });
  }

  /**
   * One request, whose attempts take no time and end as `how` says of the name of their target. Answers who was asked,
   * and how the last attempt ended, or why there was none.
   */
  async request(
    how: (target: string) => 'healthy' | AttemptFailure,
    wish: { tenant?: string; caller?: string; conversation?: string; members?: readonly Target[] } = {},
  ): Promise<{ readonly asked: readonly string[]; readonly ended: 'healthy' | FailureClass | NoTurn['reason'] }> {
    const turns = this.open(wish);
    const asked: string[] = [];
    let last: FailureClass | null = null;
    for (;;) {
      const turn: TargetAttempt | NoTurn = await turns.next();
      if (turn.target === null) {
        turns.close();
        return { asked, ended: last ?? turn.reason };
      }
      asked.push(turn.target.name);
      const outcome = how(turn.target.name);
      if (outcome === 'healthy') turn.firstByte();
      turn.end(outcome);
      if (outcome === 'healthy') {
        turns.close();
        return { asked, ended: 'healthy' };
      }
      last = outcome.class;
    }
  }
}

export function failedBy(failureClass: FailureClass, more: Partial<AttemptFailure> = {}): AttemptFailure {
  return { class: failureClass, retryAfterMs: null, ran: 'no', ...more };
}

function targetOf({ name, upstream = `at-${name}`, contextTokensMax = 1_000 }: MemberWish): Target {
  // `as`: pools look at nothing else.
  return { name, upstream, upstreamModel: name, contextTokensMax } as Target;
}
