import type { FailureClass } from '../catalogue/failure-class.ts';
import type { PoolTarget, Target, TargetPool } from '../catalogue/model-catalogue.ts';
import type { PoolCall, PooledRequest, PoolTurns, TargetPools } from '../ports/target-pools.ts';
import type { PoolTelemetry } from '../ports/telemetry.ts';
import type { Timer } from '../time/timer.ts';
import type { AttemptDeps, Ending } from './member-attempt.ts';
import { CredentialState, MemberState, type CredentialSettings } from './member-state.ts';
import { takeDueProbes, type DueProbe } from './due-probes.ts';
import type { HealthState } from './health.ts';
import { hasOtherHealthy, poolOfOne, runningPool, type Option, type RunningPool } from './pool-groups.ts';
import { RequestTurns, type TurnsDeps } from './request-turns.ts';
import { WaitingTurns } from './waiting-turns.ts';

export interface PoolsSettings {
  /** Pools by the profile's own name. */
  readonly pools: ReadonlyMap<string, TargetPool>;
  /** Credentials by the name that targets use for them. */
  readonly credentials: ReadonlyMap<string, CredentialSettings>;
  /** Upstreams that are asked without a profile, by the name that requests use for them. */
  readonly alone: ReadonlyMap<string, AloneSettings>;
  readonly weights: AttemptDeps['weights'];
  /** Most requests that wait for a turn. */
  readonly waitingMax: number;
  /** Share of the free waiting places that one tenant, and within it one key, may take, percent. */
  readonly sharePercentMax: number;
}

/** An upstream that is asked without a profile: the only member of a pool of its own. */
export interface AloneSettings {
  /** Its limits apply to these calls alone. */
  readonly credential: CredentialSettings;
  readonly pool: Pick<TargetPool, 'deadlineMs' | 'retryBudget'>;
}

interface Alone extends RunningPool {
  readonly options: readonly Option[];
}

export interface PoolsDeps {
  readonly timer: Timer;
  readonly telemetry: PoolTelemetry;
  /** Aborted when this process ends: requests that wait for a turn are refused at once. */
  readonly closing: AbortSignal;
  /** Whether several tenants may call; absent: they may. Without another one, a tenant takes every place. */
  readonly hasOthers?: () => boolean;
}

/** What logs and metrics call an upstream that is asked without a profile. No target has a blank in its name. */
const filesAndJudges = 'files and judges';

/** How long a call that is made once waits for its turn at most, milliseconds. */
const onceMsMax = 50;

/** A member as operators see it. */
export interface MemberStatus {
  readonly target: string;
  readonly upstream: string;
  /** The worse state of the target and its credential, see {@link shownHealth}. */
  readonly status: HealthState | 'degraded';
  /** Time until it may be asked, milliseconds; 0: now. */
  readonly waitMs: number;
  readonly running: number;
  /** Average time to the first byte, milliseconds; `null`: no measurement. */
  readonly latencyMs: number | null;
  readonly lastFailure: FailureClass | null;
}

/**
 * The pools of a configuration. A later configuration keeps what is known of unchanged members and credentials, and
 * requests that began under an earlier one update both.
 */
export class BalancedPools implements TargetPools {
  readonly #deps: PoolsDeps;
  readonly #turnsDeps: TurnsDeps;
  readonly #waiting: WaitingTurns;
  readonly #credentials: ReadonlyMap<string, CredentialState>;
  readonly #members = new Map<string, MemberState>();
  readonly #targets = new Map<MemberState, PoolTarget>();
  /** Members by target, so that the key of a target is not built at each look-up. */
  readonly #byTarget = new Map<PoolTarget, MemberState>();
  readonly #pools: ReadonlyMap<string, RunningPool>;
  readonly #known: ReadonlyMap<string, MemberState>;
  readonly #alone: ReadonlyMap<string, Alone>;

