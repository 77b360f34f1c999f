import type { AttemptFailure } from '../catalogue/failure-class.ts';
import type { PoolTarget } from '../catalogue/model-catalogue.ts';
import type { NoTurn, PoolCall, PoolTurns, TargetAttempt } from '../ports/target-pools.ts';
import { askedBackoffMs, backoffMs, type Backoff } from '../limits/backoff.ts';
import { coolDownMsMax } from './cool-down.ts';
import { MemberAttempt, type AttemptDeps, type Ending } from './member-attempt.ts';
import type { CredentialState, MemberState } from './member-state.ts';
import type { Option, RunningPool } from './pool-groups.ts';
import { chooseTurn, type Choice, type Later } from './choose-turn.ts';
import { trialPatienceMs } from './trial-patience.ts';
import type { WaitingRequest, WaitingTurns } from './waiting-turns.ts';

/** What all requests share. */
export interface TurnsDeps extends AttemptDeps {
  readonly waiting: WaitingTurns;
}

/**
 * The pause before the same target is asked again, if it named no wait. A target whose wait exceeds the limit of its
 * credential is not asked again.
 */
const retries: Backoff = { pauseMs: 250, pauseMsMax: Infinity };

/** Failures that cost an upstream nothing: a further attempt then multiplies no load. */
const costless: ReadonlySet<AttemptFailure['class']> = new Set([
  'refused',
  'account_exhausted',
  'credential_rejected',
  'model_gone',
  'context_too_long',
]);

/** Failures after which the same target may be asked once more, if it is known to have done no work. */
const repeatable: ReadonlySet<AttemptFailure['class']> = new Set(['refused', 'rate_limited', 'overloaded']);

/** One request's path through a pool. */
export class RequestTurns<Of extends PoolTarget> implements PoolTurns<Of>, WaitingRequest {
  readonly sharer: PoolCall['sharer'];
  readonly deadlineMs: number;
  readonly #pool: RunningPool;
  readonly #request: PoolCall;
  readonly #deps: TurnsDeps;
  /** How often each member was asked, and from when it may be asked again. */
  readonly #asked = new Map<MemberState, { times: number; againAtMs: number }>();
  #options: readonly Option<Of>[];
  #number = 0;
  #attempt: MemberAttempt<Of> | null = null;
  /** How the attempt before ended; `null`: there was none. */
  #last: Ending | null = null;
  /** It takes a part of the budget for further attempts. */
  #isAgain = false;
  #isClosed = false;
  /** Stops the wait for a turn, if there is one. */
  #stopWaiting: (() => void) | null = null;

  constructor(pool: RunningPool, request: PoolCall, options: readonly Option<Of>[], deps: TurnsDeps) {
    this.#pool = pool;
    this.#request = request;
    this.#options = options;
    this.#deps = deps;
    this.sharer = request.sharer;
    this.deadlineMs = deps.timer.monotonic() + pool.settings.deadlineMs;
    pool.budget.running += 1;
  }

