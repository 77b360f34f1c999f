/** When something is ejected, and how it recovers. */
export interface HealthSettings {
  /** How many failures in a row eject it, each weighted by its class. */
  readonly failuresInARow: number;
  /** The share of failures within `windowMs` that ejects it, percent, if there were at least `attemptsMin` attempts. */
  readonly failurePercentMax: number;
  readonly attemptsMin: number;
  readonly windowMs: number;
  /** Time from the ejection to the first trial; doubles after each failed trial, up to the maximum. Milliseconds. */
  readonly pauseMsMin: number;
  readonly pauseMsMax: number;
}

/** `half_open`: it was ejected, and one attempt, the trial, may test whether it has recovered. */
export type HealthState = 'healthy' | 'half_open' | 'ejected';

/** Permission for one attempt. Only its first verdict counts, and only if the state has not changed since the attempt began. */
export interface HealthPass {
  readonly isTrial: boolean;
  /** The number of this trial since the ejection, from 1; 0: it is no trial. */
  readonly trial: number;
  /** An answer has begun: a trial has succeeded. */
  answered(nowMs: number): void;
  succeeded(nowMs: number): void;
  /**
   * `weight`: how many failures it counts as; 0: none. `pauseMs`: the wait that it asked for. `mayEjectByRate`: whether
   * there are other members, in case only the failure rate would eject it.
   */
  failed(nowMs: number, failure: WeighedFailure): void;
  /** The attempt says nothing about its health. */
  inconclusive(): void;
  /** The attempt was not made: a trial is due again at once. */
  giveBack(): void;
}

export interface WeighedFailure {
  readonly weight: number;
  readonly pauseMs: number;
  /** The request may have caused it: a member is then out only for the tenants whose requests failed. */
  readonly mayBeOfRequest: boolean;
  mayEjectByRate(): boolean;
}

const buckets = 10;

/** The environment of a health state. */
export interface HealthDeps {
  /** A random number in [0, 1), to spread pauses. */
  chance(): number;
  onChange(isHealthy: boolean, nowMs: number): void;
}

/**
 * Whether something that is called repeatedly is healthy. It is ejected after failures in a row or by their share, and
 * recovers by single trials with growing pauses: however many requests wait, one of them is sent. A member that
 * recovered because an answer has begun is ejected again at its next failure, unless an answer has ended in between.
 *
 * A tenant whose requests fail or hang on purpose takes it from no other: after failures that requests can cause, it is
 * out only for tenants that have met one, and of these whoever has had no trial yet goes first.
 *
 * Times are milliseconds of a monotonic clock.
 */
export class Health {
  readonly #settings: HealthSettings;
  readonly #deps: HealthDeps;
  /** Counts changes of state: a pass from an earlier era is ignored. */
  #era = 0;
  #isEjected = false;
  #failuresInARow = 0;
  /** An answer has begun since it recovered, and none has ended. */
  #isUnproven = false;
  #pauses = 0;
  /** The time of the next trial, and until when a running trial keeps others from starting one. */
  #trialAtMs = 0;
  #trialHeldToMs = 0;
  #isOutForAll = false;
  /** Tenants that have met a failure since the last success. */
  readonly #blamed = new Set<string>();
  /** Tenants that have had a trial since it was ejected, and the time of the next trial of any other. */
  readonly #tried = new Set<string>();
  #firstTrialAtMs = 0;
  #recoveredAtMs = Number.NEGATIVE_INFINITY;
  readonly #windows: { slot: number; failures: number; attempts: number }[] = [];

  constructor(settings: HealthSettings, deps: HealthDeps) {
    this.#settings = settings;
    this.#deps = deps;
  }

  /** Whether anybody may ask it. */
  get isWell(): boolean {
    return !this.#isEjected;
  }

