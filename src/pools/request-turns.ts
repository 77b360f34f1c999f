import type { AttemptFailure } from '../catalogue/failure-class.ts';
import type { PoolTarget } from '../catalogue/model-catalogue.ts';
import type { NoTurn, PoolCall, PoolTurns, TargetAttempt } from '../ports/target-pools.ts';
import type { Timer } from '../ports/timer.ts';
import { askedBackoffMs, backoffMs, type Backoff } from '../limits/backoff.ts';
import { coolDownMsMax } from './cool-down.ts';
import type { CredentialState, MemberPass, MemberState } from './member-state.ts';
import type { Option, RunningPool } from './pool-groups.ts';
import { chooseTurn, type Choice } from './choose-turn.ts';
import { trialPatienceMs } from './trial-patience.ts';
import type { WaitingTurns } from './waiting-turns.ts';

/** What all requests share. */
export interface TurnsDeps {
  readonly timer: Timer;
  readonly waiting: WaitingTurns;
  judge(
    pool: RunningPool,
    state: MemberState,
    pass: MemberPass,
    how: 'healthy' | 'inconclusive' | AttemptFailure,
  ): void;
  giveBack(state: MemberState, pass: MemberPass): void;
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

type Ending = 'healthy' | 'inconclusive' | AttemptFailure;

/** One request's path through a pool. */
export class RequestTurns<Of extends PoolTarget> implements PoolTurns<Of> {
  readonly #pool: RunningPool;
  readonly #request: PoolCall;
  readonly #deps: TurnsDeps;
  readonly #deadlineMs: number;
  readonly #leave: () => void;
  /** How often each member was asked, and from when it may be asked again. */
  readonly #asked = new Map<MemberState, { times: number; againAtMs: number }>();
  #options: readonly Option<Of>[];
  #number = 0;
  #last: Ending | null = null;
  #endRetry: (() => void) | null = null;
  #isClosed = false;
  /** Stops the wait for a turn, if there is one. */
  #stopWaiting: (() => void) | null = null;

  constructor(pool: RunningPool, request: PoolCall, options: readonly Option<Of>[], deps: TurnsDeps) {
    this.#pool = pool;
    this.#request = request;
    this.#options = options;
    this.#deps = deps;
    this.#deadlineMs = deps.timer.monotonic() + pool.settings.deadlineMs;
    this.#leave = pool.budget.open();
  }

