import type { AttemptFailure, FailureClass } from '../catalogue/failure-class.ts';
import { CallerEvidence } from './caller-evidence.ts';
import { CredentialLimits, type CredentialLimitSettings, type CredentialPlace } from './credential-limits.ts';
import { Health, type HealthPass, type HealthSettings, type Standing } from './health.ts';
import type { PooledRequest } from '../ports/target-pools.ts';
import { MovingAverage } from './moving-average.ts';

/** What is known of one credential at an upstream. */
export interface CredentialSettings {
  /** As targets name it, e.g. `openai`, or `openai/second`. */
  readonly upstream: string;
  /** Tells it from another credential under the same name, without telling it. */
  readonly identity: string;
  readonly limits: CredentialLimitSettings;
  readonly health: HealthSettings;
  /** Further attempts at the same target, where it did nothing. */
  readonly retriesMax: number;
  /** Longest `retry-after` that is waited for, milliseconds. */
  readonly waitMsMax: number;
}

/** Failures that speak of the credential, and so of every target that is asked with it. */
const ofCredential: ReadonlySet<FailureClass> = new Set(['account_exhausted', 'credential_rejected']);

/** Failures that an input can bring about. */
const ofInput: ReadonlySet<FailureClass> = new Set(['timed_out', 'overloaded', 'server_error', 'cut']);

export class CredentialState {
  readonly settings: CredentialSettings;
  readonly health: Health;
  limits: CredentialLimits;

  constructor(settings: CredentialSettings, onChange: (isWell: boolean, nowMs: number) => void) {
    this.settings = settings;
    this.limits = new CredentialLimits(settings.limits);
    this.health = new Health(settings.health, onChange);
  }
}

/** A wait without a told end begins with so much, and doubles, milliseconds. */
const coolDownMsMin = 250;
/** No upstream is left alone for longer because it asks for that, milliseconds. */
export const coolDownMsMax = 60_000;

/** What is known of one target with one credential: how well it is, how fast, and what runs there. */
export class MemberState {
  readonly key: string;
  readonly credential: CredentialState;
  readonly health: Health;
  readonly latency = new MovingAverage();
  readonly callers = new CallerEvidence();
  running = 0;
  lastFailure: FailureClass | null = null;
  #coolToMs = Number.NEGATIVE_INFINITY;
  #refusalsInARow = 0;

  constructor(key: string, credential: CredentialState, onChange: (isWell: boolean, nowMs: number) => void) {
    this.key = key;
    this.credential = credential;
    this.health = new Health(credential.settings.health, onChange);
  }

  standing(nowMs: number): Standing {
    const own = this.health.standing(nowMs);
    if (own === 'out') return own;
    const ofKey = this.credential.health.standing(nowMs);
    return ofKey === 'well' ? own : ofKey;
  }

  /** Until it may be tried, milliseconds; 0: it may be asked. */
  outMs(nowMs: number): number {
    return Math.max(this.health.waitMs(nowMs), this.credential.health.waitMs(nowMs));
  }

  /** How long it has asked to be left alone for, milliseconds. */
  coolMs(nowMs: number): number {
    return Math.max(0, this.#coolToMs - nowMs);
  }

  /** For one whose turn it is. */
  enter({ caller, tokens }: Pick<PooledRequest, 'caller' | 'tokens'>, nowMs: number): MemberPass {
    this.running++;
    return new MemberPass(this, caller, {
      own: this.health.enter(nowMs),
      ofCredential: this.credential.health.enter(nowMs),
      place: this.credential.limits.enter(tokens, nowMs),
    });
  }

  cool({ retryAfterMs }: AttemptFailure, nowMs: number): void {
    // Calls that ran side by side are refused for the same reason: of those that say no time the first counts.
    const isCooling = nowMs < this.#coolToMs;
    if (isCooling && retryAfterMs === null) return;
    const askedMs = retryAfterMs ?? coolDownMsMin * 2 ** Math.min(this.#refusalsInARow, 8);
    if (!isCooling) this.#refusalsInARow++;
    this.#coolToMs = Math.max(this.#coolToMs, nowMs + Math.min(askedMs, coolDownMsMax));
  }

  /** It has answered: the next wait begins small again. */
  warm(): void {
    this.#refusalsInARow = 0;
  }
}

interface Passes {
  readonly own: HealthPass;
  readonly ofCredential: HealthPass;
  readonly place: CredentialPlace;
}

interface Judging {
  readonly weights: Readonly<Record<FailureClass, number>>;
  mayBeOutByRate(): boolean;
}

/** One attempt at a member, for its health, its average and its limits. */
export class MemberPass {
  readonly #member: MemberState;
  readonly #caller: string;
  readonly #passes: Passes;
  #isOver = false;

  constructor(member: MemberState, caller: string, passes: Passes) {
    this.#member = member;
    this.#caller = caller;
    this.#passes = passes;
  }

  answered(latencyMs: number, nowMs: number): void {
    if (this.#isOver) return;
    this.#member.latency.add(latencyMs, nowMs);
    this.#member.warm();
    this.#member.callers.served(this.#caller, nowMs);
    this.#passes.own.answered(nowMs);
    this.#passes.ofCredential.answered(nowMs);
  }

  counted(tokens: number, nowMs: number): void {
    this.#passes.place.counted(tokens, nowMs);
  }

  /** Whether this was the first word on how it ended. */
  end(how: 'well' | 'unjudged' | AttemptFailure, nowMs: number, { weights, mayBeOutByRate }: Judging): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#member.running--;
    this.#passes.place.leave();
    const { own, ofCredential: ofKey } = this.#passes;
    if (typeof how === 'string') {
      for (const pass of [own, ofKey]) {
        if (how === 'well') pass.succeeded(nowMs);
        else pass.unjudged();
      }
      return true;
    }
    if (this.#isOfCaller(how, nowMs)) {
      for (const pass of [own, ofKey]) pass.unjudged();
      return true;
    }
    this.#member.lastFailure = how.class;
    const pauseMs = how.class === 'rate_limited' ? 0 : Math.min(how.retryAfterMs ?? 0, coolDownMsMax);
    const failure = { weight: weights[how.class], pauseMs, mayBeOutByRate };
    const [meant, other] = ofCredential.has(how.class) ? [ofKey, own] : [own, ofKey];
    // What does not count is an answer all the same: whoever gives it is back.
    if (failure.weight <= 0) meant.answered(nowMs);
    meant.failed(nowMs, failure);
    other.unjudged();
    if (how.class === 'rate_limited' || (how.class === 'overloaded' && how.retryAfterMs !== null)) {
      this.#member.cool(how, nowMs);
    }
    return true;
  }

  /** Whoever makes a target fail by what they ask takes it from nobody else. What is out is tried by anybody. */
  #isOfCaller(failure: AttemptFailure, nowMs: number): boolean {
    if (failure.isOfRequest === true) return true;
    if (!ofInput.has(failure.class)) return false;
    return !this.#member.callers.failed(this.#caller, nowMs) && !this.#passes.own.isTrial;
  }
}