  /** For requests of a tenant; without one, for those that have had their trial. */
  state(nowMs: number, tenantId?: string): HealthState {
    if (!this.#isOutFor(tenantId)) return 'healthy';
    return this.waitMs(nowMs, tenantId) === 0 ? 'half_open' : 'ejected';
  }

  /** Milliseconds until it may be tried; 0: it may be asked. */
  waitMs(nowMs: number, tenantId?: string): number {
    if (!this.#isOutFor(tenantId)) return 0;
    const isNew = tenantId !== undefined && !this.#tried.has(tenantId);
    const [dueMs, freeMs] = isNew
      ? [this.#firstTrialAtMs, this.#trialHeldToMs]
      : [this.#trialAtMs, this.#trialHeldToMs + this.#settings.pauseMsMin / 2];
    return Math.max(0, Math.max(dueMs, freeMs) - nowMs);
  }

  #isOutFor(tenantId?: string): boolean {
    return this.#isEjected && (this.#isOutForAll || tenantId === undefined || this.#blamed.has(tenantId));
  }

  /** For a request that may ask: the state was not `ejected`. */
  enter(nowMs: number, tenantId?: string): HealthPass {
    let era = this.#era;
    const isTrial = this.#isOutFor(tenantId);
    const isFirst = isTrial && tenantId !== undefined && !this.#tried.has(tenantId);
    if (isFirst) this.#tried.add(tenantId);
    if (isTrial) this.#trialHeldToMs = nowMs + this.#shortened(this.#settings.pauseMsMax);
    let isJudged = false;
    const judge = (verdict: () => void): void => {
      if (isJudged) return;
      isJudged = true;
      if (era === this.#era) verdict();
    };
    return {
      isTrial,
      trial: isTrial ? this.#pauses : 0,
      answered: (atMs) => {
        if (!this.#isEjected || era !== this.#era || isJudged) return;
        this.#recover(atMs);
        this.#failuresInARow = this.#settings.failuresInARow - 1;
        this.#isUnproven = true;
        era = this.#era;
      },
      succeeded: (atMs) => {
        judge(() => {
          if (this.#isEjected) this.#recover(atMs);
          this.#failuresInARow = 0;
          this.#blamed.clear();
          this.#isUnproven = false;
          this.#count(atMs, 0);
        });
      },
      failed: (atMs, failure) => {
        judge(() => {
          if (failure.weight > 0 && tenantId !== undefined) this.#blamed.add(tenantId);
          if (!this.#isEjected) this.#failed(atMs, failure);
          else this.#failedWhileOut(atMs, failure, isTrial ? nowMs : null);
        });
      },
      inconclusive: () => {
        judge(() => {
          if (isTrial) this.#trialInconclusive(nowMs);
        });
      },
      giveBack: () => {
        judge(() => {
          if (isTrial) this.#trialHeldToMs = Number.NEGATIVE_INFINITY;
          if (isFirst) this.#tried.delete(tenantId);
        });
      },
    };
  }

  #failed(nowMs: number, { weight, pauseMs, mayBeOfRequest, mayEjectByRate }: WeighedFailure): void {
    if (weight <= 0) return;
    this.#failuresInARow += weight;
    this.#count(nowMs, weight);
    const isEjected = this.#failuresInARow >= this.#settings.failuresInARow || (this.#isBad(nowMs) && mayEjectByRate());
    if (!isEjected) return;
    this.#isOutForAll = !mayBeOfRequest;
    this.#eject(nowMs, pauseMs);
  }

  /** `trialBeganMs`: `null` for a request of a tenant for which it was not out. */
  #failedWhileOut(nowMs: number, { pauseMs, mayBeOfRequest }: WeighedFailure, trialBeganMs: number | null): void {
    if (!mayBeOfRequest) this.#isOutForAll = true;
    if (trialBeganMs === null) return;
    this.#trialHeldToMs = nowMs;
    this.#pause(nowMs, pauseMs, trialBeganMs);
  }

  #eject(nowMs: number, pauseMs: number): void {
    if (!this.#isUnproven && nowMs - this.#recoveredAtMs > this.#settings.pauseMsMax) {
      this.#pauses = 0;
      this.#tried.clear();
    }
    this.#isEjected = true;
    this.#era++;
    this.#trialHeldToMs = nowMs;
    this.#pause(nowMs, pauseMs, nowMs);
    this.#deps.onChange(false, nowMs);
  }

  /** The pause counts from one trial to the next: a slow trial does not lengthen it. */
  #pause(nowMs: number, askedMs: number, fromMs: number): void {
    const { pauseMsMin, pauseMsMax } = this.#settings;
    const grownMs = Math.min(pauseMsMax, pauseMsMin * 2 ** Math.min(this.#pauses, 30));
    this.#pauses++;
    const [leastMs, pauseMs] = [this.#shortened(pauseMsMin), this.#shortened(grownMs)];
    const soonestMs = nowMs + Math.max(leastMs, askedMs);
    this.#trialAtMs = Math.max(fromMs + pauseMs, soonestMs);
    this.#firstTrialAtMs = Math.max(fromMs + pauseMs / 2, soonestMs);
  }

  /** The trial had no verdict, e.g. because the caller disconnected. The next trial may begin after the shortest pause. */
  #trialInconclusive(beganMs: number): void {
    this.#trialHeldToMs = beganMs;
    const pauseMs = this.#shortened(this.#settings.pauseMsMin);
    this.#trialAtMs = Math.max(this.#trialAtMs, beganMs + pauseMs);
    this.#firstTrialAtMs = Math.max(this.#firstTrialAtMs, beganMs + pauseMs / 2);
  }

  /**
   * Spreads pauses, so that processes that ejected it at the same time do not try at the same time. The longest pause
   * still leaves time for a request to come and be answered.
   */
  #shortened(pauseMs: number): number {
    return Math.floor(pauseMs * (0.8 + this.#deps.chance() / 10));
  }

  #recover(nowMs: number): void {
    this.#isEjected = false;
    this.#era++;
    this.#failuresInARow = 0;
    this.#blamed.clear();
    this.#isUnproven = false;
    this.#recoveredAtMs = nowMs;
    this.#windows.length = 0;
    this.#deps.onChange(true, nowMs);
  }

  #count(nowMs: number, failures: number): void {
    const slot = Math.floor((nowMs * buckets) / this.#settings.windowMs);
    const last = this.#windows.at(-1);
    const window = last?.slot === slot ? last : { slot, failures: 0, attempts: 0 };
    if (window !== last) this.#windows.push(window);
    while ((this.#windows[0]?.slot ?? slot) <= slot - buckets) this.#windows.shift();
    window.attempts += Math.max(1, failures);
    window.failures += failures;
  }

  #isBad(nowMs: number): boolean {
    const { failurePercentMax, attemptsMin, windowMs } = this.#settings;
    const oldest = Math.floor((nowMs * buckets) / windowMs) - buckets;
    const recent = this.#windows.filter(({ slot }) => slot > oldest);
    const attempts = recent.reduce((sum, window) => sum + window.attempts, 0);
    const failures = recent.reduce((sum, window) => sum + window.failures, 0);
    return attempts >= attemptsMin && failures * 100 > failurePercentMax * attempts;
  }
}
