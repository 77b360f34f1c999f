import type { AttemptFailure, FailureClass } from '../catalogue/failure-class.ts';
import type { PoolTarget } from '../catalogue/model-catalogue.ts';
import type { Accuser } from '../limits/caller-evidence.ts';
import type { PoolCall, TargetAttempt } from '../ports/target-pools.ts';
import type { Timer } from '../time/timer.ts';
import { coolDownMsMax } from './cool-down.ts';
import type { MemberPasses, MemberState } from './member-state.ts';
import type { Option, RunningPool } from './pool-groups.ts';

export type Ending = 'healthy' | 'inconclusive' | AttemptFailure;

/** What the attempts of a configuration share. */
export interface AttemptDeps {
  readonly timer: Timer;
  /** How many failures one failure of a class counts as; 0: it does not count. */
  readonly weights: Readonly<Record<FailureClass, number>>;
  /** Whether there are other members, in case only the failure rate would eject this one. */
  mayEjectByRate(pool: RunningPool, state: MemberState, nowMs: number): boolean;
  /** An attempt is over, and its place is free. `null`: it was not made. */
  ended(state: MemberState, how: Ending | null): void;
}

/** Failures of the credential, and so of every target that uses it. */
const credentialFailures: ReadonlySet<FailureClass> = new Set(['account_exhausted', 'credential_rejected']);

/** Failures that an input can cause. */
const inputFailures: ReadonlySet<FailureClass> = new Set(['timed_out', 'overloaded', 'server_error', 'cut']);

function mayBeOfRequest(failure: AttemptFailure): boolean {
  return inputFailures.has(failure.class) || failure.isInWordsOnly === true;
}

/** One attempt at a member, which updates its health, average and limits. */
export class MemberAttempt<Of extends PoolTarget> implements TargetAttempt<Of> {
  readonly target: Of;
  readonly state: MemberState;
  readonly number: number;
  /** The number of this trial in a row, from 1; 0: it is no trial. */
  readonly trial: number;
  headMsMax: number | null = null;
  /** How it ended; `null`: it runs. */
  how: Ending | null = null;
  endedAtMs = 0;
  readonly #pool: RunningPool;
  readonly #isStreamed: boolean;
  readonly #accuser: Accuser;
  readonly #passes: MemberPasses;
  readonly #beganAtMs: number;
  readonly #deps: AttemptDeps;

  /** For a request that has its turn. */
  constructor(
    { target, state }: Option<Of>,
    { pool, request, number }: { readonly pool: RunningPool; readonly request: PoolCall; readonly number: number },
    deps: AttemptDeps,
  ) {
    this.target = target;
    this.state = state;
    this.number = number;
    this.#pool = pool;
    this.#isStreamed = request.isStreamed;
    this.#accuser = { tenantId: request.sharer.tenantId, caller: request.caller };
    this.#deps = deps;
    this.#beganAtMs = deps.timer.monotonic();
    this.#passes = state.enter(request, this.#beganAtMs);
    this.trial = Math.max(this.#passes.own.trial, this.#passes.ofCredential.trial);
  }

  firstByte(): void {
    if (this.how !== null) return;
    const nowMs = this.#deps.timer.monotonic();
    const { latency, slowestHeads, callers } = this.state;
    latency.add(nowMs - this.#beganAtMs, nowMs);
    (this.#isStreamed ? slowestHeads.streamed : slowestHeads.whole).add(nowMs - this.#beganAtMs, nowMs);
    callers.served(this.#accuser, nowMs);
    this.#passes.coolDown?.answered();
    this.#passes.own.answered(nowMs);
    this.#passes.ofCredential.answered(nowMs);
  }

  counted(tokens: number): void {
    this.#passes.place.counted(tokens, this.#deps.timer.monotonic());
  }

  end(how: Ending): void {
    if (this.how !== null) return;
    this.how = how;
    const nowMs = this.#deps.timer.monotonic();
    this.endedAtMs = nowMs;
    const { own, ofCredential, place } = this.#passes;
    place.leave();
    if (typeof how !== 'string' && !this.#isOfCaller(how, nowMs)) this.#failed(how, nowMs);
    else {
      for (const pass of [own, ofCredential]) {
        if (how === 'healthy') pass.succeeded(nowMs);
        else pass.inconclusive();
      }
    }
    this.#over(how);
  }

  giveBack(): void {
    if (this.how !== null) return;
    this.how = 'inconclusive';
    const { own, ofCredential, place } = this.#passes;
    place.giveBack(this.#deps.timer.monotonic());
    for (const pass of [own, ofCredential]) pass.giveBack();
    this.#over(null);
  }

  #over(how: Ending | null): void {
    this.state.running--;
    this.#passes.coolDown?.over();
    this.#deps.ended(this.state, how);
  }

  #failed(how: AttemptFailure, nowMs: number): void {
    const { own, ofCredential } = this.#passes;
    const isOfCredential = credentialFailures.has(how.class);
    this.state.lastFailure = how.class;
    if (isOfCredential) this.state.credential.lastFailure = how.class;
    const weight = this.#deps.weights[how.class];
    const failure = {
      weight: how.isInWordsOnly === true ? Math.min(1, weight) : weight,
      pauseMs: how.class === 'rate_limited' ? 0 : Math.min(how.retryAfterMs ?? 0, coolDownMsMax),
      mayBeOfRequest: mayBeOfRequest(how),
      mayEjectByRate: () => this.#deps.mayEjectByRate(this.#pool, this.state, nowMs),
    };
    const [meant, other] = isOfCredential ? [ofCredential, own] : [own, ofCredential];
    // A failure that does not count is an answer all the same: the member has recovered.
    if (failure.weight <= 0) meant.answered(nowMs);
    meant.failed(nowMs, failure);
    other.inconclusive();
    if (how.class === 'rate_limited' || (how.class === 'overloaded' && how.retryAfterMs !== null)) {
      const { tenantId } = this.#accuser;
      const coolDown = this.#passes.coolDown ?? this.state.coolDown.enterRefused(this.#beganAtMs, tenantId);
      coolDown.refused(how.retryAfterMs, nowMs);
    }
  }

  /**
   * A tenant whose requests make a target fail does not take it away from others. An ejected member may be tried by
   * anybody.
   */
  #isOfCaller(failure: AttemptFailure, nowMs: number): boolean {
    if (failure.isOfRequest === true) return true;
    if (!mayBeOfRequest(failure)) return false;
    const { own, ofCredential } = this.#passes;
    const { isTrial } = credentialFailures.has(failure.class) ? ofCredential : own;
    return !this.state.callers.failed(this.#accuser, nowMs) && !isTrial;
  }
}
