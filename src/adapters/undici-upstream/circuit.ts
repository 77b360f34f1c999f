import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from 'cockatiel';

/** What an attempt taught about the upstream. `unjudged`: nothing, for example because the caller hung up. */
type CircuitVerdict = 'ok' | 'failed' | 'unjudged';

/** Leave to make one attempt. */
export interface CircuitPass {
  /** The single attempt that decides whether a circuit that was open closes again. */
  readonly isProbe: boolean;
  /** Says how the attempt went. Only the first verdict counts. */
  settle(verdict: CircuitVerdict): void;
}

/**
 * Opens after a number of failures in a row; after a while lets one attempt through to see.
 *
 * While all goes well the policy is not asked: it is told of failures, of the first success after one, and decides
 * everything once it is open. That keeps its promises off the path of a request.
 */
export class UndiciUpstreamCircuit {
  readonly #policy: CircuitBreakerPolicy;
  #hasFailed = false;

  constructor(options: { readonly failuresInARow: number; readonly openMs: number }) {
    this.#policy = circuitBreaker(
      handleWhenResult((verdict) => verdict === 'failed'),
      { halfOpenAfter: options.openMs, breaker: new ConsecutiveBreaker(options.failuresInARow) },
    );
  }

  get state(): 'closed' | 'open' | 'half_open' {
    const state = this.#policy.state;
    if (state === CircuitState.Closed) return 'closed';
    return state === CircuitState.HalfOpen ? 'half_open' : 'open';
  }

  /** `null` at once when the circuit is open, or while its one probe has not come back. */
  enter(): CircuitPass | null {
    if (this.state === 'closed') return this.#closedPass();
    // The policy would queue callers behind the probe; they are better told now.
    return this.state === 'half_open' ? null : this.#probePass();
  }

  #closedPass(): CircuitPass {
    let isSettled = false;
    return {
      isProbe: false,
      settle: (verdict) => {
        if (isSettled) return;
        isSettled = true;
        if (verdict === 'failed' || (verdict === 'ok' && this.#hasFailed)) this.#report(verdict);
      },
    };
  }

  #report(verdict: 'ok' | 'failed'): void {
    // Late news of attempts from before the circuit opened must not pass for a probe.
    if (this.state !== 'closed') return;
    this.#hasFailed = verdict === 'failed';
    this.#policy.execute(() => verdict).catch(ignore);
  }

  #probePass(): CircuitPass | null {
    const { promise, resolve } = Promise.withResolvers<CircuitVerdict>();
    let isEntered = false;
    // The policy calls the function before it returns, or, while the circuit has to stay open, never.
    this.#policy
      .execute(() => {
        isEntered = true;
        return promise;
      })
      .catch(ignore);
    if (!isEntered) return null;
    // A probe that taught nothing is no reason to trust.
    return { isProbe: true, settle: (verdict) => resolve(verdict === 'ok' ? 'ok' : 'failed') };
  }
}

const ignore = (): void => undefined;