  get leftMs(): number {
    return Math.max(0, this.#deadlineMs - this.#deps.timer.monotonic());
  }

  next(): Promise<TargetAttempt<Of> | NoTurn> {
    const refused = this.#mayGoOn();
    if (refused !== null) return Promise.resolve(none(refused, null));
    const choose = (ahead: ReadonlySet<CredentialState>): Choice => this.#choose(ahead);
    const { waiting } = this.#deps;
    const deadlineMs = this.#deadlineMs;
    const onWaits = (stop: () => void): void => void (this.#stopWaiting = stop);
    const { sharer } = this.#request;
    return waiting.wait({ sharer, choose, deadlineMs, onWaits }).then((choice) => {
      this.#stopWaiting = null;
      if (choice.kind === 'turn') return this.#begin(this.#own(choice.option), choice.pass);
      this.#endRetry?.();
      const { reason } = choice;
      return none(reason === 'final' && this.#number === 0 ? 'unhealthy' : reason, choice.retryAfterMs);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWaiting?.();
    this.#endRetry?.();
    this.#leave();
  }

  /** Why there is no further attempt; `null`: there may be one. */
  #mayGoOn(): NoTurn['reason'] | null {
    const { settings, budget } = this.#pool;
    if (this.#isClosed || this.leftMs === 0) return 'deadline';
    const last = this.#last;
    if (this.#number === 0) return null;
    if (last === null || typeof last === 'string') return 'final';
    if (!settings.failsOver.has(last.class) || this.#number >= settings.attemptsMax) return 'final';
    this.#endRetry?.();
    this.#endRetry = null;
    if (costless.has(last.class)) return null;
    this.#endRetry = budget.again();
    return this.#endRetry === null ? 'budget' : null;
  }

  #choose(ahead: ReadonlySet<CredentialState>): Choice {
    const nowMs = this.#deps.timer.monotonic();
    const unasked = this.#options.filter(({ state }) => !this.#asked.has(state));
    const shared = { pool: this.#pool, request: this.#request, nowMs, deadlineMs: this.#deadlineMs, ahead };
    const first = chooseTurn({ ...shared, options: unasked, notBeforeMs: () => 0 });
    if (first.kind === 'turn' || this.#number === 0) return first;
    const again = this.#options.filter(({ state }) => this.#mayAskAgain(state));
    const second = chooseTurn({
      ...shared,
      options: again,
      notBeforeMs: (state) => this.#asked.get(state)?.againAtMs ?? 0,
    });
    if (second.kind === 'turn') return second;
    if (first.kind === 'none') return second.kind === 'none' ? sooner(first, second) : second;
    return second.kind === 'none' ? first : bothLater(first, second);
  }

  #mayAskAgain(state: MemberState): boolean {
    const asked = this.#asked.get(state);
    return asked !== undefined && asked.againAtMs < Infinity && asked.times <= state.credential.settings.retriesMax;
  }

  #own({ state }: Option): Option<Of> {
    const own = this.#options.find((option) => option.state === state);
    if (own === undefined) throw new RangeError('a turn at a member of another request');
    return own;
  }

  #begin({ target, state }: Option<Of>, pass: MemberPass): TargetAttempt<Of> {
    const { timer } = this.#deps;
    const beganAtMs = timer.monotonic();
    this.#number++;
    this.#last = null;
    const times = (this.#asked.get(state)?.times ?? 0) + 1;
    this.#asked.set(state, { times, againAtMs: Infinity });
    return {
      target,
      number: this.#number,
      headMsMax: this.#headMsMax(state, pass),
      firstByte: () => pass.answered(timer.monotonic() - beganAtMs, timer.monotonic()),
      counted: (tokens) => pass.counted(tokens, timer.monotonic()),
      end: (how) => {
        if (this.#last !== null) return;
        this.#last = how;
        this.#deps.judge(this.#pool, state, pass, how);
        if (typeof how !== 'string') this.#learn(how, target, state, times);
      },
      giveBack: () => {
        if (this.#last !== null) return;
        this.#last = 'inconclusive';
        this.#deps.giveBack(state, pass);
      },
    };
  }

  /** Limits how long a hanging trial costs its caller, if another member can answer. */
  #headMsMax(state: MemberState, { trial }: MemberPass): number | null {
    const { failsOver, attemptsMax } = this.#pool.settings;
    if (trial === 0 || !failsOver.has('timed_out') || this.#number >= attemptsMax) return null;
    const nowMs = this.#deps.timer.monotonic();
    const others = this.#options
      .filter((option) => !this.#asked.has(option.state))
      .map((option) => option.state)
      .filter((other) => other.healthState(nowMs) === 'healthy' && other.coolDownMs(nowMs) === 0);
    if (others.length === 0) return null;
    return trialPatienceMs(
      trial,
      [state, ...others].map(({ slowestHeads }) => slowestHeads.of(this.#request.isStreamed).value),
    );
  }

  #learn(failure: AttemptFailure, target: PoolTarget, state: MemberState, times: number): void {
    if (failure.class === 'context_too_long') {
      const isLarger = ({ contextTokensMax }: PoolTarget): boolean => contextTokensMax > target.contextTokensMax;
      this.#options = this.#options.filter((option) => isLarger(option.target));
    }
    if (failure.ran !== 'no' || !repeatable.has(failure.class)) return;
    const { timer } = this.#deps;
    const askedMs = failure.retryAfterMs;
    const unaskedMs = backoffMs(retries, times, timer.chance());
    const waitMs = askedMs === null ? unaskedMs : askedBackoffMs(askedMs, unaskedMs, timer.chance());
    const isTooLong = waitMs > state.credential.settings.waitMsMax;
    this.#asked.set(state, { times, againAtMs: isTooLong ? Infinity : timer.monotonic() + waitMs });
  }
}

/** Some clients obey any delay, so it is capped. */
function none(reason: NoTurn['reason'], retryAfterMs: number | null): NoTurn {
  return { target: null, reason, retryAfterMs: retryAfterMs === null ? null : Math.min(retryAfterMs, coolDownMsMax) };
}

type None = Extract<Choice, { readonly kind: 'none' }>;
type Later = Extract<Choice, { readonly kind: 'later' }>;

function sooner(first: None, second: None): None {
  const known = [first.retryAfterMs, second.retryAfterMs].filter((wait) => wait !== null);
  return { ...first, retryAfterMs: known.length === 0 ? null : Math.min(...known) };
}

function bothLater(first: Later, second: Later): Later {
  return { ...first, atMs: Math.min(first.atMs, second.atMs), busy: first.busy.union(second.busy) };
}
