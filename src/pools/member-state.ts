import type { AttemptFailure, FailureClass } from '../catalogue/failure-class.ts';
import { CallerEvidence, type Accuser } from '../limits/caller-evidence.ts';
import type { PoolCall } from '../ports/target-pools.ts';
import { CoolDown, coolDownMsMax, type CoolDownPass } from './cool-down.ts';
import { CredentialLimits, type CredentialLimitSettings, type CredentialPlace } from './credential-limits.ts';
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
  readonly health: HealthSettings;
  /** Further attempts at the same target, if it did no work. */
  readonly retriesMax: number;
  /** Probes test whether it has recovered, so no request does. */
  readonly isProbed: boolean;
  /** Longest `retry-after` that is waited for, milliseconds. */
  readonly waitMsMax: number;
}

/** Failures of the credential, and so of every target that uses it. */
const credentialFailures: ReadonlySet<FailureClass> = new Set(['account_exhausted', 'credential_rejected']);

/** Failures that an input can cause. */
const inputFailures: ReadonlySet<FailureClass> = new Set(['timed_out', 'overloaded', 'server_error', 'cut']);

export class CredentialState {
  readonly settings: CredentialSettings;
  readonly health: Health;
  limits: CredentialLimits;
  /** The last failure of the credential itself. */
  lastFailure: FailureClass | null = null;

  constructor(settings: CredentialSettings, deps: HealthDeps) {
    this.settings = settings;
    this.limits = new CredentialLimits(settings.limits);
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
    const waitMs = Math.max(this.health.waitMs(nowMs, tenantId), this.credential.health.waitMs(nowMs, tenantId));
    return this.healthState(nowMs, tenantId) === 'ejected' ? Math.max(1, waitMs) : waitMs;
  }

  /** The rest of the wait that it asked for, milliseconds. */
  coolDownMs(nowMs: number): number {
    return this.coolDown.waitMs(nowMs);
  }

  /** Begins an attempt, for a request that has its turn. */
  enter(request: EnteringRequest, nowMs: number): MemberPass {
    this.running++;
    return new MemberPass(this, request, {
      own: this.health.enter(nowMs, request.sharer.tenantId),
      ofCredential: this.credential.health.enter(nowMs, request.sharer.tenantId),
      coolDown: this.coolDown.enter(nowMs),
      place: this.credential.limits.enter(request, nowMs),
    });
  }
}

type EnteringRequest = Omit<PoolCall, 'conversation'>;

function accuserOf({ sharer, caller }: EnteringRequest): Accuser {
  return { tenantId: sharer.tenantId, caller };
}

interface Passes {
  readonly own: HealthPass;
  readonly ofCredential: HealthPass;
  readonly coolDown: CoolDownPass;
  readonly place: CredentialPlace;
}

interface Judging {
  readonly weights: Readonly<Record<FailureClass, number>>;
  mayEjectByRate(): boolean;
}

/** One attempt at a member, which updates its health, average and limits. */
export class MemberPass {
  readonly #member: MemberState;
  readonly #request: EnteringRequest;
  readonly #passes: Passes;
  #isOver = false;

  constructor(member: MemberState, request: EnteringRequest, passes: Passes) {
    this.#member = member;
    this.#request = request;
    this.#passes = passes;
  }

  /** The number of this trial in a row, from 1; 0: it is no trial. */
  get trial(): number {
    return Math.max(this.#passes.own.trial, this.#passes.ofCredential.trial);
  }

  answered(latencyMs: number, nowMs: number): void {
    if (this.#isOver) return;
    this.#member.latency.add(latencyMs, nowMs);
    this.#member.slowestHeads.of(this.#request.isStreamed).add(latencyMs, nowMs);
    this.#member.callers.served(accuserOf(this.#request), nowMs);
    this.#passes.coolDown.answered();
    this.#passes.own.answered(nowMs);
    this.#passes.ofCredential.answered(nowMs);
  }

  counted(tokens: number, nowMs: number): void {
    this.#passes.place.counted(tokens, nowMs);
  }

  /** Ends the attempt. Returns whether this was the first call. */
  end(how: 'healthy' | 'inconclusive' | AttemptFailure, nowMs: number, { weights, mayEjectByRate }: Judging): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#member.running--;
    this.#passes.place.leave();
    const { own, ofCredential, coolDown } = this.#passes;
    if (typeof how === 'string') {
      for (const pass of [own, ofCredential]) {
        if (how === 'healthy') pass.succeeded(nowMs);
        else pass.inconclusive();
      }
      coolDown.over();
      return true;
    }
    if (this.#isOfCaller(how, nowMs)) {
      for (const pass of [own, ofCredential]) pass.inconclusive();
      coolDown.over();
      return true;
    }
    this.#member.lastFailure = how.class;
    if (credentialFailures.has(how.class)) this.#member.credential.lastFailure = how.class;
    const pauseMs = how.class === 'rate_limited' ? 0 : Math.min(how.retryAfterMs ?? 0, coolDownMsMax);
    const mayBeOfRequest = inputFailures.has(how.class);
    const failure = { weight: weights[how.class], pauseMs, mayBeOfRequest, mayEjectByRate };
    const [meant, other] = credentialFailures.has(how.class) ? [ofCredential, own] : [own, ofCredential];
    // A failure that does not count is an answer all the same: the member has recovered.
    if (failure.weight <= 0) meant.answered(nowMs);
    meant.failed(nowMs, failure);
    other.inconclusive();
    if (how.class === 'rate_limited' || (how.class === 'overloaded' && how.retryAfterMs !== null)) {
      coolDown.refused(how.retryAfterMs, nowMs);
    }
    coolDown.over();
    return true;
  }

  /** Ends an attempt that was not made. Returns whether this was the first call. */
  giveBack(nowMs: number): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#member.running--;
    const { own, ofCredential, coolDown, place } = this.#passes;
    place.giveBack(nowMs);
    for (const pass of [own, ofCredential]) pass.giveBack();
    coolDown.over();
    return true;
  }

  /**
   * A tenant whose requests make a target fail does not take it away from others. An ejected member may be tried by
   * anybody.
   */
  #isOfCaller(failure: AttemptFailure, nowMs: number): boolean {
    if (failure.isOfRequest === true) return true;
    if (!inputFailures.has(failure.class)) return false;
    return !this.#member.callers.failed(accuserOf(this.#request), nowMs) && !this.#passes.own.isTrial;
  }
}
