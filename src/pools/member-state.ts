import type { FailureClass } from '../catalogue/failure-class.ts';
import { CallerEvidence } from '../limits/caller-evidence.ts';
import type { PoolCall } from '../ports/target-pools.ts';
import { CoolDown, type CoolDownPass } from './cool-down.ts';
import {
  CredentialLimits,
  type CredentialLimitSettings,
  type CredentialPlace,
  type PlaceSharing,
} from './credential-limits.ts';
import { Health, type HealthPass, type HealthSettings, type HealthDeps, type HealthState } from './health.ts';
import { MovingAverage } from './moving-average.ts';
import { SlowestHeads } from './trial-patience.ts';

/** The settings of one credential at an upstream. */
export interface CredentialSettings {
  /** As targets name it, e.g. `openai` or `openai/second`. */
  readonly upstream: string;
  /** Distinguishes credentials with the same name, without revealing them. */
  readonly identity: string;
  readonly limits: CredentialLimitSettings;
  /** The most of its places that one tenant may take of those that the others leave, percent. */
  readonly sharePercentMax: number;
  readonly health: HealthSettings;
  /** Further attempts at the same target, if it did no work. */
  readonly retriesMax: number;
  /** Probes test whether it has recovered, so no request does. */
  readonly isProbed: boolean;
  /** Longest `retry-after` that is waited for, milliseconds. */
  readonly waitMsMax: number;
}

export class CredentialState {
  readonly settings: CredentialSettings;
  readonly health: Health;
  limits: CredentialLimits;
  /** The last failure of the credential itself. */
  lastFailure: FailureClass | null = null;

  constructor(settings: CredentialSettings, deps: HealthDeps & Pick<PlaceSharing, 'hasOthers'>) {
    this.settings = settings;
    const { limits, sharePercentMax } = settings;
    this.limits = new CredentialLimits(limits, { sharePercentMax, hasOthers: deps.hasOthers });
    this.health = new Health(settings.health, deps);
  }
}

/** The environment of a member. */
export interface MemberDeps extends HealthDeps {
  /** Called when waiting requests may ask it again. */
  onCoolDownEnded(): void;
}

/** The state of one target with one credential: its health, its speed, and its running requests. */
export class MemberState {
  readonly key: string;
  readonly credential: CredentialState;
  readonly health: Health;
  readonly coolDown: CoolDown;
  readonly latency = new MovingAverage();
  readonly slowestHeads = new SlowestHeads();
  readonly callers = new CallerEvidence();
  running = 0;
  lastFailure: FailureClass | null = null;

  constructor(key: string, credential: CredentialState, deps: MemberDeps) {
    this.key = key;
    this.credential = credential;
    const { health, waitMsMax } = credential.settings;
    this.health = new Health(health, deps);
    const { pauseMsMax } = health;
    // A request must not wait for this member for longer than a request may wait at all.
    const heldMsMax = Math.min(pauseMsMax, waitMsMax);
    this.coolDown = new CoolDown({ unspecifiedPauseMsMax: pauseMsMax, heldMsMax }, () => deps.onCoolDownEnded());
  }

  /**
   * The health for requests of a tenant, by default of one that has had its trial. If a probe does the trial,
   * `half_open` counts as `ejected`.
   */
  healthState(nowMs: number, tenantId?: string): HealthState {
    const own = this.ownHealthState(nowMs, tenantId);
    return own === 'half_open' && this.credential.settings.isProbed ? 'ejected' : own;
  }

  /** The worse health of target and credential, whether a probe or a request does the trial. */
  ownHealthState(nowMs: number, tenantId?: string): HealthState {
    const own = this.health.state(nowMs, tenantId);
    if (own === 'ejected') return own;
    const ofCredential = this.credential.health.state(nowMs, tenantId);
    return ofCredential === 'healthy' ? own : ofCredential;
  }

  /** Milliseconds until it may be tried; 0: it may be asked. */
  ejectedMs(nowMs: number, tenantId?: string): number {
    if (this.health.isWell && this.credential.health.isWell) return 0;
    const waitMs = Math.max(this.health.waitMs(nowMs, tenantId), this.credential.health.waitMs(nowMs, tenantId));
    return this.healthState(nowMs, tenantId) === 'ejected' ? Math.max(1, waitMs) : waitMs;
  }

  /** Begins an attempt, for a request that has its turn. */
  enter(request: Omit<PoolCall, 'conversation'>, nowMs: number): MemberPasses {
    this.running++;
    return {
      own: this.health.enter(nowMs, request.sharer.tenantId),
      ofCredential: this.credential.health.enter(nowMs, request.sharer.tenantId),
      coolDown: this.coolDown.enter(nowMs, request.sharer.tenantId),
      place: this.credential.limits.enter(request, nowMs),
    };
  }
}

/** What an attempt has taken of a member and its credential. */
export interface MemberPasses {
  readonly own: HealthPass;
  readonly ofCredential: HealthPass;
  readonly coolDown: CoolDownPass | null;
  readonly place: CredentialPlace;
}