  constructor(settings: PoolsSettings, deps: PoolsDeps, predecessor?: BalancedPools) {
    this.#deps = deps;
    this.#waiting = predecessor?.waiting ?? new WaitingTurns(deps.timer, { queue: settings, closing: deps.closing });
    this.#turnsDeps = {
      timer: deps.timer,
      waiting: this.#waiting,
      weights: settings.weights,
      mayEjectByRate: (pool, state, nowMs) =>
        [pool, ...this.#poolsWith(state)].every((each) => hasOtherHealthy(each, state, nowMs)),
      ended: this.#ended,
    };
    this.#known = predecessor?.membersByKey ?? new Map();
    const knownCredentials = predecessor?.credentialsByName ?? new Map<string, CredentialState>();
    this.#credentials = new Map(
      [...settings.credentials].map(([name, of]) => [name, this.#credentialState(of, knownCredentials.get(name))]),
    );
    this.#pools = new Map(
      [...settings.pools].map(([name, pool]) => [name, runningPool(pool, (target) => this.#stateOf(target))]),
    );
    this.#alone = new Map(
      [...settings.alone].map(([name, of]) => [name, this.#aloneOf(name, of, predecessor?.aloneByName.get(name))]),
    );
  }

  /** Shared with all later configurations: a waiting request sees every place that becomes free. */
  get waiting(): WaitingTurns {
    return this.#waiting;
  }

  get membersByKey(): ReadonlyMap<string, MemberState> {
    return this.#members;
  }

  get credentialsByName(): ReadonlyMap<string, CredentialState> {
    return this.#credentials;
  }

  get aloneByName(): ReadonlyMap<string, Alone> {
    return this.#alone;
  }

  isAnyAvailable(targets: readonly Target[]): boolean {
    const nowMs = this.#deps.timer.monotonic();
    return targets.some((target) => this.#stateOf(target).healthState(nowMs) !== 'ejected');
  }

  open(request: PooledRequest): PoolTurns {
    const pool = this.#pools.get(request.profile);
    if (pool === undefined) throw new RangeError(`no profile ${request.profile}`);
    return new RequestTurns(pool, request, this.#optionsOf(pool, request.members), this.#turnsDeps);
  }

  /**
   * Starts the attempts of a call that names an upstream instead of a profile. `once`: there is one attempt, and no wait
   * for it. Raises a `TypeError` for an upstream that is not configured.
   */
  openAlone(upstream: string, call: PoolCall, { once }: { readonly once: boolean }): PoolTurns<PoolTarget> {
    const alone = this.#alone.get(upstream);
    if (alone === undefined) throw new TypeError(`unknown upstream "${upstream}"`);
    const settings = once ? { ...alone.settings, attemptsMax: 1, deadlineMs: onceMsMax } : alone.settings;
    return new RequestTurns({ ...alone, settings }, call, alone.options, this.#turnsDeps);
  }

  /** How many upstreams that are asked without a profile are out. */
  get aloneOut(): number {
    const nowMs = this.#deps.timer.monotonic();
    const options = [...this.#alone.values()].flatMap((alone) => alone.options);
    return options.filter(({ state }) => state.healthState(nowMs) === 'ejected').length;
  }

  /** The probes that are due: calls that find out, instead of a caller's request, whether a member has recovered. */
  takeDueProbes(): readonly DueProbe[] {
    return takeDueProbes(this.#members.values(), this.#deps.timer);
  }

  status(): readonly MemberStatus[] {
    const nowMs = this.#deps.timer.monotonic();
    return [...this.#targets].map(([state, { name, upstream }]) => {
      return {
        target: name,
        upstream,
        status: shownHealth(state, nowMs),
        waitMs: Math.max(state.ejectedMs(nowMs), state.coolDown.waitMs(nowMs)),
        running: state.running,
        latencyMs: state.latency.value,
        lastFailure: state.lastFailure,
      };
    });
  }

  readonly #ended = (state: MemberState, how: Ending | null): void => {
    const target = this.#targets.get(state);
    if (target !== undefined && how !== null) {
      const outcome = typeof how === 'string' ? how : how.class;
      this.#deps.telemetry.attemptEnded({ target: target.name, upstream: target.upstream, outcome });
    }
    this.#waiting.freed(state.credential);
  };

  #poolsWith(state: MemberState): readonly RunningPool[] {
    return [...this.#pools.values()].filter(({ groups }) =>
      groups.some(({ members }) => members.some((member) => member.state === state && member.weight > 0)),
    );
  }

  /** In the order of the pool: members that may serve the request and have a weight. */
  #optionsOf({ groups }: RunningPool, members: readonly Target[]): Option<Target>[] {
    const options: Option<Target>[] = [];
    for (const { members: ofGroup } of groups) {
      for (const { state, weight } of ofGroup) {
        const target = weight > 0 ? members.findLast((given) => this.#stateOf(given) === state) : undefined;
        if (target !== undefined) options.push({ target, state, weight });
      }
    }
    return options;
  }

  #stateOf(target: PoolTarget): MemberState {
    const known = this.#byTarget.get(target);
    if (known !== undefined) return known;
    const state = this.#stateByKey(target);
    this.#byTarget.set(target, state);
    return state;
  }

  #stateByKey(target: PoolTarget): MemberState {
    const key = keyOf(target);
    const found = this.#members.get(key);
    if (found !== undefined) return found;
    const credential = this.#credentials.get(target.upstream);
    if (credential === undefined) throw new RangeError(`no upstream ${target.upstream}`);
    const known = this.#known.get(key);
    const state: MemberState = known?.credential === credential ? known : this.#newMember(key, credential, target);
    this.#members.set(key, state);
    this.#targets.set(state, target);
    return state;
  }

  #newMember(key: string, credential: CredentialState, target: PoolTarget): MemberState {
    const { upstream } = target;
    const state: MemberState = new MemberState(key, credential, {
      chance: () => this.#deps.timer.chance(),
      onChange: (isHealthy) => this.#changed(state, { upstream, target, isHealthy }),
      onCoolDownEnded: () => this.#waiting.changed(),
    });
    return state;
  }

  /** Keeps what a predecessor knows if the credential is unchanged. */
  #aloneOf(upstream: string, { credential: settings, pool }: AloneSettings, known: Alone | undefined): Alone {
    const target = { name: filesAndJudges, upstream, upstreamModel: '', contextTokensMax: 0 };
    const before = known?.options[0]?.state;
    const credential = this.#credentialState(settings, before?.credential);
    const state = before?.credential === credential ? before : this.#newMember(keyOf(target), credential, target);
    return { ...poolOfOne(state, pool), options: [{ target, state, weight: 1 }] };
  }

  #changed(
    { lastFailure }: MemberState | CredentialState,
    {
      upstream,
      target,
      isHealthy,
    }: { readonly upstream: string; readonly target: PoolTarget | null; readonly isHealthy: boolean },
  ): void {
    this.#deps.telemetry.healthChanged({
      upstream,
      target: target?.name ?? null,
      isHealthy,
      failure: lastFailure,
    });
    this.#waiting.changed();
  }

  #credentialState(settings: CredentialSettings, known: CredentialState | undefined): CredentialState {
    if (known !== undefined && JSON.stringify(known.settings) === JSON.stringify(settings)) return known;
    const { upstream } = settings;
    const state: CredentialState = new CredentialState(settings, {
      chance: () => this.#deps.timer.chance(),
      hasOthers: this.#deps.hasOthers,
      onChange: (isHealthy) => this.#changed(state, { upstream, target: null, isHealthy }),
    });
    return state;
  }
}

/** The health of a member. `degraded`: it asked not to be called for a while. */
function shownHealth(state: MemberState, nowMs: number): MemberStatus['status'] {
  const health = state.healthState(nowMs);
  return health === 'healthy' && state.coolDown.waitMs(nowMs) > 0 ? 'degraded' : health;
}

function keyOf({ name, upstream, upstreamModel }: PoolTarget): string {
  return `${name} ${upstream} ${upstreamModel}`;
}
