import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from 'cockatiel';

/** What an attempt says about the upstream. `unjudged`: nothing, for example because the caller hung up. */
type CircuitVerdict = 'ok' | 'failed' | 'unjudged';

/** Permission to make one attempt. */
export interface CircuitPass {
  /** The single attempt that decides whether an open circuit closes again. */
  readonly isProbe: boolean;
  /** Reports how the attempt went. Only the first verdict counts. */
  settle(verdict: CircuitVerdict): void;
}

/**
 * Opens after a number of consecutive failures; after `openMs` it lets one attempt through as a probe.
 *
 * While the circuit is closed, the policy is told only of failures and of the first success after one; once open, the
 * policy decides everything. This keeps its promises off the path of a request.
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

  /** `null` when the circuit is open, or while its probe is still running. */
  enter(): CircuitPass | null {
    if (this.state === 'closed') return this.#closedPass();
    // The policy would queue callers behind the probe; failing fast is better.
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
    // A late verdict of an attempt made before the circuit opened must not count as a probe.
    if (this.state !== 'closed') return;
    this.#hasFailed = verdict === 'failed';
    this.#policy.execute(() => verdict).catch(ignore);
  }

  #probePass(): CircuitPass | null {
    const { promise, resolve } = Promise.withResolvers<CircuitVerdict>();
    let isEntered = false;
    // The policy calls the function before it returns or, while the circuit must stay open, never.
    this.#policy
      .execute(() => {
        isEntered = true;
        return promise;
      })
      .catch(ignore);
    if (!isEntered) return null;
    // A probe without a verdict does not close the circuit.
    return { isProbe: true, settle: (verdict) => resolve(verdict === 'ok' ? 'ok' : 'failed') };
  }
}

const ignore = (): void => undefined;