  get leftMs(): number {
    return Math.max(0, this.deadlineMs - this.#deps.timer.monotonic());
  }

  next(): Promise<TargetAttempt<Of> | NoTurn> {
    const isOver = this.#isClosed || this.leftMs === 0;
    const refused = isOver ? 'deadline' : this.#number === 0 ? null : this.#refusalToGoOn();
    if (refused !== null) return Promise.resolve(none(refused, null));
    return this.#deps.waiting.wait(this).then((choice) => {
      this.#stopWaiting = null;
      if (choice.kind === 'turn') return this.#attempt ?? none('deadline', null);
      this.#endRetry();
      const { reason } = choice;
      return none(reason === 'final' && this.#number === 0 ? 'unhealthy' : reason, choice.retryAfterMs);
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopWaiting?.();
    this.#endRetry();
    this.#attempt?.end('inconclusive');
    this.#attempt = null;
    this.#pool.budget.running -= 1;
  }

  onWaits(stop: () => void): void {
    this.#stopWaiting = stop;
  }

  choose(ahead: ReadonlySet<CredentialState>): Choice<Of> {
    const choice = this.#found(ahead);
    if (choice.kind === 'turn') this.#begin(choice.option);
    return choice;
  }

  #found(ahead: ReadonlySet<CredentialState>): Choice<Of> {
    const nowMs = this.#deps.timer.monotonic();
    const shared = { pool: this.#pool, request: this.#request, nowMs, deadlineMs: this.deadlineMs, ahead };
    if (this.#number === 0) return chooseTurn({ ...shared, options: this.#options });
    const unasked = this.#options.filter(({ state }) => !this.#asked.has(state));
    const first = chooseTurn({ ...shared, options: unasked });
    if (first.kind === 'turn') return first;
    const second = chooseTurn({
      ...shared,
      options: this.#options.filter(({ state }) => this.#mayAskAgain(state)),
      notBeforeMs: (state) => this.#asked.get(state)?.againAtMs ?? 0,
    });
    if (second.kind === 'turn') return second;
    if (first.kind === 'none') return second.kind === 'none' ? sooner(first, second) : second;
    return second.kind === 'none' ? first : bothLater(first, second);
  }

  #begin(option: Option<Of>): void {
    this.#number++;
    const { state } = option;
    this.#asked.set(state, { times: (this.#asked.get(state)?.times ?? 0) + 1, againAtMs: Infinity });
    const attempt = new MemberAttempt(
      option,
      { pool: this.#pool, request: this.#request, number: this.#number },
      this.#deps,
    );
    if (attempt.trial > 0) attempt.headMsMax = this.#trialHeadMsMax(attempt);
    this.#attempt = attempt;
  }

  /** Why there is no further attempt; `null`: there may be one. */
  #refusalToGoOn(): NoTurn['reason'] | null {
    const { settings, budget } = this.#pool;
    if (this.#attempt !== null) this.#learn(this.#attempt);
    const last = this.#last;
    if (this.#attempt !== null || last === null || typeof last === 'string') return 'final';
    if (!settings.failsOver.has(last.class) || this.#number >= settings.attemptsMax) return 'final';
    this.#endRetry();
    if (costless.has(last.class)) return null;
    if (budget.isUsedUp) return 'budget';
    this.#isAgain = true;
    budget.again += 1;
    return null;
  }

  #endRetry(): void {
    if (this.#isAgain) this.#pool.budget.again -= 1;
    this.#isAgain = false;
  }

  #mayAskAgain(state: MemberState): boolean {
    const asked = this.#asked.get(state);
    return asked !== undefined && asked.againAtMs < Infinity && asked.times <= state.credential.settings.retriesMax;
  }

  /** Limits how long a hanging trial costs its caller, if another member can answer. */
  #trialHeadMsMax({ state, trial }: MemberAttempt<Of>): number | null {
    const { failsOver, attemptsMax } = this.#pool.settings;
    if (!failsOver.has('timed_out') || this.#number >= attemptsMax) return null;
    const nowMs = this.#deps.timer.monotonic();
    const others = this.#options
      .filter((option) => !this.#asked.has(option.state))
      .map((option) => option.state)
      .filter(
        (other) =>
          other.healthState(nowMs) === 'healthy' && other.coolDown.waitMs(nowMs, this.#request.sharer.tenantId) === 0,
      );
    if (others.length === 0) return null;
    const known = [state, ...others].map(({ slowestHeads: { whole, streamed } }) =>
      this.#request.isStreamed ? streamed.value : whole.value,
    );
    return trialPatienceMs(trial, known);
  }

  /** What an attempt that has ended tells about the next. */
  #learn({ how, endedAtMs, target, state }: MemberAttempt<Of>): void {
    if (how === null) return;
    this.#attempt = null;
    this.#last = how;
    if (typeof how === 'string') return;
    if (how.class === 'context_too_long') {
      const isLarger = ({ contextTokensMax }: PoolTarget): boolean => contextTokensMax > target.contextTokensMax;
      this.#options = this.#options.filter((option) => isLarger(option.target));
    }
    if (how.ran !== 'no' || !repeatable.has(how.class)) return;
    const { timer } = this.#deps;
    const times = this.#asked.get(state)?.times ?? 1;
    const unaskedMs = backoffMs(retries, times, timer.chance());
    const waitMs = how.retryAfterMs === null ? unaskedMs : askedBackoffMs(how.retryAfterMs, unaskedMs, timer.chance());
    const isTooLong = waitMs > state.credential.settings.waitMsMax;
    this.#asked.set(state, { times, againAtMs: isTooLong ? Infinity : endedAtMs + waitMs });
  }
}

/** Some clients obey any delay, so it is capped. */
function none(reason: NoTurn['reason'], retryAfterMs: number | null): NoTurn {
  return { target: null, reason, retryAfterMs: retryAfterMs === null ? null : Math.min(retryAfterMs, coolDownMsMax) };
}

type None = Extract<Choice, { readonly kind: 'none' }>;

function sooner(first: None, second: None): None {
  const known = [first.retryAfterMs, second.retryAfterMs].filter((wait) => wait !== null);
  return { ...first, retryAfterMs: known.length === 0 ? null : Math.min(...known) };
}

function bothLater(first: Later, second: Later): Later {
  const shared = first.shared.union(second.shared);
  return { kind: 'later', atMs: Math.min(first.atMs, second.atMs), busy: first.busy.union(second.busy), shared };
}
